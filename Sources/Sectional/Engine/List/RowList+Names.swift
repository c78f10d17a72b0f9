extension RowList {
  /// Returns the rows of the list that a change log names, each once.
  ///
  /// - Parameters:
  ///   - names: Keys or rowids.
  ///   - keyIsRowID: Whether the key is an alias of the rowid.
  ///   - work: Counts the nodes visited and keys compared.
  /// - Returns: The rows, in no particular order.
  /// - Complexity: O(*d* log *n*), where *d* is the number of names.
  func rows(
    named names: Set<RowKey>, keyIsRowID: Bool, _ work: inout TreeWork
  ) -> [RankedRow] {
    var search = NameSearch(self)
    for name in names {
      guard let rowID = name.rowID else {
        search.add(name.bytes)
        continue
      }
      if keyIsRowID { search.add(name.rowIDAsKey) } else { search.add(rowID: rowID) }
      // If the rowid is neither the key column nor stored with the row, it is the row's key itself.
      search.add(name.bytes)
    }
    return search.rows(&work)
  }

  /// Returns the rows with the given keys.
  func rows(of keys: Set<RowKey>, _ work: inout TreeWork) -> [RankedRow] {
    var search = NameSearch(self)
    for key in keys { search.add(key.bytes) }
    return search.rows(&work)
  }

  /// Returns the rows that have one of some values in a column, each once; `nil` if rows aren't found by that column.
  ///
  /// - Complexity: O(*d* (*b* + log *n*)), where *d* is the number of blocks with such rows, and *b* the number of rows in a block.
  func rows(
    with values: Set<LooseValue>, in column: Int, _ work: inout TreeWork
  ) -> [RankedRow]? {
    var numbers: Set<UInt32> = []
    for value in values {
      guard let blocks = directory.blocks(of: value, in: column) else { return nil }
      numbers.formUnion(blocks)
    }
    var rows: [RankedRow] = []
    for number in numbers.sorted() {
      guard let found = tree.block(numbered: number, directory, &work) else { continue }
      for position in 0..<found.block.count
      where values.contains(LooseValue(found.block[position].cell(at: column))) {
        rows.append(RankedRow(rank: found.rank + position, row: BlockRow(found.block, position)))
      }
    }
    return rows
  }
}

/// Looks up rows by name, in the order of the blocks that may contain them, so that rows of the same block are found
/// together.
private struct NameSearch {
  fileprivate enum Name {
    case identity([UInt8], hash: UInt32)
    case rowID(Int64)
  }

  fileprivate struct Candidate {
    let block: UInt32
    let name: Name
  }

  private let list: RowList
  private var candidates: [Candidate] = []

  init(_ list: RowList) { self.list = list }

  mutating func add(_ identity: [UInt8]) {
    let hash = IdentityHash.hash(identity)
    for block in list.directory.blocks(ofHash: hash) {
      candidates.append(Candidate(block: block, name: .identity(identity, hash: hash)))
    }
  }

  mutating func add(rowID: Int64) {
    for block in list.directory.blocks(ofRowID: rowID) {
      candidates.append(Candidate(block: block, name: .rowID(rowID)))
    }
  }

  mutating func rows(_ work: inout TreeWork) -> [RankedRow] {
    candidates.sort { $0.block < $1.block }
    var rows: [RankedRow] = []
    rows.reserveCapacity(candidates.count)
    var last: FoundBlock?
    /// The positions in the block where rows were found, because two names can refer to the same row.
    var positions: Set<Int> = []
    for candidate in candidates {
      if last?.number != candidate.block {
        last = list.tree.block(numbered: candidate.block, list.directory, &work)
        positions.removeAll(keepingCapacity: true)
      }
      guard let found = last, let position = candidate.position(in: found.block),
        positions.insert(position).inserted
      else { continue }
      rows.append(
        RankedRow(rank: found.rank + position, row: BlockRow(found.block, position)))
    }
    return rows
  }
}

extension NameSearch.Candidate {
  fileprivate func position(in block: RowBlock) -> Int? {
    switch name {
    case .identity(let identity, let hash): block.position(of: identity, hash: hash)
    case .rowID(let rowID): block.position(ofRowID: rowID)
    }
  }
}

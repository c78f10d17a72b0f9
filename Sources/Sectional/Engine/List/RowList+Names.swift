extension RowList {
  /// Returns the rows of the list that a log of changes names, each once.
  ///
  /// - Parameters:
  ///   - names: Identities, or rowids.
  ///   - keyIsRowID: Whether the rowid is the identity under another name.
  ///   - work: Counts what was looked at.
  /// - Returns: The rows, in no order.
  /// - Complexity: O(*d* log *n*) in the number of names.
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
      // Where there is neither column nor number for it, the rowid is the identity itself.
      search.add(name.bytes)
    }
    return search.rows(&work)
  }

  /// Returns the rows with some identities.
  func rows(of keys: Set<RowKey>, _ work: inout TreeWork) -> [RankedRow] {
    var search = NameSearch(self)
    for key in keys { search.add(key.bytes) }
    return search.rows(&work)
  }
}

/// Looks for rows by their names, in the order of the blocks they may be in: near ones are found together.
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
    /// Where in the block rows were found: two names can be one row's.
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

/// A block of a list, as far as it is known.
struct ListBlock: Sendable {
  /// The ranks of its rows.
  let ranks: Range<Int>
  /// A place in the order that isn't after the block's first row, and after all rows before the block.
  let separator: [UInt8]
  /// The same place of the next block, or `nil` if it is the last one.
  let end: [UInt8]?
  /// The compared bytes of a whole order key that no row of the block precedes.
  let start: [UInt8]
  /// Whether its rows are in memory, and not only counted.
  let isResident: Bool
}

extension RowList {
  /// Returns whether the row at a rank is in memory; otherwise only its section is known.
  func isResident(_ rank: Int) -> Bool { tree.block(ofRank: rank).block.counts == nil }

  /// Whether some rows are only counted.
  var countsRows: Bool { RowList.countsRows(tree.children) }

  private static func countsRows(_ children: [RowTree.Child]) -> Bool {
    children.contains { child in
      guard !child.isCounted, case .branch(let inner) = child.content else {
        return child.isCounted
      }
      return countsRows(inner)
    }
  }

  /// Returns the block that holds the row at a rank.
  ///
  /// - Complexity: O(log *n*)
  func block(at rank: Int) -> ListBlock {
    let found = tree.block(ofRank: rank)
    let end = found.rank + found.block.count
    let next = end < count ? tree.block(ofRank: end) : nil
    return ListBlock(
      ranks: found.rank..<end, separator: directory.separator(of: found.number),
      end: next.map { directory.separator(of: $0.number) }, start: found.block.start(grouping),
      isResident: found.block.counts == nil)
  }

  /// Returns the block in which a row with some order key belongs, or `nil` if the list has no rows.
  ///
  /// - Complexity: O(log *n*)
  func block(for orderKey: RowOrderKey) -> ListBlock? {
    var work = TreeWork()
    return tree.block(for: orderKey, &work).map { block(at: $0.rank) }
  }

  /// Returns the list with some blocks only counted.
  ///
  /// - Parameter ranks: The ranks of rows in these blocks, in ascending order.
  /// - Returns: The list, which shares all other blocks.
  /// - Complexity: O(*d* log *n*), where *d* is the number of the blocks' rows.
  func counting(blocksAt ranks: [Int]) -> RowList {
    var directory = directory
    let tree = tree.replacingContents(at: ranks) { block, _, _, number in
      guard block.counts == nil else { return block }
      for position in 0..<block.count { directory.remove(position, of: block, from: number) }
      return block.counted(grouping)
    }
    return RowList(tree, directory, sectionRows, wasSorted: wasSorted)
  }

  /// Returns the list with the rows of a counted block.
  ///
  /// - Parameters:
  ///   - rank: The rank of one of the block's rows.
  ///   - rows: Its rows.
  /// - Returns: The list, or `nil` if these aren't the rows that were counted.
  func filling(blockAt rank: Int, with rows: PackedRows) -> RowList? {
    let block = RowBlock(joining: (rows.ascends ? rows : rows.sorted()).blocks)
    let counted = tree.block(ofRank: rank).block
    guard counted.counts != nil, block.tallied == counted.tally,
      block.runs.elementsEqual(
        counted.runs, by: { $0.start == $1.start && $0.section == $1.section })
    else { return nil }
    var directory = directory
    let tree = tree.replacingContents(at: [rank]) { _, _, _, number in
      for position in 0..<block.count { directory.add(position, of: block, in: number) }
      return block
    }
    return RowList(tree, directory, sectionRows, wasSorted: wasSorted)
  }

  /// Returns the list with the rows of a counted block as they were, given the rows in its range now.
  ///
  /// - Parameters:
  ///   - rank: The rank of one of the block's rows.
  ///   - present: The rows that are in the block's range now.
  ///   - changed: The keys of the rows that changed since they were counted.
  ///   - old: The order keys that those rows of the block had which changed, and their rowids if rows have some.
  /// - Returns: The list, or `nil` if these weren't the rows that were counted.
  func restoring(
    blockAt rank: Int, from present: PackedRows, without changed: Set<RowKey>,
    and old: [(orderKey: RowOrderKey, rowID: Int64?)]
  ) -> RowList? {
    var rows = PackedRows(grouping, shape: tree.shape)
    for row in present.all where !changed.contains(row.key) {
      var orderKey = row.orderKey
      unsafe rows.append(
        &orderKey, contents: UnsafeRawBufferPointer(start: nil, count: 0),
        rowID: row.record.rowID)
    }
    for (orderKey, rowID) in old {
      var orderKey = orderKey
      unsafe rows.append(
        &orderKey, contents: UnsafeRawBufferPointer(start: nil, count: 0), rowID: rowID)
    }
    rows.seal()
    return filling(blockAt: rank, with: rows)
  }
}

extension RowBlock {
  /// Creates a block of the rows of others, in order.
  convenience init(joining blocks: [RowBlock]) {
    var builder = RowBlockBuilder()
    for block in blocks { builder.append(0..<block.count, of: block) }
    let joined = builder.block(0..<builder.count)
    self.init(bytes: joined.bytes, slots: joined.slots, runs: joined.runs)
  }
}

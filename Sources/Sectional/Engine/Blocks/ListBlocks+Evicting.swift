extension ListBlocks {
  /// Returns the list with some blocks that only count their rows.
  ///
  /// - Parameter ranks: The ranks of rows in these blocks, in ascending order.
  /// - Returns: The list, which shares all other blocks.
  /// - Complexity: O(*d* log *n*), where *d* is the number of the blocks' rows.
  func evicting(at ranks: [Int]) -> RowList {
    var directory = list.directory
    let tree = list.tree.replacingContents(at: ranks) { block, _, _, number in
      guard block.counts == nil else { return block }
      for position in 0..<block.count { directory.remove(position, of: block, from: number) }
      return block.counted(list.grouping, summing: list.tree.shape.summary)
    }
    return RowList(tree, directory, list.sectionRows, wasSorted: list.wasSorted)
  }

  /// Returns the list with only those blocks in memory that are to stay.
  func evicting(except looked: LookedRanges) -> RowList {
    let ranks = residentRanks.filter { !looked.contains(self[ofRank: $0]) }
    return ranks.isEmpty ? list : evicting(at: ranks)
  }

  /// Returns the list with the rows of a counted block.
  ///
  /// - Parameters:
  ///   - rank: The rank of one of the block's rows.
  ///   - rows: Its rows.
  ///   - checksSums: Whether the rows must also have the aggregates that are known of the block.
  /// - Returns: The list, or `nil` if these aren't the rows that were counted.
  func filling(
    at rank: Int, with rows: PackedRows, checkingSums checksSums: Bool = true
  ) -> RowList? {
    let block = RowBlock(joining: (rows.ascends ? rows : rows.sorted()).blocks)
    let counted = list.tree.block(ofRank: rank).block
    guard !checksSums || block.isSummedUp(like: counted, list.tree.shape.summary) else {
      return nil
    }
    return filling(at: rank, with: block, insteadOf: counted)
  }

  private func filling(at rank: Int, with block: RowBlock, insteadOf counted: RowBlock) -> RowList?
  {
    guard counted.counts != nil, block.tallied == counted.tally,
      block.runs.elementsEqual(
        counted.runs, by: { $0.start == $1.start && $0.section == $1.section })
    else { return nil }
    var directory = list.directory
    let tree = list.tree.replacingContents(at: [rank]) { _, _, _, number in
      for position in 0..<block.count { directory.add(position, of: block, in: number) }
      return block
    }
    return RowList(tree, directory, list.sectionRows, wasSorted: list.wasSorted)
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
    at rank: Int, from present: PackedRows, without changed: Set<RowKey>,
    and old: [(orderKey: RowOrderKey, rowID: Int64?)]
  ) -> RowList? {
    var rows = PackedRows(list.grouping, shape: list.tree.shape)
    let rule = list.tree.shape.summary
    for row in present.all where !changed.contains(row.key) {
      var orderKey = row.orderKey
      unsafe row.record.keptCells(rule).withUnsafeBytes { cells in
        unsafe rows.append(&orderKey, contents: cells, rowID: row.record.rowID)
      }
    }
    // Of the rows that changed, it isn't known what was summed up; nobody asks, because the change replaces or removes them.
    let unknown = rule?.inputs.isEmpty == false ? [CellTag.summed] : []
    for (orderKey, rowID) in old {
      var orderKey = orderKey
      unsafe unknown.withUnsafeBytes { cells in
        unsafe rows.append(&orderKey, contents: cells, rowID: rowID)
      }
    }
    rows.seal()
    return filling(at: rank, with: rows, checkingSums: false)
  }
}

extension RowBlock {
  /// Returns whether aggregates are the same of this block and of another one.
  fileprivate func isSummedUp(like other: RowBlock, _ rule: SummaryRule?) -> Bool {
    guard let rule else { return true }
    return summary(of: 0..<count, rule).results(rule)
      == other.summary(of: 0..<other.count, rule).results(rule)
  }

  /// Creates a block of the rows of others, in order.
  convenience init(joining blocks: [RowBlock]) {
    var builder = RowBlockBuilder()
    for block in blocks { builder.append(0..<block.count, of: block) }
    let joined = builder.block(0..<builder.count)
    self.init(bytes: joined.bytes, slots: joined.slots, runs: joined.runs)
  }
}

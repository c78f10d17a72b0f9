extension ListBlocks {
  /// Returns the list with further rows at its end, which are only counted.
  ///
  /// - Parameter rows: Rows that follow all others.
  /// - Returns: The list, which has none of these rows in memory.
  func appending(_ rows: CountedRows) -> RowList {
    var directory = list.directory
    let children = rows.blocks.map { block in
      let start = block.start(list.grouping)
      return RowTree.Child(
        block, number: directory.number(forBlockAt: start), separator: start, list.tree.shape)
    }
    return RowList(
      list.tree.replacing(blockAt: nil, by: children), directory, list.sectionRows,
      wasSorted: list.wasSorted)
  }

  /// Returns the list after rows came and went in blocks that only count them.
  ///
  /// No row is read: counts and sums of hashes can be added to and subtracted from.
  ///
  /// - Parameters:
  ///   - old: The order keys of rows that the list had.
  ///   - new: The order keys of the rows that came.
  /// - Returns: The list, or `nil` if it didn't have the old rows.
  /// - Precondition: The rows of these blocks aren't in memory, sections lead the order, and the list has no aggregates.
  /// - Complexity: O(*d* log *n*), where *d* is the number of rows.
  func adjusting(removing old: [RowOrderKey], adding new: [RowOrderKey]) -> RowList? {
    guard list.count > 0 else {
      guard old.isEmpty else { return nil }
      var rows = CountedRows(list.grouping, shape: list.tree.shape)
      for var orderKey in new.sorted(by: { $0.precedes($1, in: list.grouping) }) {
        rows.append(&orderKey)
      }
      rows.seal()
      return appending(rows)
    }
    var blocks = self
    for (_, change) in changes(removing: old, adding: new) {
      guard let adjusted = blocks.adjusting(change) else { return nil }
      blocks = adjusted.blocks
    }
    return blocks.list
  }

  /// Returns the list with a counted block divided into several.
  ///
  /// - Parameters:
  ///   - rank: The rank of one of the block's rows.
  ///   - rows: The block's rows, in ascending order.
  /// - Returns: The list, or `nil` if these aren't the rows that were counted.
  func dividing(at rank: Int, into rows: PackedRows) -> RowList? {
    let found = list.tree.block(ofRank: rank)
    let total = rows.blocks.reduce(into: RowTally()) { $0.add($1.tallied) }
    guard found.block.tally == total else { return nil }
    var (directory, children) = (list.directory, [RowTree.Child]())
    for block in rows.blocks {
      let isFirst = children.isEmpty
      let separator =
        isFirst ? directory.separator(of: found.number) : block.order(of: 0, list.grouping)
      let number = isFirst ? found.number : directory.number(forBlockAt: separator)
      children.append(
        RowTree.Child(
          block.counted(list.grouping, summing: nil), number: number, separator: separator))
    }
    return RowList(
      list.tree.replacing(blockAt: found.rank, by: children), directory, list.sectionRows,
      wasSorted: list.wasSorted)
  }

  private typealias BlockChange = (old: [RowOrderKey], new: [RowOrderKey])

  /// Returns the changes by the number of the block that they belong to.
  private func changes(
    removing old: [RowOrderKey], adding new: [RowOrderKey]
  ) -> [UInt32: BlockChange] {
    var (changes, work) = ([UInt32: BlockChange](), TreeWork())
    for orderKey in old {
      guard let found = list.tree.block(for: orderKey, &work) else { continue }
      changes[found.number, default: ([], [])].old.append(orderKey)
    }
    for orderKey in new {
      guard let found = list.tree.block(for: orderKey, &work) else { continue }
      changes[found.number, default: ([], [])].new.append(orderKey)
    }
    return changes
  }

  private func adjusting(_ change: BlockChange) -> RowList? {
    var work = TreeWork()
    guard let key = change.old.first ?? change.new.first,
      let found = list.tree.block(for: key, &work),
      let block = found.block.adjusted(removing: change.old, adding: change.new, list.grouping)
    else { return nil }
    var directory = list.directory
    guard block.count > 0 else {
      directory.free(found.number)
      let tree = list.tree.replacing(blockAt: found.rank, by: [])
      return RowList(tree, directory, list.sectionRows, wasSorted: list.wasSorted)
    }
    // Rows in front of all others belong to the first block.
    var separator = directory.separator(of: found.number)
    let start = block.start(list.grouping)
    if ByteOrder.compare(start, separator) == .less { separator = start }
    directory.setSeparator(separator, of: found.number)
    let child = RowTree.Child(block, number: found.number, separator: separator)
    return RowList(
      list.tree.replacing(blockAt: found.rank, by: [child]), directory, list.sectionRows,
      wasSorted: list.wasSorted)
  }
}

extension RowBlock {
  /// Returns a block that counts its rows after some came and went, or `nil` if it didn't have those that went.
  fileprivate func adjusted(
    removing old: [RowOrderKey], adding new: [RowOrderKey], _ grouping: RowGrouping
  ) -> RowBlock? {
    guard var counts else { return nil }
    var sections: [[UInt8]: Int] = [:]
    for run in 0..<runs.count { sections[runs[run].section] = positions(ofRun: run).count }
    for orderKey in old {
      counts.tally.remove(orderKey)
      sections[Array(orderKey.bytes[orderKey.section]), default: 0] -= 1
    }
    for orderKey in new {
      counts.tally.add(orderKey)
      sections[Array(orderKey.bytes[orderKey.section]), default: 0] += 1
      let order = Array(orderKey.bytes[orderKey.compared(grouping)])
      if ByteOrder.compare(order, counts.start) == .less { counts.start = order }
    }
    guard sections.values.allSatisfy({ $0 >= 0 }), counts.tally.count >= 0 else { return nil }
    var (runs, start) = (SectionRuns(), 0)
    for (section, count) in sections.sorted(by: { ByteOrder.compare($0.key, $1.key) == .less })
    where count > 0 {
      runs.append(section, at: start)
      start += count
    }
    return RowBlock(counts, runs: runs)
  }
}

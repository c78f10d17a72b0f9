/// A block of the tree, and the rank of its first row.
struct FoundBlock: Sendable {
  let block: RowBlock
  let number: UInt32
  let rank: Int
}

extension RowTree {
  /// Returns the block that holds the row at a rank.
  ///
  /// - Precondition: The rank is that of an existing row.
  /// - Complexity: O(log *n*)
  func block(ofRank rank: Int) -> FoundBlock {
    var children = children
    var start = 0
    while true {
      var index = 0
      while start + Int(children[index].rows) <= rank {
        start += Int(children[index].rows)
        index += 1
      }
      switch children[index].content {
      case .block(let block, let number):
        return FoundBlock(block: block, number: number, rank: start)
      case .branch(let next): children = next
      }
    }
  }

  /// Returns the block with the given number.
  ///
  /// - Complexity: O(log *n*)
  func block(
    numbered number: UInt32, _ directory: BlockDirectory, _ work: inout TreeWork
  ) -> FoundBlock? {
    let separator = directory.separator(of: number)
    return block(of: separator, separator.indices, &work)
  }

  /// Returns the block in which a row with some order belongs, or `nil` if the tree has no rows.
  ///
  /// - Parameters:
  ///   - order: The compared bytes of the row, or a block's separator.
  ///   - range: The range of these bytes.
  ///   - work: Counts the nodes visited and keys compared.
  /// - Returns: The block, with the rank of its first row.
  /// - Complexity: O(log *n*)
  private func block(
    of order: [UInt8], _ range: Range<Int>, _ work: inout TreeWork
  ) -> FoundBlock? {
    guard !children.isEmpty else { return nil }
    var children = children
    var start = 0
    while true {
      work.nodesVisited += 1
      let index = RowTree.child(of: order, range, in: children, &work)
      for passed in 0..<index { start += Int(children[passed].rows) }
      switch children[index].content {
      case .block(let block, let number):
        work.nodesVisited += 1
        return FoundBlock(block: block, number: number, rank: start)
      case .branch(let next): children = next
      }
    }
  }

  /// Returns the index of the last child whose separator isn't greater than the row's order, or of the first child.
  private static func child(
    of order: [UInt8], _ range: Range<Int>, in children: [Child], _ work: inout TreeWork
  ) -> Int {
    partitionPoint(children.count - 1) { index in
      work.keyComparisons += 1
      let separator = children[index + 1].separator
      return ByteOrder.compare(separator, separator.indices, order, range) != .greater
    }
  }

  /// Returns the block in which a row with some order key belongs, or `nil` if the tree has no rows.
  ///
  /// - Complexity: O(log *n*)
  func block(for orderKey: RowOrderKey, _ work: inout TreeWork) -> FoundBlock? {
    block(of: orderKey.bytes, orderKey.compared(grouping), &work)
  }

  /// Returns the number of rows that precede an order key, whose block must be in memory.
  ///
  /// - Complexity: O(log *n*)
  func rank(of orderKey: RowOrderKey, _ work: inout TreeWork) -> Int {
    guard let found = block(of: orderKey.bytes, orderKey.compared(grouping), &work) else {
      return 0
    }
    return found.rank + found.block.position(of: orderKey, grouping, &work)
  }
}

extension RowBlock {
  /// Returns the number of rows that precede an order key; the rows must be in order.
  func position(of orderKey: RowOrderKey, _ grouping: RowGrouping, _ work: inout TreeWork) -> Int {
    var candidates = 0..<count
    if grouping == .byKey {
      let run = partitionPoint(runs.count) { run in
        work.keyComparisons += 1
        let section = runs[run].section
        return ByteOrder.compare(section, section.indices, orderKey.bytes, orderKey.section)
          == .less
      }
      guard run < runs.count else { return count }
      let section = runs[run].section
      guard section.count == orderKey.sectionEnd,
        ByteOrder.compare(section, section.indices, orderKey.bytes, orderKey.section) == .equal
      else { return runs[run].start }
      candidates = runs[run].start..<(run + 1 < runs.count ? runs[run + 1].start : count)
    }
    return candidates.lowerBound
      + partitionPoint(candidates.count) { position in
        work.keyComparisons += 1
        return self[candidates.lowerBound + position].compareOrder(with: orderKey) == .less
      }
  }

  /// Returns the position of the row with the given key.
  func position(of identity: [UInt8], hash: UInt32) -> Int? {
    slots.indices.first { slots[$0].hash == hash && self[$0].isIdentified(by: identity) }
  }

  /// Returns the position of the row with the given rowid.
  func position(ofRowID rowID: Int64) -> Int? { slots.indices.first { self[$0].rowID == rowID } }
}

/// Returns the first index in `0..<count` that doesn't satisfy a condition, given that no index after it does.
@inline(__always) func partitionPoint(_ count: Int, where condition: (Int) -> Bool) -> Int {
  var low = 0
  var high = count
  while low < high {
    let middle = (low + high) / 2
    if condition(middle) { low = middle + 1 } else { high = middle }
  }
  return low
}

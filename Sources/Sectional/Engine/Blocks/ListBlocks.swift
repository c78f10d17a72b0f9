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

  /// The part of the order that belongs to the block.
  var range: OrderRange { OrderRange(start: separator, end: end) }
}

/// The blocks of a list, and lists with other blocks.
///
/// A block holds its rows, or only counts them: then it has their sections, their number and the sum of their hashes.
struct ListBlocks: Sendable {
  let list: RowList

  init(of list: RowList) { self.list = list }

  /// Returns the block that holds the row at a rank.
  ///
  /// - Complexity: O(log *n*)
  subscript(ofRank rank: Int) -> ListBlock {
    let found = list.tree.block(ofRank: rank)
    let end = found.rank + found.block.count
    let next = end < list.count ? list.tree.block(ofRank: end) : nil
    return ListBlock(
      ranks: found.rank..<end, separator: list.directory.separator(of: found.number),
      end: next.map { list.directory.separator(of: $0.number) },
      start: found.block.start(list.grouping), isResident: found.block.counts == nil)
  }

  /// Returns the block in which a row with some order key belongs, or `nil` if the list has no rows.
  ///
  /// - Complexity: O(log *n*)
  subscript(for orderKey: RowOrderKey) -> ListBlock? {
    var work = TreeWork()
    return list.tree.block(for: orderKey, &work).map { self[ofRank: $0.rank] }
  }

  /// Returns the blocks that have a part of a range, in order.
  ///
  /// - Complexity: O(*b* log *n*), where *b* is the number of blocks.
  subscript(in range: OrderRange) -> [ListBlock] {
    guard var block = self[for: RowOrderKey(bytes: range.start)] else { return [] }
    var blocks = [block]
    while let next = block.end, block.ranks.upperBound < list.count {
      if let end = range.end, ByteOrder.compare(next, end) != .less { break }
      block = self[ofRank: block.ranks.upperBound]
      blocks.append(block)
    }
    return blocks
  }

  /// Returns whether the row at a rank is in memory; otherwise only its section is known.
  func isResident(_ rank: Int) -> Bool { list.tree.block(ofRank: rank).block.counts == nil }

  /// Whether some blocks only count their rows.
  var countRows: Bool { ListBlocks.countRows(list.tree.children) }

  private static func countRows(_ children: [RowTree.Child]) -> Bool {
    children.contains { child in
      guard !child.isCounted, case .branch(let inner) = child.content else {
        return child.isCounted
      }
      return countRows(inner)
    }
  }

  /// The ranks of the first rows of the blocks that are in memory, in order.
  ///
  /// - Complexity: O(*b* log *n*), where *b* is the number of these blocks.
  var residentRanks: [Int] {
    var ranks: [Int] = []
    ListBlocks.appendResidents(of: list.tree.children, from: 0, to: &ranks)
    return ranks
  }

  private static func appendResidents(
    of children: [RowTree.Child], from start: Int, to ranks: inout [Int]
  ) {
    var start = start
    for child in children {
      if !child.isCounted {
        switch child.content {
        case .block: ranks.append(start)
        case .branch(let inner): appendResidents(of: inner, from: start, to: &ranks)
        }
      }
      start += Int(child.rows)
    }
  }

  /// Returns the keys of the rows of a block whose contents aren't in memory; `nil` if the block isn't.
  func keysWithoutContents(in block: ListBlock) -> [RowKey]? {
    guard block.isResident else { return nil }
    let rows = list.tree.block(ofRank: block.ranks.lowerBound).block
    return rows.slots.indices.filter { !rows[$0].hasContents }.map { rows[$0].key }
  }
}

extension RowList {
  /// The blocks of the list.
  var blocks: ListBlocks { ListBlocks(of: self) }
}

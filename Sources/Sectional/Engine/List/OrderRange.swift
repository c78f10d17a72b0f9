/// A part of a list's order: from a position up to another one.
struct OrderRange: Sendable, Hashable {
  /// The compared bytes at which it begins.
  let start: [UInt8]
  /// The compared bytes at which the next part begins, or `nil` if it reaches to the end.
  var end: [UInt8]?

  /// Returns whether the ranges overlap.
  func overlaps(_ other: OrderRange) -> Bool {
    begins(before: other.end) && other.begins(before: end)
  }

  private func begins(before end: [UInt8]?) -> Bool {
    end.map { ByteOrder.compare(start, $0) == .less } ?? true
  }
}

extension RowList {
  /// Returns the block in which a position of the order is, or `nil` if the list has no rows.
  ///
  /// - Complexity: O(log *n*)
  func block(at order: [UInt8]) -> ListBlock? {
    block(for: RowOrderKey(bytes: order))
  }

  /// Returns the blocks that have a part of a range.
  ///
  /// - Complexity: O(*b* log *n*), where *b* is the number of blocks.
  func blocks(in range: OrderRange) -> [ListBlock] {
    guard var block = block(at: range.start) else { return [] }
    var blocks = [block]
    while let next = block.end, block.ranks.upperBound < count {
      if let end = range.end, ByteOrder.compare(next, end) != .less { break }
      block = self.block(at: block.ranks.upperBound)
      blocks.append(block)
    }
    return blocks
  }
}

extension ListBlock {
  /// The part of the order that belongs to the block.
  var range: OrderRange { OrderRange(start: separator, end: end) }
}

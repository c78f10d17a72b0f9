/// How large the parts of a tree may be.
package struct RowTreeShape: Sendable, Hashable {
  /// The most rows in a block.
  let blockRows: Int
  /// The bytes that more than one row of a block may take.
  let blockBytes: Int
  /// The most children of a branch.
  let fanOut: Int

  /// Makes a shape; a block takes at least two rows, and a branch four children.
  package init(blockRows: Int, blockBytes: Int, fanOut: Int) {
    self.blockRows = max(blockRows, 2)
    self.blockBytes = max(blockBytes, 1)
    self.fanOut = max(fanOut, 4)
  }

  /// The shape that was measured to be the fastest: blocks of a few kilobytes.
  package static let standard = RowTreeShape(blockRows: 64, blockBytes: 32_768, fanOut: 32)

  /// Tells whether a block that is filled from rows in order takes no more: some room is left for later ones.
  func isFilled(_ block: RowBlockBuilder) -> Bool {
    block.count >= max(blockRows * 7 / 8, 1) || block.bytes.count >= blockBytes
  }

  /// Tells whether two neighbors are better one block.
  func joinsBlocks(_ left: RowBlock, _ right: RowBlock) -> Bool {
    let rows = left.count + right.count
    return min(left.count, right.count) < max(blockRows / 3, 1) && rows <= blockRows * 3 / 4
      && left.bytes.count + right.bytes.count <= blockBytes
  }

  /// Tells whether two neighbors are better one branch.
  func joinsBranches(_ left: Int, _ right: Int) -> Bool {
    min(left, right) < max(fanOut / 3, 2) && left + right <= fanOut * 3 / 4
  }

  /// Cuts a block into parts that are not too large.
  ///
  /// - Parameters:
  ///   - block: The rows of a block, and new ones.
  ///   - kept: How many rows there were, if all new ones stand behind them: who appends goes on appending, so the old
  ///     block stays as it is.
  /// - Returns: The positions of each part.
  func pieces(of block: RowBlockBuilder, keeping kept: Int?) -> [Range<Int>] {
    let parts = parts(rows: block.count, bytes: block.bytes.count)
    guard parts > 1 else { return [0..<block.count] }
    if let kept, kept >= blockRows / 2 {
      let bytes = block.bytes.count - Int(block.slots[kept].start)
      let more = self.parts(rows: block.count - kept, bytes: bytes)
      return [0..<kept] + RowTreeShape.even(kept..<block.count, into: more)
    }
    return RowTreeShape.even(0..<block.count, into: parts)
  }

  private func parts(rows: Int, bytes: Int) -> Int {
    let most = max((rows + blockRows - 1) / blockRows, (bytes + blockBytes - 1) / blockBytes)
    return min(most, rows)
  }

  /// Cuts a range into parts of nearly one length.
  static func even(_ range: Range<Int>, into parts: Int) -> [Range<Int>] {
    (0..<parts).map { part in
      let start = range.lowerBound + range.count * part / parts
      return start..<(range.lowerBound + range.count * (part + 1) / parts)
    }
  }
}

/// Size limits for the parts of a tree, what is summed up of their rows, and by what these are found.
package struct RowTreeShape: Sendable, Hashable {
  /// The maximum number of rows in a block.
  let blockRows: Int
  /// The maximum number of bytes in a block with more than one row.
  let blockBytes: Int
  /// The maximum number of children of a branch.
  let fanOut: Int
  /// The aggregates that each part knows of its rows; `nil` if the list has none.
  var summary: SummaryRule?
  /// The columns by whose values rows are found, besides their keys.
  var foundBy: [Int] = []

  /// Creates a shape; a block holds at least two rows, and a branch at least four children.
  package init(blockRows: Int, blockBytes: Int, fanOut: Int) {
    self.blockRows = max(blockRows, 2)
    self.blockBytes = max(blockBytes, 1)
    self.fanOut = max(fanOut, 4)
  }

  /// The fastest shape in measurements, whose blocks take a few kilobytes.
  package static let standard = RowTreeShape(blockRows: 64, blockBytes: 32_768, fanOut: 32)

  /// The shape of a tree most of whose blocks only count their rows: larger blocks take less memory together, and smaller ones
  /// less time to read.
  package static let counted = RowTreeShape(blockRows: 512, blockBytes: 1 << 22, fanOut: 32)

  /// The number of bytes from which memory is given back instead of being reused.
  static let hugeBytes = 1 << 20

  /// The number of rows in a block that is filled with rows in order; some room is left for later rows.
  var filledRows: Int { max(blockRows * 7 / 8, 1) }

  /// The number of rows in a block that is only counted; it takes many changes until one of these is read and split.
  var countedRows: Int { max(blockRows * 31 / 32, 1) }

  /// Returns whether a block that is filled with rows in order is full; some room is left for later rows.
  func isFilled(_ block: RowBlockBuilder) -> Bool {
    block.count >= filledRows || block.bytes.count >= blockBytes
  }

  /// Returns whether two neighboring blocks should be joined.
  func joinsBlocks(_ left: RowBlock, _ right: RowBlock) -> Bool {
    let rows = left.count + right.count
    guard left.counts == nil, right.counts == nil else { return false }
    return min(left.count, right.count) < max(blockRows / 3, 1) && rows <= blockRows * 3 / 4
      && left.bytes.count + right.bytes.count <= blockBytes
  }

  /// Returns whether two neighboring branches should be joined.
  func joinsBranches(_ left: Int, _ right: Int) -> Bool {
    min(left, right) < max(fanOut / 3, 2) && left + right <= fanOut * 3 / 4
  }

  /// Splits a block into parts that aren't too large.
  ///
  /// - Parameters:
  ///   - block: The rows of a block, and new ones.
  ///   - kept: The number of old rows, if all new rows follow them. Appends tend to be followed by more appends, so
  ///     the old block then stays as it is.
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

  /// Splits a range into parts of nearly equal length.
  static func even(_ range: Range<Int>, into parts: Int) -> [Range<Int>] {
    (0..<parts).map { part in
      let start = range.lowerBound + range.count * part / parts
      return start..<(range.lowerBound + range.count * (part + 1) / parts)
    }
  }
}

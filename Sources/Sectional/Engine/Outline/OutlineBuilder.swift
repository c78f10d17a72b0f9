/// Writes an outline, row by row in their order.
struct OutlineBuilder {
  /// How many bytes of a row's sort keys are written at most, beside those that it shares with the row before.
  private static let mostBytes = 16
  /// The same for the first row of a block, which shares nothing.
  private static let mostFirstBytes = 64

  private let shape: Outline.Shape
  /// How many bytes are written behind the first one that differs from the row before: with more, less often a row has
  /// to be read to find out whether another one stands before it.
  private let slack: Int
  private var count = 0
  private var runCount = 0
  private var sections: [UInt8] = []
  private var cells: [UInt8] = []
  private var blocks: [UInt8] = []
  private var rows: [UInt8] = []
  /// The sort keys of the last row, as far as they are known.
  private var last: [UInt8] = []
  /// How many of its bytes were written.
  private var written = 0

  init(_ shape: Outline.Shape, expecting rows: Int) {
    self.shape = shape
    slack = rows < 200_000 ? OutlineBuilder.mostBytes : 2
    self.rows.reserveCapacity(min(rows, 1 << 24) * 12)
  }

  /// Begins a section.
  mutating func beginSection(_ key: PackedRow) {
    sections.append(word: count)
    sections.append(word: cells.count)
    cells += key.bytes
    runCount += 1
  }

  /// Appends a row to the last section, or to the only one.
  ///
  /// - Parameters:
  ///   - order: The row's sort keys.
  ///   - isCut: Whether they go on behind that.
  ///   - rowID: The rowid, where the outline has them.
  ///   - appendKey: Appends the cells of the row's key.
  mutating func append(
    _ order: ArraySlice<UInt8>, isCut: Bool, rowID: Int64?, key appendKey: (inout [UInt8]) -> Void
  ) {
    let same = OutlineBuilder.shared(last, order)
    let isFirst = count % Outline.blockRows == 0
    if isFirst { blocks.append(word: rows.count) }
    let shared = isFirst ? 0 : min(same, written)
    let most = isFirst ? OutlineBuilder.mostFirstBytes : OutlineBuilder.mostBytes
    let rest = min(order.count - shared, same - shared + 1 + slack, most)
    PackedLength.append(shared, to: &rows)
    PackedLength.append(rest << 1 | (isCut || shared + rest < order.count ? 1 : 0), to: &rows)
    let start = order.startIndex + shared
    rows += order[start..<(start + rest)]
    appendKey(&rows)
    if shape.hasRowIDs { CarefulReader.append(rowID ?? 0, to: &rows) }
    written = shared + rest
    last.replaceSubrange(min(same, last.count)..., with: order.dropFirst(same))
    count += 1
  }

  private static func shared(_ last: [UInt8], _ order: ArraySlice<UInt8>) -> Int {
    let most = min(last.count, order.count)
    var shared = 0
    while shared < most, last[shared] == order[order.startIndex + shared] { shared += 1 }
    return shared
  }

  /// Returns the bytes of the outline; nothing where they are too many to be numbered.
  func finished() -> [UInt8]? {
    guard rows.count < 1 << 31, cells.count < 1 << 31, count < 1 << 31 else { return nil }
    var bytes: [UInt8] = []
    bytes.reserveCapacity(
      Outline.headCount + sections.count + cells.count + blocks.count + rows.count)
    bytes.append(word: count)
    bytes.append(word: runCount)
    bytes.append(word: shape.keyCount)
    bytes.append(
      word: (shape.hasRowIDs ? 1 : 0) | (shape.fallsBackToRowID ? 2 : 0) | (shape.isPlain ? 4 : 0))
    bytes.append(word: cells.count)
    bytes.append(word: rows.count)
    for part in [sections, cells, blocks, rows] { bytes += part }
    return bytes
  }
}

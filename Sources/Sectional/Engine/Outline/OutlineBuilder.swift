/// Writes an outline, row by row in their order.
struct OutlineBuilder {
  /// How many bytes of a row's sort keys are written at most, beside those that it shares with the row before.
  private static let mostBytes = 12
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
  /// The checksums of the segments that are complete.
  private var segments: [UInt8] = []
  private var segmentStart = 0
  /// The sort keys of the last row, as far as they are known.
  private var last: [UInt8] = []
  /// How many of its bytes were written.
  private var written = 0

  init(_ shape: Outline.Shape, expecting rows: Int, slack: Int? = nil) {
    self.shape = shape
    self.slack = slack ?? (rows < 200_000 ? OutlineBuilder.mostBytes : 2)
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
    if count % Outline.segmentRows == 0 { sealSegment() }
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

  /// Returns the outline; nothing where its bytes are too many to be numbered.
  mutating func outline() -> Outline? {
    guard rows.count < 1 << 32, cells.count < 1 << 32, count < 1 << 31 else { return nil }
    sealSegment()
    var head: [UInt8] = []
    let flags =
      (shape.hasRowIDs ? 1 : 0) | (shape.fallsBackToRowID ? 2 : 0) | (shape.isPlain ? 4 : 0)
    for word in [count, runCount, shape.keyCount, flags, cells.count] { head.append(word: word) }
    head.append(longWord: UInt64(rows.count))
    for part in [sections, cells, blocks, segments] { head += part }
    return Outline(head: head, rows: OutlineRowsInMemory(bytes: rows))
  }

  private mutating func sealSegment() {
    guard segmentStart < rows.count else { return }
    segments.append(longWord: Checksum.of(rows, segmentStart..<rows.count))
    segmentStart = rows.count
  }
}

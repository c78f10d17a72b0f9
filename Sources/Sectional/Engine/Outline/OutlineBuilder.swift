/// Builds an outline row by row, in order.
struct OutlineBuilder {
  /// The maximum number of bytes written of a row's sort keys, not counting those shared with the previous row.
  private static let mostBytes = 12
  /// The same limit for the first row of a block, which shares no bytes.
  private static let mostFirstBytes = 64

  private let shape: Outline.Shape
  /// The number of bytes written after the first one that differs from the previous row; with more bytes, rows have
  /// to be read less often to determine which one comes first.
  private let slack: Int
  private var count = 0
  private var runCount = 0
  private var sections: [UInt8] = []
  private var cells: [UInt8] = []
  private var blocks: [UInt8] = []
  private var rows: [UInt8] = []
  /// The checksums of the completed segments.
  private var segments: [UInt8] = []
  private var segmentStart = 0
  /// The sort keys of the last row, as far as they are known.
  private var last: [UInt8] = []
  /// How many of these bytes were written.
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

  /// Appends a row to the last section, or to the only section.
  ///
  /// - Parameters:
  ///   - order: The row's sort keys.
  ///   - isCut: Whether the sort keys continue after these bytes.
  ///   - rowID: The rowid, if the outline includes rowids.
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

  /// Returns the outline, or `nil` if its size exceeds the format's limits.
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

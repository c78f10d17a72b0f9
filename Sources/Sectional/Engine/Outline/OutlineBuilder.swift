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
  private let leafRows: Int
  private var sections = OutlineSections()
  private var leaves: [OutlineLeaf] = []
  /// The number of rows in the leaves.
  private var count = 0
  private var leaf = OpenLeaf()
  /// Whether the outline exceeds the format's limits.
  private var isTooLong = false

  /// The leaf that rows are added to.
  private struct OpenLeaf {
    var rows: [UInt8] = []
    /// Where the blocks begin in these.
    var blocks: [UInt8] = []
    var count = 0
    var start: [UInt8] = []
    var hashes: [UInt32] = []
    /// The sort keys of the last row, as far as they are known.
    var last: [UInt8] = []
    /// How many of these bytes were written.
    var written = 0
  }

  /// - Parameters:
  ///   - shape: The properties that all rows share.
  ///   - rows: About how many rows there will be.
  ///   - slack: The number of bytes to write after those that distinguish rows, or `nil` to choose it by the number of rows.
  ///   - leafRows: The most rows of a leaf.
  init(
    _ shape: Outline.Shape, expecting rows: Int, slack: Int? = nil,
    leafRows: Int = Outline.leafRows
  ) {
    self.shape = shape
    self.slack = slack ?? (rows < 200_000 ? OutlineBuilder.mostBytes : 2)
    self.leafRows = leafRows
  }

  /// The number of rows so far.
  var rowCount: Int { count + leaf.count }

  /// Begins a section after the rows so far, or after some rows of a leaf that is appended next.
  mutating func beginSection(_ key: PackedRow, after rows: Int = 0) {
    sections.append(key, at: rowCount + rows)
  }

  /// A row that is appended.
  struct Row {
    /// Its sort keys.
    let order: ArraySlice<UInt8>
    /// Whether the sort keys continue after these bytes.
    let isCut: Bool
    let identity: ArraySlice<UInt8>
    /// The rowid, if the outline includes rowids.
    let rowID: Int64?
  }

  /// Appends a row to the last section, or to the only section.
  ///
  /// - Parameters:
  ///   - row: The row.
  ///   - appendKey: Appends the cells of the row's key.
  mutating func append(_ row: Row, key appendKey: (inout [UInt8]) -> Void) {
    if leaf.count == leafRows { seal() }
    if leaf.count == 0 { begin(row) }
    let isFirst = leaf.count % Outline.blockRows == 0
    if isFirst { leaf.blocks.append(word: leaf.rows.count) }
    let order = row.order
    let same = OutlineBuilder.shared(leaf.last, order)
    let shared = isFirst ? 0 : min(same, leaf.written)
    // A leaf is read without the one before, so as much as possible is written of its first row.
    let distinct = leaf.count == 0 ? order.count : same - shared + 1 + slack
    let most = isFirst ? OutlineBuilder.mostFirstBytes : OutlineBuilder.mostBytes
    let rest = min(order.count - shared, distinct, most)
    PackedLength.append(shared, to: &leaf.rows)
    PackedLength.append(
      rest << 1 | (row.isCut || shared + rest < order.count ? 1 : 0), to: &leaf.rows)
    let start = order.startIndex + shared
    leaf.rows += order[start..<(start + rest)]
    appendKey(&leaf.rows)
    if shape.hasRowIDs { CarefulReader.append(row.rowID ?? 0, to: &leaf.rows) }
    leaf.written = shared + rest
    leaf.last.replaceSubrange(min(same, leaf.last.count)..., with: order.dropFirst(same))
    leaf.count += 1
    leaf.hashes.append(IdentityHash.hash(row.identity))
    if shape.hasRowIDs, let rowID = row.rowID { leaf.hashes.append(IdentityHash.hash(rowID)) }
  }

  private mutating func begin(_ row: Row) {
    let key = row.isCut ? Array(row.order) : Array(row.order) + row.identity
    leaf.start = Array(key.prefix(OutlineLeaf.mostStartBytes))
  }

  /// Appends the rows of a leaf of another outline.
  mutating func append(_ other: OutlineLeaf) {
    seal()
    leaves.append(other)
    count += other.count
  }

  private static func shared(_ last: [UInt8], _ order: ArraySlice<UInt8>) -> Int {
    let most = min(last.count, order.count)
    var shared = 0
    while shared < most, last[shared] == order[order.startIndex + shared] { shared += 1 }
    return shared
  }

  /// Returns the outline, or `nil` if its size exceeds the format's limits.
  mutating func outline() -> Outline? {
    seal()
    guard !isTooLong, sections.cells.count < 1 << 32, count < 1 << 31 else { return nil }
    return Outline(shape, sections, leaves)
  }

  private mutating func seal() {
    guard leaf.count > 0 else { return }
    let sealed = OutlineLeaf(
      rows: leaf.rows + leaf.blocks, count: leaf.count, start: leaf.start,
      filter: LeafFilter(leaf.hashes))
    if sealed.byteCount > OutlineLeaf.mostBytes { isTooLong = true }
    leaves.append(sealed)
    count += leaf.count
    leaf = OpenLeaf()
    leaf.rows.reserveCapacity(leafRows * 12)
  }
}

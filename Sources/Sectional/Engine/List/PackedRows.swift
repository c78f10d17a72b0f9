/// Rows packed into blocks, in the order they arrive.
struct PackedRows: Sendable {
  let grouping: RowGrouping
  let shape: RowTreeShape
  private(set) var blocks: [RowBlock] = []
  private(set) var count = 0
  /// Whether the rows are known to have unique keys, so that duplicates need not be looked for.
  var hasUniqueIdentities = false
  /// Whether every row follows the previous one in the order.
  private(set) var ascends = true
  private var open = RowBlockBuilder()
  private var last = RowOrderKey()
  private var lastSection: [UInt8] = []

  init(_ grouping: RowGrouping, shape: RowTreeShape) {
    self.grouping = grouping
    self.shape = shape
  }

  /// Appends a copy of a row; the order key is swapped with another one, whose storage can be reused.
  mutating func append(
    _ orderKey: inout RowOrderKey, contents: UnsafeRawBufferPointer, rowID: Int64?
  ) {
    if ascends, count > 0, !last.precedes(orderKey, in: grouping) { ascends = false }
    // Rows of the same section share its bytes, even in different blocks.
    if count == 0 || !orderKey.hasSection(lastSection) {
      lastSection = Array(orderKey.bytes[orderKey.section])
    }
    unsafe open.append(orderKey, contents: contents, rowID: rowID, in: lastSection)
    swap(&last, &orderKey)
    count += 1
    if shape.isFilled(open) { seal() }
  }

  /// Creates a block from the rows that aren't in one yet.
  mutating func seal() {
    guard open.count > 0 else { return }
    // Memory for a huge row isn't worth keeping for the next ones, so it is handed over instead of copied.
    guard open.bytes.count < RowTreeShape.hugeBytes else {
      blocks.append(open.block())
      open = RowBlockBuilder()
      return
    }
    blocks.append(open.block(0..<open.count))
    open.removeAll()
  }

  /// How many bytes the rows take that are in blocks.
  var byteCount: Int { blocks.reduce(0) { $0 + $1.bytes.count } }

  /// The block and position of each row, in the order they arrived.
  var positions: [(block: Int, position: Int)] {
    blocks.indices.flatMap { block in (0..<blocks[block].count).map { (block, $0) } }
  }
}

extension PackedRows {
  /// Returns the rows, sorted.
  ///
  /// - Complexity: O(*n* log *n*)
  func sorted() -> PackedRows {
    var staged = StagedRows(grouping, shape: shape)
    for (block, position) in positions {
      let record = blocks[block][position]
      unsafe blocks[block].bytes.withUnsafeBytes { bytes in
        unsafe staged.append(
          blocks[block].orderKey(of: position),
          contents: UnsafeRawBufferPointer(rebasing: bytes[record.contents]), rowID: record.rowID)
      }
    }
    return staged.sorted()
  }
}

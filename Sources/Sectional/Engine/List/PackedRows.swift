/// Rows in blocks, in the order they come.
struct PackedRows: Sendable {
  let grouping: RowGrouping
  let shape: RowTreeShape
  private(set) var blocks: [RowBlock] = []
  private(set) var count = 0
  /// Whether nobody has to look for two rows with one identity.
  var hasUniqueIdentities = false
  /// Whether every row stands behind the one before it.
  private(set) var ascends = true
  private var open = RowBlockBuilder()
  private var last = RowOrderKey()
  private var lastSection: [UInt8] = []

  init(_ grouping: RowGrouping, shape: RowTreeShape) {
    self.grouping = grouping
    self.shape = shape
  }

  /// Appends a row, which is copied; its order key is exchanged for one whose room can be used again.
  mutating func append(
    _ orderKey: inout RowOrderKey, contents: UnsafeRawBufferPointer, rowID: Int64?
  ) {
    if ascends, count > 0, !last.precedes(orderKey, in: grouping) { ascends = false }
    // Rows of one section share its bytes, also in different blocks.
    if count == 0 || !orderKey.hasSection(lastSection) {
      lastSection = Array(orderKey.bytes[orderKey.section])
    }
    unsafe open.append(orderKey, contents: contents, rowID: rowID, in: lastSection)
    swap(&last, &orderKey)
    count += 1
    if shape.isFilled(open) { seal() }
  }

  /// Makes a block of the rows that wait for one.
  mutating func seal() {
    guard open.count > 0 else { return }
    blocks.append(open.block(0..<open.count))
    open.removeAll()
  }

  /// The rows by block and position, in the order they came.
  var positions: [(block: Int, position: Int)] {
    blocks.indices.flatMap { block in (0..<blocks[block].count).map { (block, $0) } }
  }
}

extension PackedRows {
  /// Returns the rows sorted by their order.
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

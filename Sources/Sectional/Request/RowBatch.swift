/// Rows that a store has read and that wait to be packed.
struct RowBatch: Sendable {
  private static let fullBytes = 1 << 16
  private var bytes: [UInt8] = []
  private var rows: [(end: Int, rowID: Int64?)] = []

  var isEmpty: Bool { rows.isEmpty }

  var isFull: Bool { bytes.count >= RowBatch.fullBytes }

  mutating func append(_ contents: PackedRow, rowID: Int64?) {
    if rows.isEmpty { bytes.reserveCapacity(RowBatch.fullBytes + 4096) }
    bytes.append(contentsOf: contents.bytes)
    rows.append((bytes.count, rowID))
  }

  /// Appends the rows to others that were packed before.
  ///
  /// - Throws: ``StoreError`` with code `unexpectedCell` if a cell doesn't fit, or `invalidMapping` if records are
  ///   created from the rows incorrectly.
  func place(into placed: inout RowPacker) throws(StoreError) {
    var contents = PackedRow()
    var start = 0
    for row in rows {
      contents.replace(with: bytes[start..<row.end])
      try placed.append(contents, rowID: row.rowID)
      start = row.end
    }
  }
}

extension PackedRow {
  /// Replaces the cells with others that are already packed, reusing the storage.
  mutating func replace(with packed: ArraySlice<UInt8>) {
    bytes.removeAll(keepingCapacity: true)
    bytes.append(contentsOf: packed)
  }
}

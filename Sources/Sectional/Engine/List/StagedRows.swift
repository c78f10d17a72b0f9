/// Rows that arrive in any order, and are kept until all are available for sorting.
///
/// They are stored in large chunks, each row after a header with the lengths of its parts, so that locating a row
/// takes a single memory access.
struct StagedRows: Sendable {
  private static let chunkBytes = 1 << 20
  private let grouping: RowGrouping
  private let shape: RowTreeShape
  private var chunks: [[UInt8]] = []
  private(set) var count = 0

  init(_ grouping: RowGrouping, shape: RowTreeShape) {
    self.grouping = grouping
    self.shape = shape
  }

  /// Appends a copy of a row.
  mutating func append(
    _ orderKey: RowOrderKey, contents: UnsafeRawBufferPointer, rowID: Int64?
  ) {
    makeRoom()
    let head = StagedHead(orderKey, contentCount: contents.count, rowID: rowID)
    unsafe head.append(to: &chunks[chunks.count - 1], orderKey, contents)
    count += 1
  }

  private mutating func makeRoom() {
    guard chunks.last.map({ $0.count >= StagedRows.chunkBytes }) ?? true else { return }
    chunks.append([])
    // The first chunk grows as needed, so that few rows take little memory; the others have a fixed capacity.
    if count > 0 { chunks[chunks.count - 1].reserveCapacity(StagedRows.chunkBytes + 4096) }
  }

  /// Returns the rows, sorted.
  ///
  /// - Complexity: O(*n* log *n*)
  func sorted() -> PackedRows { packed(sortedPositions()) }

  private func sortedPositions() -> [StagedPosition] {
    var keys = StagedSortKey.keys(of: chunks, grouping)
    keys.sort { left, right in
      if left.first != right.first { return left.first < right.first }
      if left.second != right.second { return left.second < right.second }
      return left.row.precedes(right.row, in: chunks, grouping)
    }
    return keys.map(\.row)
  }

  /// Returns the first or the last rows of the order, in order.
  ///
  /// - Complexity: O(*n* log *n*)
  func nearest(_ count: Int, fromEnd: Bool) -> StagedRows {
    let all = sortedPositions()
    var nearest = StagedRows(grouping, shape: shape)
    for row in fromEnd ? all.suffix(count) : all.prefix(count) {
      let size = row.head(in: chunks).size
      nearest.append(chunks[Int(row.chunk)][Int(row.start)...].prefix(size))
    }
    return nearest
  }

  /// Appends a row that is already staged elsewhere, with its header.
  private mutating func append(_ row: ArraySlice<UInt8>) {
    makeRoom()
    chunks[chunks.count - 1].append(contentsOf: row)
    count += 1
  }

  /// The order key of the row that arrived first.
  var firstOrderKey: RowOrderKey? { StagedPosition.all(in: chunks).first.map(orderKey) }

  /// The order key of the row that arrived last.
  var lastOrderKey: RowOrderKey? { StagedPosition.all(in: chunks).last.map(orderKey) }

  private func orderKey(_ row: StagedPosition) -> RowOrderKey {
    var orderKey = RowOrderKey()
    unsafe chunks[Int(row.chunk)].withUnsafeBytes { bytes in
      let head = row.head(in: chunks)
      unsafe head.copy(head.parts(in: bytes, at: Int(row.start)).orderKey, to: &orderKey)
    }
    return orderKey
  }

  /// Returns the rows in the order they arrived, from one on.
  func inOrder(from first: Int) -> PackedRows {
    packed(Array(StagedPosition.all(in: chunks).dropFirst(first)))
  }

  /// The rows in the order they arrived.
  var unsorted: PackedRows { packed(StagedPosition.all(in: chunks)) }

  /// Packs rows in the given order.
  private func packed(_ rows: [StagedPosition]) -> PackedRows {
    var packed = PackedRows(grouping, shape: shape)
    var orderKey = RowOrderKey()
    // Several rows are fetched at once before they are packed, so that their memory accesses overlap instead of
    // waiting for one another.
    let step = 32
    var fetched: [UInt8] = []
    for start in stride(from: 0, to: rows.count, by: step) {
      let part = rows[start..<min(start + step, rows.count)]
      let heads = part.map { $0.head(in: chunks) }
      guard heads.reduce(0, { $0 + $1.size }) < RowTreeShape.hugeBytes else {
        // Large rows aren't copied for that.
        for (row, head) in zip(part, heads) {
          unsafe chunks[Int(row.chunk)].withUnsafeBytes { bytes in
            unsafe head.pack(bytes, at: Int(row.start), into: &packed, &orderKey)
          }
        }
        continue
      }
      fetched.removeAll(keepingCapacity: true)
      for (row, head) in zip(part, heads) {
        fetched.append(contentsOf: chunks[Int(row.chunk)][Int(row.start)...].prefix(head.size))
      }
      unsafe fetched.withUnsafeBytes { bytes in
        var position = 0
        for head in heads {
          unsafe head.pack(bytes, at: position, into: &packed, &orderKey)
          position += head.size
        }
      }
    }
    packed.seal()
    return packed
  }
}

extension StagedHead {
  /// Appends the row behind this header to packed rows; its order key is copied into one that is used again.
  fileprivate func pack(
    _ bytes: UnsafeRawBufferPointer, at position: Int, into packed: inout PackedRows,
    _ orderKey: inout RowOrderKey
  ) {
    let parts = unsafe parts(in: bytes, at: position)
    unsafe copy(parts.orderKey, to: &orderKey)
    unsafe packed.append(&orderKey, contents: parts.contents, rowID: rowID)
  }
}

/// The header of a staged row, which contains the lengths of its parts.
struct StagedHead {
  let sectionEnd: UInt32
  let identityStart: UInt32
  let orderKeyCount: UInt32
  let contentCount: UInt32
  private let rowIDOrZero: Int64
  private let hasRowID: Int64

  init(_ orderKey: RowOrderKey, contentCount: Int, rowID: Int64?) {
    sectionEnd = UInt32(orderKey.sectionEnd)
    identityStart = UInt32(orderKey.identityStart)
    orderKeyCount = UInt32(orderKey.bytes.count)
    self.contentCount = UInt32(contentCount)
    rowIDOrZero = rowID ?? 0
    hasRowID = rowID == nil ? 0 : 1
  }

  var rowID: Int64? { hasRowID == 0 ? nil : rowIDOrZero }

  /// The number of bytes that the header and its row take.
  var size: Int { MemoryLayout<StagedHead>.size + Int(orderKeyCount) + Int(contentCount) }

  /// Returns the range of the row's order key that is compared.
  func compared(at start: Int, _ grouping: RowGrouping) -> Range<Int> {
    let key = start + MemoryLayout<StagedHead>.size
    return key + (grouping == .asSorted ? Int(sectionEnd) : 0)..<key + Int(orderKeyCount)
  }

  func append(
    to chunk: inout [UInt8], _ orderKey: RowOrderKey, _ contents: UnsafeRawBufferPointer
  ) {
    // Only a large row is worth an exact size, which keeps the chunk from growing by a factor.
    if size > RowTreeShape.hugeBytes { chunk.reserveCapacity(chunk.count + size) }
    unsafe withUnsafeBytes(of: self) { unsafe chunk.append(contentsOf: $0) }
    chunk.append(contentsOf: orderKey.bytes)
    unsafe chunk.append(contentsOf: contents)
  }

  /// Returns the bytes of a row's order key and those of its contents.
  func parts(
    in chunk: UnsafeRawBufferPointer, at start: Int
  ) -> (orderKey: UnsafeRawBufferPointer, contents: UnsafeRawBufferPointer) {
    let key = start + MemoryLayout<StagedHead>.size
    let contents = key + Int(orderKeyCount)
    return unsafe (
      UnsafeRawBufferPointer(rebasing: chunk[key..<contents]),
      UnsafeRawBufferPointer(rebasing: chunk[contents..<(contents + Int(contentCount))])
    )
  }

  /// Copies an order key, reusing the storage.
  func copy(_ bytes: UnsafeRawBufferPointer, to orderKey: inout RowOrderKey) {
    orderKey.bytes.removeAll(keepingCapacity: true)
    unsafe orderKey.bytes.append(contentsOf: bytes)
    orderKey.sectionEnd = Int(sectionEnd)
    orderKey.identityStart = Int(identityStart)
  }
}

/// The position of a staged row.
struct StagedPosition {
  let chunk: UInt32
  let start: UInt32

  func head(in chunks: [[UInt8]]) -> StagedHead {
    unsafe chunks[Int(chunk)].withUnsafeBytes {
      unsafe $0.loadUnaligned(fromByteOffset: Int(start), as: StagedHead.self)
    }
  }

  /// Returns whether a row precedes another one in the order.
  func precedes(_ other: StagedPosition, in chunks: [[UInt8]], _ grouping: RowGrouping) -> Bool {
    ByteOrder.compare(
      chunks[Int(chunk)], head(in: chunks).compared(at: Int(start), grouping),
      chunks[Int(other.chunk)], other.head(in: chunks).compared(at: Int(other.start), grouping))
      == .less
  }

  /// Returns the positions of all rows, in the order they arrived.
  static func all(in chunks: [[UInt8]]) -> [StagedPosition] {
    var positions: [StagedPosition] = []
    for chunk in chunks.indices {
      var start = 0
      while start < chunks[chunk].count {
        let position = StagedPosition(chunk: UInt32(chunk), start: UInt32(start))
        positions.append(position)
        start += position.head(in: chunks).size
      }
    }
    return positions
  }
}

/// A staged row, with the first bytes of its order key after those that all rows share.
struct StagedSortKey {
  let first: UInt64
  let second: UInt64
  let row: StagedPosition

  /// Returns the sort keys of all rows, each with sixteen bytes of the order key after those that all rows share.
  static func keys(of chunks: [[UInt8]], _ grouping: RowGrouping) -> [StagedSortKey] {
    let rows = StagedPosition.all(in: chunks)
    let shared = sharedPrefix(of: rows, in: chunks, grouping)
    return rows.map { row in
      let bytes = chunks[Int(row.chunk)]
      let range = row.head(in: chunks).compared(at: Int(row.start), grouping)
      return StagedSortKey(
        first: ByteOrder.prefix(bytes, range, after: shared),
        second: ByteOrder.prefix(bytes, range, after: shared + 8), row: row)
    }
  }

  private static func sharedPrefix(
    of rows: [StagedPosition], in chunks: [[UInt8]], _ grouping: RowGrouping
  ) -> Int {
    guard let first = rows.first else { return 0 }
    let range = first.head(in: chunks).compared(at: Int(first.start), grouping)
    let order = Array(chunks[Int(first.chunk)][range])
    var shared = order.count
    for row in rows where shared > 0 {
      let bytes = chunks[Int(row.chunk)]
      let range = row.head(in: chunks).compared(at: Int(row.start), grouping).prefix(shared)
      if ByteOrder.compare(bytes, range, order, 0..<shared) == .equal { continue }
      shared = zip(bytes[range], order).prefix { $0 == $1 }.count
    }
    return shared
  }
}

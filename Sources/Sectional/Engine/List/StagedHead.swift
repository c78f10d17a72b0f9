/// What stands before a staged row: how long its parts are.
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

  /// The number of bytes that the head and its row take.
  var size: Int { MemoryLayout<StagedHead>.size + Int(orderKeyCount) + Int(contentCount) }

  /// The bytes of the row's order key that are compared.
  func compared(at start: Int, _ grouping: RowGrouping) -> Range<Int> {
    let key = start + MemoryLayout<StagedHead>.size
    return key + (grouping == .asSorted ? Int(sectionEnd) : 0)..<key + Int(orderKeyCount)
  }

  func append(
    to chunk: inout [UInt8], _ orderKey: RowOrderKey, _ contents: UnsafeRawBufferPointer
  ) {
    unsafe withUnsafeBytes(of: self) { unsafe chunk.append(contentsOf: $0) }
    chunk.append(contentsOf: orderKey.bytes)
    unsafe chunk.append(contentsOf: contents)
  }

  /// Returns the bytes of a row's order key and of its contents.
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

  /// Copies an order key into room that is used again.
  func copy(_ bytes: UnsafeRawBufferPointer, to orderKey: inout RowOrderKey) {
    orderKey.bytes.removeAll(keepingCapacity: true)
    unsafe orderKey.bytes.append(contentsOf: bytes)
    orderKey.sectionEnd = Int(sectionEnd)
    orderKey.identityStart = Int(identityStart)
  }
}

/// Where a staged row stands.
struct StagedPosition {
  let chunk: UInt32
  let start: UInt32

  func head(in chunks: [[UInt8]]) -> StagedHead {
    unsafe chunks[Int(chunk)].withUnsafeBytes {
      unsafe $0.loadUnaligned(fromByteOffset: Int(start), as: StagedHead.self)
    }
  }

  /// Tells whether a row stands before another by their order.
  func precedes(_ other: StagedPosition, in chunks: [[UInt8]], _ grouping: RowGrouping) -> Bool {
    ByteOrder.compare(
      chunks[Int(chunk)], head(in: chunks).compared(at: Int(start), grouping),
      chunks[Int(other.chunk)], other.head(in: chunks).compared(at: Int(other.start), grouping))
      == .less
  }

  /// Returns the rows in the order they came.
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

/// A staged row with the first bytes of its order that tell rows apart.
struct StagedSortKey {
  let first: UInt64
  let second: UInt64
  let row: StagedPosition

  /// Looks at sixteen bytes of each row's order, behind those that all rows share.
  static func keys(of chunks: [[UInt8]], _ grouping: RowGrouping) -> [StagedSortKey] {
    let rows = StagedPosition.all(in: chunks)
    let shared = sharedPrefix(of: rows, in: chunks, grouping)
    return rows.map { row in
      let bytes = chunks[Int(row.chunk)]
      let range = row.head(in: chunks).compared(at: Int(row.start), grouping)
      return StagedSortKey(
        first: ByteOrder.prefix(bytes, range, behind: shared),
        second: ByteOrder.prefix(bytes, range, behind: shared + 8), row: row)
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

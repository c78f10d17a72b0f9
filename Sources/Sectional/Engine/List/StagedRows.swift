/// Rows that come in no order, kept until all are there to be sorted.
struct StagedRows: Sendable {
  /// Some rows, one after the other: what each is ordered by, and its contents.
  fileprivate struct Chunk: Sendable {
    var bytes: [UInt8] = []
    var rows: [StagedRow] = []
  }

  /// Where the parts of a row stand in the bytes of its chunk.
  fileprivate struct StagedRow: Sendable {
    let start: UInt32
    let sectionEnd: UInt32
    let identityStart: UInt32
    let placeEnd: UInt32
    let contentsEnd: UInt32
    let rowID: Int64?
  }

  private static let chunkBytes = 1 << 20
  private let grouping: RowGrouping
  private let shape: RowTreeShape
  private var chunks: [Chunk] = []
  private(set) var count = 0

  init(_ grouping: RowGrouping, shape: RowTreeShape) {
    self.grouping = grouping
    self.shape = shape
  }

  /// Appends a row, which is copied.
  mutating func append(
    _ place: RowPlace, contents: UnsafeRawBufferPointer, rowID: Int64?
  ) {
    if chunks.last.map({ $0.bytes.count >= StagedRows.chunkBytes }) ?? true {
      chunks.append(Chunk())
      chunks[chunks.count - 1].bytes.reserveCapacity(count == 0 ? 0 : StagedRows.chunkBytes + 4096)
    }
    unsafe chunks[chunks.count - 1].append(place, contents, rowID)
    count += 1
  }
}

extension StagedRows.StagedRow {
  fileprivate func copyPlace(in bytes: UnsafeRawBufferPointer, to place: inout RowPlace) {
    place.bytes.removeAll(keepingCapacity: true)
    unsafe place.bytes.append(
      contentsOf: UnsafeRawBufferPointer(rebasing: bytes[Int(start)..<Int(placeEnd)]))
    place.sectionEnd = Int(sectionEnd - start)
    place.identityStart = Int(identityStart - start)
  }
}

extension StagedRows.Chunk {
  fileprivate mutating func append(
    _ place: RowPlace, _ contents: UnsafeRawBufferPointer, _ rowID: Int64?
  ) {
    let start = bytes.count
    bytes.append(contentsOf: place.bytes)
    unsafe bytes.append(contentsOf: contents)
    rows.append(
      StagedRows.StagedRow(
        start: UInt32(start), sectionEnd: UInt32(start + place.sectionEnd),
        identityStart: UInt32(start + place.identityStart),
        placeEnd: UInt32(start + place.bytes.count), contentsEnd: UInt32(bytes.count), rowID: rowID)
    )
  }
}

extension StagedRows {
  /// A row with the first bytes of its order that tell rows apart.
  private struct SortKey {
    let first: UInt64
    let second: UInt64
    let chunk: UInt32
    let row: UInt32
  }

  /// Returns the rows sorted by their order.
  ///
  /// - Complexity: O(*n* log *n*)
  func sorted() -> PackedRows {
    var keys = sortKeys()
    keys.sort { left, right in
      if left.first != right.first { return left.first < right.first }
      if left.second != right.second { return left.second < right.second }
      return precedes(left, right)
    }
    return packed(keys.lazy.map { (Int($0.chunk), Int($0.row)) })
  }

  /// The rows in the order they came.
  var unsorted: PackedRows {
    packed(chunks.indices.lazy.flatMap { chunk in chunks[chunk].rows.indices.map { (chunk, $0) } })
  }

  /// Returns the first rows that came.
  func prefix(_ count: Int) -> [ListedRow] {
    let first = chunks.first?.rows.indices.prefix(count) ?? 0..<0
    return packed(first.lazy.map { (0, $0) }).prefix(count)
  }

  private func packed(_ order: some Sequence<(chunk: Int, row: Int)>) -> PackedRows {
    var packed = PackedRows(grouping, shape: shape)
    var place = RowPlace()
    for (number, index) in order {
      let row = chunks[number].rows[index]
      unsafe chunks[number].bytes.withUnsafeBytes { bytes in
        unsafe row.copyPlace(in: bytes, to: &place)
        unsafe packed.append(
          &place,
          contents: UnsafeRawBufferPointer(
            rebasing: bytes[Int(row.placeEnd)..<Int(row.contentsEnd)]), rowID: row.rowID)
      }
    }
    packed.seal()
    return packed
  }

  private func compared(_ row: StagedRow) -> Range<Int> {
    Int(grouping == .asSorted ? row.sectionEnd : row.start)..<Int(row.placeEnd)
  }

  private func precedes(_ left: SortKey, _ right: SortKey) -> Bool {
    let (one, other) = (chunks[Int(left.chunk)], chunks[Int(right.chunk)])
    return ByteOrder.compare(
      one.bytes, compared(one.rows[Int(left.row)]), other.bytes,
      compared(other.rows[Int(right.row)])) == .less
  }

  /// Looks at sixteen bytes of each row's order, behind those that all rows share.
  private func sortKeys() -> [SortKey] {
    let shared = sharedPrefix()
    var keys: [SortKey] = []
    keys.reserveCapacity(count)
    for (number, chunk) in chunks.enumerated() {
      for (index, row) in chunk.rows.enumerated() {
        let range = compared(row)
        keys.append(
          SortKey(
            first: ByteOrder.prefix(chunk.bytes, range, behind: shared),
            second: ByteOrder.prefix(chunk.bytes, range, behind: shared + 8),
            chunk: UInt32(number), row: UInt32(index)))
      }
    }
    return keys
  }

  private func sharedPrefix() -> Int {
    guard let first = chunks.first, let row = first.rows.first else { return 0 }
    let order = Array(first.bytes[compared(row)])
    var shared = order.count
    for chunk in chunks {
      for row in chunk.rows where shared > 0 {
        let range = compared(row).prefix(shared)
        if ByteOrder.compare(chunk.bytes, range, order, 0..<shared) == .equal { continue }
        shared = zip(chunk.bytes[range], order).prefix { $0 == $1 }.count
      }
    }
    return shared
  }
}

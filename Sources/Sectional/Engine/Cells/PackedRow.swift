/// A row's cells, packed into contiguous bytes.
///
/// Two rows are equal if every cell has the same type and bytes, so comparing contents means comparing bytes. A cell
/// consists of a tag byte (0 for null, 1–8 for an integer of that many bytes, 9 for a real, 10 for text, 11 for a
/// blob) followed by its bytes; the bytes of text and blobs are preceded by their length.
public struct PackedRow: Hashable, Sendable {
  /// The bytes of the cells, one after the other.
  public internal(set) var bytes: [UInt8]

  /// Creates a row without cells, with capacity for the given number of bytes.
  public init(reservingCapacity capacity: Int = 0) {
    bytes = []
    bytes.reserveCapacity(capacity)
  }

  /// Creates a row from cells that are already packed.
  init(bytes: [UInt8]) { self.bytes = bytes }

  /// Creates a row by packing values, in order.
  public init(_ values: some Sequence<StoredValue>) {
    self.init()
    for value in values { append(value) }
  }
}

/// The tag bytes of packed cells; the tags 1 to 8 are the lengths of integers.
enum CellTag {
  static let null: UInt8 = 0
  static let real: UInt8 = 9
  static let text: UInt8 = 10
  static let blob: UInt8 = 11
}

extension PackedRow {
  /// Removes all cells, but keeps the allocated capacity unless it is that of a huge row.
  public mutating func removeAll() {
    bytes.removeAll(keepingCapacity: bytes.capacity < RowTreeShape.hugeBytes)
  }

  /// Appends a cell of any type.
  public mutating func append(_ value: StoredValue) {
    switch value {
    case .null: appendNull()
    case .integer(let integer): append(integer: integer)
    case .real(let real): append(real: real)
    case .text(let text): append(tag: CellTag.text, Array(text.utf8))
    case .malformedText(let bytes): append(tag: CellTag.text, bytes)
    case .blob(let bytes): append(tag: CellTag.blob, bytes)
    }
  }

  /// Appends a null.
  public mutating func appendNull() { bytes.append(CellTag.null) }

  /// Appends an integer in as few bytes as possible, but at least one.
  public mutating func append(integer: Int64) {
    let significantBits = 65 - (integer < 0 ? ~integer : integer).leadingZeroBitCount
    let length = (significantBits + 7) / 8
    append(tag: UInt8(length), UInt64(bitPattern: integer), length: length)
  }

  /// Appends a real; negative zero becomes 0.0, and every NaN becomes the same NaN.
  public mutating func append(real: Double) {
    let canonical = real.isNaN ? Double.nan : (real == 0 ? 0 : real)
    append(tag: CellTag.real, canonical.bitPattern, length: 8)
  }

  /// Appends text given as UTF-8 bytes, which may be malformed; they are copied.
  public mutating func append(text: UnsafeRawBufferPointer) {
    guard text.count < 0x80 else {
      appendHead(tag: CellTag.text, count: text.count)
      unsafe bytes.append(contentsOf: text)
      return
    }
    // A short text in one step, which is faster than its head byte by byte.
    unsafe withUnsafeTemporaryAllocation(byteCount: 2 + 0x80, alignment: 8) { cell in
      unsafe (cell[0], cell[1]) = (CellTag.text, UInt8(text.count))
      unsafe UnsafeMutableRawBufferPointer(rebasing: cell[2...]).copyMemory(from: text)
      unsafe bytes.append(
        contentsOf: UnsafeRawBufferPointer(rebasing: cell[..<(text.count + 2)]))
    }
  }

  /// Appends a blob; its bytes are copied.
  public mutating func append(blob: UnsafeRawBufferPointer) {
    appendHead(tag: CellTag.blob, count: blob.count)
    unsafe bytes.append(contentsOf: blob)
  }

  private mutating func append(tag: UInt8, _ content: [UInt8]) {
    appendHead(tag: tag, count: content.count)
    bytes.append(contentsOf: content)
  }

  private mutating func appendHead(tag: UInt8, count: Int) {
    bytes.append(tag)
    PackedLength.append(count, to: &bytes)
  }

  /// Appends a tag and the low bytes of a number in one step, which is faster than byte by byte.
  private mutating func append(tag: UInt8, _ pattern: UInt64, length: Int) {
    let words = ((UInt64(tag) | pattern << 8).littleEndian, (pattern >> 56).littleEndian)
    unsafe withUnsafeBytes(of: words) { words in
      unsafe bytes.append(contentsOf: UnsafeRawBufferPointer(rebasing: words[...length]))
    }
  }
}

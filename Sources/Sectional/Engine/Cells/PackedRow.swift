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
  /// Precedes the cells that are kept of a row without contents, because they are summed up.
  static let summed: UInt8 = 255
}

extension PackedRow {
  /// Removes all cells, but keeps the allocated capacity unless it is that of a huge row.
  public mutating func removeAll() {
    bytes.removeAll(keepingCapacity: bytes.capacity < RowTreeShape.hugeBytes)
  }

  /// Appends cells, which a closure writes.
  package mutating func append(cells write: (inout ByteWriter) -> Void) {
    ByteWriter.append(to: &bytes, write)
  }

  /// Appends a cell of any type.
  public mutating func append(_ value: StoredValue) {
    append { cells in
      switch value {
      case .null: cells.appendNull()
      case .integer(let integer): cells.append(integer: integer)
      case .real(let real): cells.append(real: real)
      case .text(var text): text.withUTF8 { unsafe cells.append(text: .init($0)) }
      case .malformedText(let bytes):
        unsafe bytes.withUnsafeBytes { unsafe cells.append(text: $0) }
      case .blob(let bytes): unsafe bytes.withUnsafeBytes { unsafe cells.append(blob: $0) }
      }
    }
  }

  /// Appends a null.
  public mutating func appendNull() { bytes.append(CellTag.null) }

  /// Appends an integer in as few bytes as possible, but at least one.
  public mutating func append(integer: Int64) { append { $0.append(integer: integer) } }

  /// Appends a real; negative zero becomes 0.0, and every NaN becomes the same NaN.
  public mutating func append(real: Double) { append { $0.append(real: real) } }

  /// Appends text given as UTF-8 bytes, which may be malformed; they are copied.
  public mutating func append(text: UnsafeRawBufferPointer) {
    append { unsafe $0.append(text: text) }
  }

  /// Appends a blob; its bytes are copied.
  public mutating func append(blob: UnsafeRawBufferPointer) {
    append { unsafe $0.append(blob: blob) }
  }
}

// What the cells of a row consist of.
extension ByteWriter {
  /// Appends a null.
  package mutating func appendNull() { append(CellTag.null) }

  /// Appends an integer in as few bytes as possible, but at least one.
  package mutating func append(integer: Int64) {
    let significantBits = 65 - (integer < 0 ? ~integer : integer).leadingZeroBitCount
    let length = (significantBits + 7) / 8
    append(UInt8(length))
    append(UInt64(bitPattern: integer), length: length)
  }

  /// Appends a real; negative zero becomes 0.0, and every NaN becomes the same NaN.
  package mutating func append(real: Double) {
    let canonical = real.isNaN ? Double.nan : (real == 0 ? 0 : real)
    append(CellTag.real)
    append(canonical.bitPattern, length: 8)
  }

  /// Appends text given as UTF-8 bytes, which may be malformed; they are copied.
  package mutating func append(text: UnsafeRawBufferPointer) {
    append(CellTag.text)
    append(packedLength: text.count)
    unsafe append(text)
  }

  /// Appends a blob; its bytes are copied.
  package mutating func append(blob: UnsafeRawBufferPointer) {
    append(CellTag.blob)
    append(packedLength: blob.count)
    unsafe append(blob)
  }

  /// Appends a length as ``PackedLength`` does.
  mutating func append(packedLength length: Int) {
    var length = length
    while length >= 0x80 {
      append(UInt8(truncatingIfNeeded: length) | 0x80)
      length >>= 7
    }
    append(UInt8(length))
  }
}

/// A cell of a packed row, located but not yet decoded.
enum PackedCell {
  case null
  case integer(Int64)
  case real(Double)
  case text(ArraySlice<UInt8>)
  case blob(ArraySlice<UInt8>)

  /// The number, or `nil` if the cell is none.
  var number: PackedNumber? {
    switch self {
    case .integer(let integer): .integer(integer)
    case .real(let real): .real(real)
    case .null, .text, .blob: nil
    }
  }

  /// The decoded value.
  var value: StoredValue {
    switch self {
    case .null: return .null
    case .integer(let integer): return .integer(integer)
    case .real(let real): return .real(real)
    case .text(let bytes):
      guard let text = String(validating: bytes, as: UTF8.self) else {
        return .malformedText(Array(bytes))
      }
      return .text(text)
    case .blob(let bytes): return .blob(Array(bytes))
    }
  }
}

extension PackedRow {
  /// The cells as values, in order.
  ///
  /// - Complexity: O(*b*), where *b* is the number of bytes.
  public var values: [StoredValue] {
    var values: [StoredValue] = []
    var reader = Reader(bytes)
    while let cell = reader.next() { values.append(cell.value) }
    return values
  }

  /// Returns a cell, or null if the row has fewer cells.
  ///
  /// - Complexity: O(*c*), where *c* is the number of cells before it.
  public func value(at column: Int) -> StoredValue { cell(at: column).value }

  /// Locates a cell.
  func cell(at column: Int) -> PackedCell {
    PackedRow.cell(at: column, of: bytes, in: bytes.indices)
  }

  /// Locates a cell of a row that is a part of some bytes.
  static func cell(at column: Int, of bytes: [UInt8], in range: Range<Int>) -> PackedCell {
    var reader = Reader(bytes, in: range)
    for _ in 0..<column { reader.skip() }
    return reader.next() ?? .null
  }

  /// Reads the cells of a packed row in order.
  struct Reader {
    private let bytes: [UInt8]
    private let end: Int
    private(set) var position: Int

    init(_ bytes: [UInt8]) { self.init(bytes, in: bytes.indices) }

    /// Reads the cells of a row that is a part of some bytes.
    init(_ bytes: [UInt8], in range: Range<Int>) {
      (self.bytes, position, end) = (bytes, range.lowerBound, range.upperBound)
    }

    /// Reads the next cell, or returns `nil` after the last one.
    mutating func next() -> PackedCell? {
      guard position < end else { return nil }
      let tag = bytes[position]
      position += 1
      switch tag {
      case CellTag.null: return .null
      case CellTag.real: return .real(Double(bitPattern: UInt64(bitPattern: integer(length: 8))))
      case CellTag.text: return .text(content())
      case CellTag.blob: return .blob(content())
      default: return .integer(integer(length: Int(tag)))
      }
    }

    /// Skips the next cell, if there is one.
    mutating func skip() {
      guard position < end else { return }
      position = PackedRow.end(ofCellAt: position, of: bytes)
    }

    private mutating func integer(length: Int) -> Int64 {
      defer { position += length }
      return PackedRow.integer(at: position, length: length, of: bytes)
    }

    private mutating func length() -> Int { PackedLength.read(bytes, at: &position) }

    private mutating func content() -> ArraySlice<UInt8> {
      let count = length()
      defer { position += count }
      return bytes[position..<(position + count)]
    }
  }
}

/// A cell that is a number.
enum PackedNumber {
  case integer(Int64)
  case real(Double)
}

extension PackedRow {
  /// Returns the position behind a cell that begins at a position in some bytes.
  static func end(ofCellAt position: Int, of bytes: [UInt8]) -> Int {
    let tag = bytes[position]
    switch tag {
    case CellTag.null: return position + 1
    case CellTag.real: return position + 9
    case CellTag.text, CellTag.blob:
      var start = position + 1
      let length = PackedLength.read(bytes, at: &start)
      return start + length
    default: return position + 1 + Int(tag)
    }
  }

  /// Returns the number in a cell, or `nil` if the cell is none.
  ///
  /// - Parameters:
  ///   - position: Where the cell begins.
  ///   - bytes: Bytes with the cells of a row.
  /// - Returns: The number.
  static func number(at position: Int, of bytes: [UInt8]) -> PackedNumber? {
    let tag = bytes[position]
    switch tag {
    case CellTag.null, CellTag.text, CellTag.blob: return nil
    case CellTag.real:
      let pattern = integer(at: position + 1, length: 8, of: bytes)
      return .real(Double(bitPattern: UInt64(bitPattern: pattern)))
    default: return .integer(integer(at: position + 1, length: Int(tag), of: bytes))
    }
  }

  /// Returns the integer of one to eight bytes at a position, the lowest byte first.
  fileprivate static func integer(at position: Int, length: Int, of bytes: [UInt8]) -> Int64 {
    let unusedBits = 64 - 8 * length
    guard position >= 0, position + 8 <= bytes.count else {
      var pattern: UInt64 = 0
      for offset in 0..<length { pattern |= UInt64(bytes[position + offset]) << (8 * offset) }
      return Int64(bitPattern: pattern << unusedBits) >> unusedBits
    }
    // Reading eight bytes at once takes less time than one after the other. The check before keeps it inside of the array.
    let pattern = unsafe bytes.withUnsafeBytes {
      unsafe UInt64(littleEndian: $0.loadUnaligned(fromByteOffset: position, as: UInt64.self))
    }
    return Int64(bitPattern: pattern << unusedBits) >> unusedBits
  }
}

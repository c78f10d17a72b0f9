/// A cell of a packed row, located but not yet decoded.
enum PackedCell {
  case null
  case integer(Int64)
  case real(Double)
  case text(ArraySlice<UInt8>)
  case blob(ArraySlice<UInt8>)

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
      case CellTag.real: return .real(Double(bitPattern: littleEndian(length: 8)))
      case CellTag.text: return .text(content())
      case CellTag.blob: return .blob(content())
      default: return .integer(integer(length: Int(tag)))
      }
    }

    /// Skips the next cell, if there is one.
    mutating func skip() {
      guard position < end else { return }
      let tag = bytes[position]
      position += 1
      switch tag {
      case CellTag.null: break
      case CellTag.real: position += 8
      case CellTag.text, CellTag.blob: position += length()
      default: position += Int(tag)
      }
    }

    private mutating func integer(length: Int) -> Int64 {
      let unusedBits = 64 - 8 * length
      return Int64(bitPattern: littleEndian(length: length) << unusedBits) >> unusedBits
    }

    private mutating func littleEndian(length: Int) -> UInt64 {
      var pattern: UInt64 = 0
      for offset in 0..<length { pattern |= UInt64(bytes[position + offset]) << (8 * offset) }
      position += length
      return pattern
    }

    private mutating func length() -> Int { PackedLength.read(bytes, at: &position) }

    private mutating func content() -> ArraySlice<UInt8> {
      let count = length()
      defer { position += count }
      return bytes[position..<(position + count)]
    }
  }
}

extension StoredValue {
  /// The value, with a real that equals an integer replaced by that integer, so that 1 and 1.0 are the same section.
  var canonicalNumber: StoredValue {
    guard case .real(let real) = self, let integer = Int64(exactly: real) else { return self }
    return .integer(integer)
  }

  /// The name of the section with this key; empty for null.
  var sectionName: String {
    switch self {
    case .null: ""
    case .integer(let integer): String(integer)
    case .real(let real): String(real)
    case .text(let text): text
    case .malformedText(let bytes): String(decoding: bytes, as: UTF8.self)
    case .blob(let bytes): bytes.hexadecimal
    }
  }
}

extension StoredValue: CustomStringConvertible {
  /// The value, written as an SQL literal.
  public var description: String {
    switch self {
    case .null: "NULL"
    case .integer, .real: sectionName
    case .text(let text): "'\(text)'"
    case .malformedText(let bytes), .blob(let bytes): "x'\(bytes.hexadecimal)'"
    }
  }
}

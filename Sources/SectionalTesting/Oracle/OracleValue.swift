public import Sectional

/// One cell as the oracle reads it: its type and its exact bytes, independent of the library's types.
public enum OracleValue: Sendable, Hashable {
  /// Null.
  case null
  /// An integer.
  case integer(Int64)
  /// A real number. Zero has no sign.
  case real(Double)
  /// Text, as bytes.
  case text([UInt8])
  /// A blob.
  case blob([UInt8])

  /// Creates a value from a cell of a list.
  public init(_ value: StoredValue) {
    switch value {
    case .null: self = .null
    case .integer(let integer): self = .integer(integer)
    case .real(let real): self = .real(real == 0 ? 0 : real)
    case .text(let text): self = .text(Array(text.utf8))
    case .malformedText(let bytes): self = .text(bytes)
    case .blob(let bytes): self = .blob(bytes)
    }
  }

  /// The value as a store keeps it.
  var stored: StoredValue {
    switch self {
    case .null: .null
    case .integer(let integer): .integer(integer)
    case .real(let real): .real(real)
    case .text(let bytes):
      String(validating: bytes, as: UTF8.self).map(StoredValue.text) ?? .malformedText(bytes)
    case .blob(let bytes): .blob(bytes)
    }
  }

  /// The value, with an integer instead of a real number that equals one, so that equal numbers are equal.
  public var byValue: OracleValue {
    guard case .real(let real) = self, let integer = Int64(exactly: real) else { return self }
    return .integer(integer)
  }

  /// The value, with A–Z replaced by a–z in a text.
  public var folded: OracleValue {
    guard case .text(let bytes) = self else { return self }
    return .text(bytes.map { (0x41...0x5A).contains($0) ? $0 + 0x20 : $0 })
  }

  /// The name of a section whose rows share the value.
  public var sectionName: String {
    switch self {
    case .null: return ""
    case .integer(let integer): return "\(integer)"
    case .real(let real): return "\(real)"
    case .text(let bytes): return String(decoding: bytes, as: UTF8.self)
    case .blob(let bytes):
      return bytes.map { ($0 < 16 ? "0" : "") + String($0, radix: 16) }.joined()
    }
  }
}

extension OracleValue: CustomStringConvertible {
  /// The value as an SQL literal.
  public var description: String {
    switch self {
    case .null: return "NULL"
    case .integer(let integer): return "\(integer)"
    case .real(let real): return "\(real)"
    case .text(let bytes):
      let isPlain = bytes.allSatisfy { (0x20...0x7E).contains($0) }
      return isPlain
        ? "'\(String(decoding: bytes, as: UTF8.self))'" : "text:\(OracleValue.blob(bytes))"
    case .blob: return "x'\(sectionName)'"
    }
  }
}

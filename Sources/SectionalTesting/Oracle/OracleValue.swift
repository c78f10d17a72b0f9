public import Sectional

/// One cell as the oracle reads it: its type and its exact bytes, in a type of the oracle's own.
public enum OracleValue: Sendable, Hashable {
  /// The absence of a value.
  case null
  /// An integer.
  case integer(Int64)
  /// A real; zero has no sign.
  case real(Double)
  /// Text, as bytes.
  case text([UInt8])
  /// Bytes.
  case blob([UInt8])

  /// Translates what a list shows.
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

  /// The value with an integer in place of a real that equals one, so that equal numbers are equal.
  public var byValue: OracleValue {
    guard case .real(let real) = self, let integer = Int64(exactly: real) else { return self }
    return .integer(integer)
  }

  /// The value with a–z in place of A–Z in a text.
  public var folded: OracleValue {
    guard case .text(let bytes) = self else { return self }
    return .text(bytes.map { (0x41...0x5A).contains($0) ? $0 + 0x20 : $0 })
  }

  /// The name of the section whose rows share the value.
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
  /// The value as SQL spells it.
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

import Sectional

extension StoredValue {
  /// The value as a literal of SQLite's SQL.
  var sqlLiteral: String {
    switch self {
    case .null: return "NULL"
    case .integer(let integer): return "\(integer)"
    case .real(let real):
      // SQL has no literal for infinity, but reads a number that is too large as infinity.
      if real.isInfinite { return real < 0 ? "-9e999" : "9e999" }
      return "\(real)"
    case .text(let text): return StoredValue.literal(ofText: Array(text.utf8))
    case .malformedText(let bytes): return StoredValue.literal(ofText: bytes)
    case .blob(let bytes): return "x'\(bytes.hexadecimal)'"
    }
  }

  /// Returns a literal that spells text by its bytes unless it is plain, so that every byte is preserved.
  private static func literal(ofText bytes: [UInt8]) -> String {
    let isPlain = bytes.allSatisfy { (0x20...0x7E).contains($0) && $0 != 0x27 }
    return isPlain
      ? "'\(String(decoding: bytes, as: UTF8.self))'" : "CAST(x'\(bytes.hexadecimal)' AS TEXT)"
  }

  /// Returns whether both values form the same section.
  func isSameSection(as other: StoredValue) -> Bool {
    OracleValue(self).byValue == OracleValue(other).byValue
  }
}

import Sectional

/// The key of a row without a rowid, as the change log stores it: for each column, a letter for the type, then the
/// value.
enum LoggedKey {
  /// Returns the SQL that encodes a key from some columns.
  static func expression(of columns: [String]) -> String {
    columns.map { column in
      """
      CASE typeof(\(column)) WHEN 'integer' THEN 'i' || \(column) WHEN 'real' THEN 'r' || \
      quote(\(column)) WHEN 'text' THEN 't' || hex(\(column)) WHEN 'blob' THEN 'b' || \
      hex(\(column)) ELSE 'n' END
      """
    }.joined(separator: " || ',' || ")
  }

  /// Decodes the values of a key; returns `nil` if the text isn't one.
  static func values(_ text: String) -> [StoredValue]? {
    var values: [StoredValue] = []
    for part in text.utf8.split(separator: UInt8(ascii: ","), omittingEmptySubsequences: false) {
      guard let value = value(part) else { return nil }
      values.append(value)
    }
    return values
  }

  private static func value(_ part: Substring.UTF8View) -> StoredValue? {
    let text = String(Substring(part.dropFirst()))
    switch part.first {
    case UInt8(ascii: "i"): return Int64(text).map(StoredValue.integer)
    case UInt8(ascii: "r"): return Double(text).map(StoredValue.real)
    case UInt8(ascii: "t"): return bytes(text).map(self.text)
    case UInt8(ascii: "b"): return bytes(text).map(StoredValue.blob)
    case UInt8(ascii: "n"): return text.isEmpty ? .null : nil
    default: return nil
    }
  }

  private static func text(_ bytes: [UInt8]) -> StoredValue {
    String(validating: bytes, as: UTF8.self).map(StoredValue.text) ?? .malformedText(bytes)
  }

  private static func bytes(_ hexadecimal: String) -> [UInt8]? {
    let digits = hexadecimal.compactMap(\.hexDigitValue)
    guard digits.count == hexadecimal.count, digits.count.isMultiple(of: 2) else { return nil }
    return stride(from: 0, to: digits.count, by: 2).map {
      UInt8(digits[$0] << 4 | digits[$0 + 1])
    }
  }
}

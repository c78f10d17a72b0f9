import Sectional

/// Reads values as the JSON of this program has them, exactly.
///
/// Foundation's decoders read the real number 1.0 as the integer 1, and take numbers that no cell holds for their neighbors.
struct JSONReader {
  private var rest: Substring.UTF8View

  private init(_ text: String) { rest = text[...].utf8 }

  /// Returns the value that a whole text is, or `nil` if the JSON has no such value.
  static func value(_ text: String) -> StoredValue? {
    var reader = JSONReader(text)
    guard let value = reader.value(), reader.rest.isEmpty else { return nil }
    return value
  }

  /// Returns the values of an array that a whole text is, or `nil` if it is none.
  static func values(_ text: String) -> [StoredValue]? {
    var reader = JSONReader(text)
    guard reader.skip("[") else { return nil }
    var values: [StoredValue] = []
    repeat {
      guard let value = reader.value() else { return nil }
      values.append(value)
    } while reader.skip(",")
    return reader.skip("]") && reader.rest.isEmpty ? values : nil
  }

  /// Returns the number that a word is, or `nil` if a cell can only hold a neighbor of it.
  static func number(_ word: some StringProtocol) -> StoredValue? {
    if let integer = Int64(word) { return .integer(integer) }
    guard let real = Double(word), real.isFinite,
      significand(of: word) == significand(of: "\(real)")
    else { return nil }
    // A negative zero is a zero.
    return .real(real + 0)
  }

  /// Returns a number's digits without leading and trailing zeros.
  private static func significand(of text: some StringProtocol) -> String {
    let digits = text.prefix { $0 != "e" && $0 != "E" }.filter(\.isNumber).drop { $0 == "0" }
    return String(digits.reversed().drop { $0 == "0" })
  }

  private mutating func value() -> StoredValue? {
    skipSpaces()
    switch rest.first {
    case UInt8(ascii: "\""): return string().map(StoredValue.text)
    case UInt8(ascii: "{"): return taggedValue()
    default: return word()
    }
  }

  private mutating func word() -> StoredValue? {
    let word = rest.prefix { !" ,]}\n\t\r".utf8.contains($0) }
    rest = rest[word.endIndex...]
    let text = Substring(word)
    if text == "null" { return .null }
    let isNumber = text.wholeMatch(
      of: /-?(?:0|[1-9][0-9]*)(?:\.[0-9]+)?(?:[eE][+\-]?[0-9]+)?/)
    return isNumber == nil ? nil : JSONReader.number(text)
  }

  private mutating func taggedValue() -> StoredValue? {
    guard skip("{"), let tag = text(), skip(":"), let content = text(), skip("}") else {
      return nil
    }
    switch tag {
    case "blob": return JSONReader.bytes(content).map(StoredValue.blob)
    case "text":
      // Valid text is a string.
      guard let bytes = JSONReader.bytes(content), String(validating: bytes, as: UTF8.self) == nil
      else { return nil }
      return .malformedText(bytes)
    case "real":
      let reals = ["nan": Double.nan, "inf": .infinity, "-inf": -.infinity]
      return reals[content].map(StoredValue.real)
    default:
      return ColumnKind.allCases.contains { $0.tag == tag } ? .text(content) : nil
    }
  }

  private mutating func text() -> String? {
    skipSpaces()
    return rest.first == UInt8(ascii: "\"") ? string() : nil
  }

  /// Reads a string, which the next byte begins.
  private mutating func string() -> String? {
    rest.removeFirst()
    var bytes: [UInt8] = []
    while let byte = rest.popFirst() {
      if byte == UInt8(ascii: "\"") { return String(decoding: bytes, as: UTF8.self) }
      guard byte == UInt8(ascii: "\\") else {
        bytes.append(byte)
        continue
      }
      guard let scalar = escapedScalar() else { return nil }
      bytes += String(scalar).utf8
    }
    return nil
  }

  private mutating func escapedScalar() -> Unicode.Scalar? {
    guard let escape = rest.popFirst().map({ Unicode.Scalar($0) }) else { return nil }
    switch escape {
    case "\"", "\\", "/": return escape
    case "b": return "\u{8}"
    case "f": return "\u{C}"
    case "n": return "\n"
    case "r": return "\r"
    case "t": return "\t"
    case "u":
      guard let unit = codeUnit() else { return nil }
      guard UTF16.isLeadSurrogate(unit) else { return Unicode.Scalar(unit) }
      guard rest.popFirst() == UInt8(ascii: "\\"), rest.popFirst() == UInt8(ascii: "u"),
        let trail = codeUnit(), UTF16.isTrailSurrogate(trail)
      else { return nil }
      return Unicode.Scalar(0x10000 + (UInt32(unit) - 0xD800) << 10 + (UInt32(trail) - 0xDC00))
    default: return nil
    }
  }

  private mutating func codeUnit() -> UInt16? {
    let digits = Substring(rest.prefix(4))
    guard digits.utf8.count == 4, digits.utf8.allSatisfy(JSONReader.isHexadecimal) else {
      return nil
    }
    rest.removeFirst(4)
    return UInt16(digits, radix: 16)
  }

  private static func bytes(_ text: String) -> [UInt8]? {
    let digits = Array(text.utf8)
    guard digits.count.isMultiple(of: 2), digits.allSatisfy(isHexadecimal) else { return nil }
    return stride(from: 0, to: digits.count, by: 2).compactMap {
      UInt8(String(decoding: digits[$0..<$0 + 2], as: UTF8.self), radix: 16)
    }
  }

  private static func isHexadecimal(_ byte: UInt8) -> Bool {
    Character(Unicode.Scalar(byte)).isHexDigit
  }

  private mutating func skip(_ mark: Unicode.Scalar) -> Bool {
    skipSpaces()
    guard rest.first == UInt8(ascii: mark) else { return false }
    rest.removeFirst()
    return true
  }

  private mutating func skipSpaces() { rest = rest.drop { " \n\t\r".utf8.contains($0) } }
}

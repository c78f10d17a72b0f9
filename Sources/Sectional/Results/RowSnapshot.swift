/// A list's rows with the names of their columns and the rules of their order.
struct RowSnapshot: Sendable {
  var list: RowList
  var layout: RowLayout
  var ordering: RowOrdering

  /// Returns the typed value whose rows a section holds: numbers by value, the null key for a list without sections.
  func sectionKey(_ section: Int) -> Value {
    guard let rule = ordering.section.first else { return .null }
    return list[list.ranks(ofSection: section).lowerBound].contents.value(at: rule.column)
      .canonicalNumber
  }
}

extension Value {
  /// The value with an integer in place of a real that equals one, so that 1 and 1.0 are the same section.
  var canonicalNumber: Value {
    guard case .real(let real) = self, let integer = Int64(exactly: real) else { return self }
    return .integer(integer)
  }

  /// The name of the section with this key; a null is named "".
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

extension Sequence<UInt8> {
  /// The bytes as pairs of hexadecimal digits in lower case.
  package var hexadecimal: String {
    let digits = Array("0123456789abcdef".utf8)
    return String(
      decoding: flatMap { [digits[Int($0 >> 4)], digits[Int($0 & 15)]] }, as: UTF8.self)
  }
}

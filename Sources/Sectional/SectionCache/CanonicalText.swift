/// Returns a text on a single line, in quotation marks.
func onOneLine(_ text: String) -> String {
  var quoted = "\""
  for scalar in text.unicodeScalars {
    switch scalar {
    case "\"", "\\": quoted += "\\\(scalar)"
    case "\n": quoted += "\\n"
    case "\r": quoted += "\\r"
    case "\u{2028}", "\u{2029}", "\u{0}"..."\u{1F}", "\u{85}":
      quoted += "\\u{\(String(scalar.value, radix: 16))}"
    default: quoted.unicodeScalars.append(scalar)
    }
  }
  return quoted + "\""
}

extension StoredValue {
  /// The value as text that is different for every value.
  var canonicalText: String {
    switch self {
    case .null: "null"
    case .integer(let integer): "integer \(integer)"
    case .real(let real): "real \(real.bitPattern.sixteenDigits)"
    case .text(let text): "text \(onOneLine(text))"
    case .malformedText(let bytes): "bytes of text \(bytes.hexadecimal)"
    case .blob(let bytes): "blob \(bytes.hexadecimal)"
    }
  }
}

extension RowExpression {
  /// Returns the expression as text that is different for every expression; constants are replaced by placeholders
  /// and appended to `values`.
  func canonicalText(_ values: inout [StoredValue]) -> String {
    func call(_ name: String, _ parts: RowExpression...) -> String {
      "(\(name)\(parts.map { " " + $0.canonicalText(&values) }.joined()))"
    }
    switch self {
    case .column(let name): return onOneLine(name)
    case .constant(let value):
      values.append(value)
      return "?"
    case .comparison(let comparison, let left, let right):
      return call(comparison.rawValue, left, right)
    case .not(let inner): return call("not", inner)
    case .and(let left, let right): return call("and", left, right)
    case .or(let left, let right): return call("or", left, right)
    case .isOne(let inner, let list):
      let text = call("isOne", inner)
      values += list
      return "\(text)[\(list.count)]"
    case .contains(let left, let right): return call("contains", left, right)
    case .hasPrefix(let left, let right): return call("hasPrefix", left, right)
    case .search(let match, let inner, let folded):
      let text = call("search \(match.rawValue)", inner)
      values.append(.text(String(decoding: folded, as: UTF8.self)))
      return text
    case .coalesced(let left, let right): return call("coalesced", left, right)
    case .conditional(let test, let left, let right): return call("conditional", test, left, right)
    case .unwrapped(let inner): return call("unwrapped", inner)
    case .moment(let inner): return call("moment", inner)
    case .negative(let inner, let kind): return call("negative \(kind.text)", inner)
    case .arithmetic(let arithmetic, let left, let right, let kind):
      return call("\(arithmetic.rawValue) \(kind.text)", left, right)
    }
  }
}

extension RowExpression.NumberKind {
  fileprivate var text: String {
    switch self {
    case .integer(let bounds): "integer \(bounds.lowerBound) \(bounds.upperBound)"
    case .real: "real"
    }
  }
}

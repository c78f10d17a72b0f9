import Foundation

/// The text that tells requests of lists apart: line by line what decides which rows there are, in which order and in
/// which sections.
///
/// Each line begins with what it tells. Lines that begin with `value` hold what users may want to keep to themselves.
struct CanonicalRequest {
  /// Moves with what lists make of the same rows and the same request.
  private static let rules = 1

  private(set) var lines: [String] = []

  /// Describes a query.
  ///
  /// - Parameters:
  ///   - query: The query.
  ///   - name: The name of the cache.
  ///   - library: The library that the store reads with, in its version.
  init(_ query: RowQuery, name: String, library: String?) {
    let request = query.request
    add("cache", quote(name))
    add("rules", "\(CanonicalRequest.rules)")
    switch request.source {
    case .table(let name): add("table", quote(name))
    case .query(let text): add("SQL", text)
    }
    if let filter = request.filter { add("filter", filter) }
    if let condition = request.condition { add(condition) }
    for rule in request.cells ?? [] {
      add("cell", "\(quote(rule.column)) \(quote(rule.description))")
    }
    add(query.layout)
    for term in request.sort { add("sort", text(of: term)) }
    if let section = request.section { add(section) }
    if let library { add("library", quote(library)) }
    for rule in query.ordering.terms { add("order", text(of: rule)) }
  }

  /// The whole text.
  var text: String { lines.joined(separator: "\n") }

  private mutating func add(_ label: String, _ text: String) { lines.append("\(label) \(text)") }

  private mutating func add(_ label: String, _ text: StoreText) {
    add(label, quote(text.text))
    for argument in text.arguments { add("value", argument.canonicalText) }
  }

  private mutating func add(_ condition: RowCondition) {
    var values: [Value] = []
    add("condition", condition.expression.canonicalText(&values))
    for value in values { add("value", value.canonicalText) }
  }

  private mutating func add(_ layout: RowLayout) {
    for (place, name) in layout.columns.names.enumerated() {
      let isUUID = layout.columns.uuids.contains(place) ? " uuid" : ""
      add("column", "\(quote(name))\(isUUID)")
    }
    let names = layout.keyColumns.map { quote(layout.columns.names[$0]) }
    add("key", (names + (layout.fallsBackToRowID ? ["rowid"] : [])).joined(separator: " "))
    for table in layout.tables.sorted() { add("reads", quote(table)) }
  }

  private mutating func add(_ section: SectionRule) {
    let direction = section.isReversed.map { $0 ? " descending" : " ascending" } ?? ""
    let stance = section.isAsSorted ? " as sorted" : ""
    guard let derivation = section.derivation else {
      return add("section", "\(quote(section.column ?? ""))\(direction)\(stance)")
    }
    let parts = [section.column, derivation.argument].map { $0.map(quote) ?? "-" }
    add(
      "section",
      "\(derivation.function) \(parts.joined(separator: " "))\(direction)\(stance)")
    if let rules = derivation.rules { add("library", quote(rules)) }
  }

  private func text(of term: RowRequest.Term) -> String {
    text(
      of: quote(term.column), isReversed: term.isReversed, nullsLast: term.placesNullsLast,
      term.collation)
  }

  private func text(of rule: OrderRule) -> String {
    text(
      of: "\(rule.column)", isReversed: rule.isReversed, nullsLast: rule.placesNullsLast,
      rule.collation)
  }

  private func text(
    of column: String, isReversed: Bool, nullsLast: Bool, _ collation: TextCollation
  ) -> String {
    "\(column) \(isReversed ? "descending" : "ascending") nulls \(nullsLast ? "last" : "first") "
      + "collation \(collation)"
  }
}

extension CanonicalRequest {
  /// Says in which way a request is another one than that of a file.
  static func difference(_ request: String, from other: String) -> String {
    let (lines, others) = (labelled(request), labelled(other))
    for (label, word) in words where lines[label] != others[label] { return word }
    return "request"
  }

  /// The lines by their first words, as bytes: two texts can be spelled alike and be different.
  private static func labelled(_ text: String) -> [String: [ArraySlice<UInt8>]] {
    Dictionary(grouping: Array(text.utf8).split(separator: UInt8(ascii: "\n"))) { line in
      String(decoding: line.prefix { $0 != UInt8(ascii: " ") }, as: UTF8.self)
    }
  }

  private static let words: [(String, String)] = [
    ("cache", "name"), ("table", "table"), ("SQL", "SQL"), ("filter", "condition"),
    ("condition", "condition"), ("value", "arguments"), ("column", "columns"), ("cell", "columns"),
    ("key", "key"), ("reads", "tables"), ("section", "sections"), ("sort", "order"),
    ("library", "version of the store's library, of the time zones or of Unicode"),
    ("order", "order"),
    ("rules", "version of Sectional"),
  ]
}

/// Returns a text on one line, between quotation marks.
private func quote(_ text: String) -> String {
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

extension Value {
  /// The value as text that no other value has.
  fileprivate var canonicalText: String {
    switch self {
    case .null: "null"
    case .integer(let integer): "integer \(integer)"
    case .real(let real): "real \(real.bitPattern.sixteenDigits)"
    case .text(let text): "text \(quote(text))"
    case .malformedText(let bytes): "bytes of text \(bytes.hexadecimal)"
    case .blob(let bytes): "blob \(bytes.hexadecimal)"
    }
  }
}

extension RowExpression {
  /// Returns the expression as text that no other one has, without its constants.
  fileprivate func canonicalText(_ values: inout [Value]) -> String {
    func call(_ name: String, _ parts: RowExpression...) -> String {
      "(\(name)\(parts.map { " " + $0.canonicalText(&values) }.joined()))"
    }
    switch self {
    case .column(let name): return quote(name)
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

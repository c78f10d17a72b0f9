import Foundation
import Sectional
import SectionalSQL

extension PostgresDialect {
  /// Translates comparisons of a column with constants, including nil, and combinations of these by `and` and `or`.
  func condition(_ expression: RowExpression) -> SQLText? {
    guard expression.depth <= SQLLimits.depth, expression.links.count <= SQLLimits.mostLinks
    else { return nil }
    switch expression {
    case .and:
      return joined(expression.links.compactMap(condition), " AND ")
    case .or:
      let links = expression.links.compactMap(condition)
      return links.count == expression.links.count ? joined(links, " OR ") : nil
    case .column(let name) where type(of: name) == .boolean:
      return SQLText(column(name))
    case .not(.column(let name)) where type(of: name) == .boolean:
      return SQLText("(NOT \(column(name)))")
    case .comparison(let comparison, let left, .constant(let value)):
      return ComparedColumn(left, self)?.comparison(comparison, value)
    case .comparison(let comparison, .constant(let value), let right):
      return ComparedColumn(right, self)?.comparison(comparison.flipped, value)
    case .isOne(let inner, of: let values) where values.count <= SQLLimits.mostConstants:
      return ComparedColumn(inner, self)?.isOne(of: values)
    case .hasPrefix(let text, .constant(.text(let prefix))):
      return ComparedColumn(text, self)?.search(prefix) { "pg_catalog.starts_with(\($0), \($1))" }
    case .contains(let text, .constant(.text(let part))):
      return ComparedColumn(text, self)?.search(part) {
        "(pg_catalog.strpos(\($0), \($1)) OPERATOR(pg_catalog.>) 0)"
      }
    case .search(let match, let text, let folded):
      guard let pattern = SearchPattern(match, folded: folded) else { return nil }
      return ComparedColumn(text, self)?.search(pattern.text) {
        "(\($0) OPERATOR(pg_catalog.~) \($1))"
      }
    default: return nil
    }
  }

  private func joined(_ links: [SQLText], _ word: String) -> SQLText? {
    guard var result = links.first.map({ SQLText("(" + $0.text, $0.arguments) }) else { return nil }
    for link in links.dropFirst() { result.append(word + link.text, link.arguments) }
    result.append(")")
    return result
  }
}

/// A column that is compared with constants.
private struct ComparedColumn {
  private let name: String
  private let type: PostgresType
  private let rule: CellRule?
  private let isMoment: Bool

  init?(_ expression: RowExpression, _ dialect: PostgresDialect) {
    // If an unwrapped value is null, the comparison is null, so the row matches neither in SQL nor in the list.
    var expression = expression
    while case .unwrapped(let inner) = expression { expression = inner }
    switch expression {
    case .column(let column), .moment(.column(let column)):
      name = dialect.column(column)
      let isForeignText = dialect.type(of: column) == .text && !dialect.comparesText
      type = isForeignText ? .other : dialect.type(of: column)
      rule = dialect.rule(of: column)
    default: return nil
    }
    if case .moment = expression { isMoment = true } else { isMoment = false }
  }

  func comparison(_ comparison: RowExpression.Comparison, _ value: StoredValue) -> SQLText? {
    if value == .null {
      switch comparison {
      // For a composite value that contains a null, `IS NOT NULL` is false.
      case .equal: return SQLText("(\(name) IS NOT DISTINCT FROM NULL)")
      case .notEqual: return SQLText("(\(name) IS DISTINCT FROM NULL)")
      default: return SQLText("FALSE")
      }
    }
    if type.isMoment { return near(value, comparison) }
    let isEquality = comparison == .equal || comparison == .notEqual
    guard let cell = comparable(value), isEquality || type.traits.isComparable else { return nil }
    let side = comparison == .equal ? name : exactName
    let condition = "\(side) OPERATOR(pg_catalog.\(comparison.sign)) \(placeholder)"
    guard comparison == .notEqual else { return SQLText("(\(condition))", [cell]) }
    return SQLText("(\(name) IS NULL OR \(condition))", [cell])
  }

  func isOne(of values: [StoredValue]) -> SQLText? {
    let known = values.filter { $0 != .null }
    // A constant of another type equals no cell of the column; the list finds out which constants these are.
    let cells = known.compactMap(comparable)
    guard cells.count == known.count, !type.isMoment else { return nil }
    var conditions =
      cells.isEmpty
      ? []
      : [
        "\(name) \(PostgresDialect.equal) ANY "
          + "(ARRAY[\(cells.map { _ in placeholder }.joined(separator: ", "))])"
      ]
    if known.count < values.count { conditions.append("\(name) IS NOT DISTINCT FROM NULL") }
    return SQLText(
      conditions.isEmpty ? "FALSE" : "(\(conditions.joined(separator: " OR ")))", cells)
  }

  func search(_ part: String, _ function: (String, String) -> String) -> SQLText? {
    guard type == .text, let cell = comparable(.text(part)) else { return nil }
    return SQLText(function(exactName, placeholder), [cell])
  }

  /// Equal texts have equal bytes, unless the column's collation treats more texts as equal; order depends on the
  /// collation.
  private var exactName: String {
    type == .text ? "\(name) COLLATE pg_catalog.\"C\"" : name
  }

  private var placeholder: String { "?::\(type.traits.cast)" }

  /// Returns a constant as a value of the column's type, or `nil` if only the list can compare the two.
  private func comparable(_ value: StoredValue) -> StoredValue? {
    switch (type, value) {
    case (.boolean, .integer(0)), (.boolean, .integer(1)), (.integer, .integer), (.real, .real),
      (.bytes, .blob):
      return value
    case (.integer, .real(let real)): return Int64(exactly: real).map(StoredValue.integer)
    case (.real, .integer(let integer)): return Double(exactly: integer).map(StoredValue.real)
    // The server can't store text with a zero byte.
    case (.text, .text(let text)): return text.utf8.contains(0) ? nil : value
    case (.uuid, _): return (rule?.decoded(value) as? UUID).map { .text($0.uuidString) }
    default: return nil
    }
  }

  /// Compares with a date that is moved outward by a second or a day, because cells are rounded to their columns'
  /// precision.
  private func near(_ value: StoredValue, _ comparison: RowExpression.Comparison) -> SQLText? {
    let decoded = isMoment ? Date(cell: value, as: .unixSeconds) : rule?.decoded(value) as? Date
    guard let date = decoded, abs(date.timeIntervalSince1970) < 1e11 else { return nil }
    let margin = type == .date ? 86_400.0 : 1
    let upper = (
      text: "\(name) OPERATOR(pg_catalog.<=) ",
      value: StoredValue.real(date.timeIntervalSince1970 + margin)
    )
    let lower = (
      text: "\(name) OPERATOR(pg_catalog.>=) ",
      value: StoredValue.real(date.timeIntervalSince1970 - margin)
    )
    let bounds: [(text: String, value: StoredValue)] =
      switch comparison {
      case .less, .lessOrEqual: [upper]
      case .greater, .greaterOrEqual: [lower]
      case .equal: [lower, upper]
      case .notEqual: []
      }
    guard !bounds.isEmpty else { return nil }
    let cast =
      type == .timestampWithZone
      ? "?::timestamp with time zone"
      : "(?::timestamp with time zone AT TIME ZONE 'UTC')"
    return SQLText(
      "(" + bounds.map { $0.text + cast }.joined(separator: " AND ") + ")", bounds.map(\.value))
  }
}

extension RowExpression.Comparison {
  /// The name of the server's operator.
  fileprivate var sign: String {
    switch self {
    case .equal: "="
    case .notEqual: "<>"
    case .less: "<"
    case .lessOrEqual: "<="
    case .greater: ">"
    case .greaterOrEqual: ">="
    }
  }

  /// The equivalent comparison with its two sides swapped.
  fileprivate var flipped: RowExpression.Comparison {
    switch self {
    case .equal, .notEqual: self
    case .less: .greater
    case .lessOrEqual: .greaterOrEqual
    case .greater: .less
    case .greaterOrEqual: .lessOrEqual
    }
  }
}

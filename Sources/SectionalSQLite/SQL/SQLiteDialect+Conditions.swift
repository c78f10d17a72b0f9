import Sectional
import SectionalSQL

extension SQLiteDialect {
  /// Returns a condition that is true for every row for which an expression is, and unspecified if the expression
  /// fails.
  ///
  /// - Returns: The condition, or `nil` if SQL can't express it.
  func condition(_ expression: RowExpression) -> SQLText? {
    canFilter && expression.depth <= SQLLimits.depth ? text(expression) : nil
  }

  /// Returns an expression's value in SQL, which is exact wherever the expression doesn't fail.
  private func text(_ expression: RowExpression) -> SQLText? {
    switch expression {
    case .column(let name): return SQLText(column(name, asHeld: false))
    case .constant(.null): return SQLText("NULL")
    case .constant(let value): return SQLText("?", [value])
    case .not(let inner): return template("(NOT ?)", inner)
    case .and, .or: return chain(expression)
    case .comparison(let comparison, let left, let right):
      return compared(left, SQLiteDialect.operators[comparison] ?? "", right)
    case .isOne(let inner, of: let values): return isOne(inner, values)
    case .contains(let text, let part):
      return template("(instr(CAST(? AS BLOB), CAST(? AS BLOB)) > 0)", text, part)
    case .hasPrefix(let text, let prefix):
      return template(
        "(instr(CAST(? AS BLOB), CAST(? AS BLOB)) = 1)", text, prefix)
    case .coalesced(let first, let second): return template("coalesce(?, ?)", first, second)
    case .conditional(let test, let first, let second):
      return template("(CASE WHEN ? THEN ? ELSE ? END)", test, first, second)
    case .unwrapped(let inner): return text(inner)
    case .search(let match, let inner, let folded):
      guard var call = text(inner) else { return nil }
      call = SQLText("\(SearchFunctions.name(of: match))(\(call.text), ?)", call.arguments)
      call.append("", [.blob(folded)])
      return call
    // Each database reads dates in its own way, so these rows are checked here.
    case .moment: return nil
    case .negative(let inner, let kind): return template("(- \(number(kind)))", inner)
    case .arithmetic(let operation, let left, let right, let kind):
      let name = SQLiteDialect.operations[operation] ?? ""
      return template("(\(number(kind)) \(name) \(number(kind)))", left, right)
    }
  }

  /// Returns a column without its own collation and, unless `asHeld` is true, in a form that prevents the database from
  /// converting the other operand to the column's type.
  private func column(_ name: String, asHeld: Bool) -> String {
    "\(asHeld ? "" : "+")\(QuotedIdentifier.quoted(name)) COLLATE BINARY"
  }

  /// Joins the operands of a chain without a pair of parentheses for each.
  private func chain(_ expression: RowExpression) -> SQLText? {
    var result = SQLText("(")
    let links = expression.links
    guard links.count <= SQLLimits.mostLinks else { return nil }
    for (place, link) in links.enumerated() {
      guard let link = text(link) else { return nil }
      result.append(place == 0 ? link.text : expression.chainWord + link.text, link.arguments)
    }
    result.append(")")
    return result
  }

  private func compared(
    _ left: RowExpression, _ name: String, _ right: RowExpression
  ) -> SQLText? {
    switch (left, right) {
    case (.column(let column), .constant(let value)) where !converts(column, value):
      var text = SQLText("(\(self.column(column, asHeld: true)) \(name) ")
      text.append(value == .null ? "NULL)" : "?)", value == .null ? [] : [value])
      return text
    default: return template("(? \(name) ?)", left, right)
    }
  }

  private func template(_ template: String, _ parts: RowExpression...) -> SQLText? {
    var result = SQLText()
    var parts = parts[...]
    for character in template {
      guard character == "?", let part = parts.popFirst() else {
        result.append(String(character))
        continue
      }
      guard let part = text(part) else { return nil }
      result.append(part.text, part.arguments)
    }
    return result
  }

  /// Numbers are calculated as the given kind, whatever the cells contain.
  private func number(_ kind: RowExpression.NumberKind) -> String {
    switch kind {
    case .integer: "CAST(? AS INTEGER)"
    case .real: "CAST(? AS REAL)"
    }
  }

  private func isOne(_ expression: RowExpression, _ values: [StoredValue]) -> SQLText? {
    let known = values.filter { $0 != .null }
    guard known.count <= SQLLimits.mostConstants, var inner = text(expression) else { return nil }
    if case .column(let name) = expression, !known.contains(where: { converts(name, $0) }) {
      inner = SQLText(column(name, asHeld: true))
    }
    let places = Array(repeating: "?", count: known.count).joined(separator: ", ")
    var result = SQLText("(", [])
    result.append(inner.text, inner.arguments)
    result.append(" IN (\(places)) AND ", known)
    result.append(inner.text, inner.arguments)
    result.append(" IS NOT NULL")
    if known.count < values.count {
      result.append(" OR ")
      result.append(inner.text, inner.arguments)
      result.append(" IS NULL")
    }
    result.append(")")
    return result
  }

  private static let operators: [RowExpression.Comparison: String] = [
    .equal: "IS", .notEqual: "IS NOT", .less: "<", .lessOrEqual: "<=", .greater: ">",
    .greaterOrEqual: ">=",
  ]

  private static let operations: [RowExpression.Arithmetic: String] = [
    .add: "+", .subtract: "-", .multiply: "*", .divide: "/", .remainder: "%",
  ]
}

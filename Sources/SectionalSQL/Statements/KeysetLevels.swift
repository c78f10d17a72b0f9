package import Sectional

/// The conditions by which the rows next to a position are found.
///
/// A comparison of all columns at once loses rows where there are nulls, and a database searches by the first column only if
/// it is spelled with OR. So there is a condition for each column: the nearest rows equal the position in all columns but the
/// last, and the farthest ones differ in the first. Their rows follow each other in the order.
package struct KeysetLevels: Sendable {
  /// The conditions, that of the nearest rows first.
  package private(set) var conditions: [SQLText] = []

  /// Creates the conditions, or returns `nil` if the page is counted from the first row, or if the database doesn't compare
  /// the values as the list orders them.
  ///
  /// - Parameters:
  ///   - page: Rows next to a position, or from a section on.
  ///   - query: The query whose rows they are.
  ///   - dialect: How the database spells it.
  ///   - rowID: The name of the table's rowid, if it ends the order.
  package init?(
    _ page: RowPage, of query: RowQuery, _ dialect: some StatementDialect, rowID: String?
  ) {
    if let section = page.section {
      guard let column = KeysetLevels.column(of: section, query, dialect) else { return nil }
      conditions = [column.equal] + column.following
      return
    }
    guard let position = page.position else { return nil }
    var equal = SQLText()
    var settled: Set<Int> = []
    let terms = query.storeTerms
    let unordered = query.ordering.terms.count - terms.count
    for (place, rule) in terms.enumerated() where !settled.contains(rule.column) {
      let rule = page.isReversed ? rule.reversed : rule
      let name = query.layout.columns.names[rule.column]
      let value = position.value(ofTerm: unordered + place)
      guard let column = KeysetColumn(value, rule, name, dialect) else { return nil }
      for condition in column.following.reversed() {
        add(equal, condition, dialect)
      }
      equal = KeysetLevels.joined(equal, column.equal, dialect)
      if rule.collation.isExact { settled.insert(rule.column) }
    }
    guard let rowID, let number = position.rowID else {
      if page.includesPosition { conditions.insert(equal, at: 0) }
      return
    }
    let sign = page.isReversed ? "<" : page.includesPosition ? ">=" : ">"
    add(
      equal, SQLText("\(rowID) \(dialect.ownOperator(sign)) ?", [.integer(number)]), dialect)
  }

  private static func column(
    of section: SectionStart, _ query: RowQuery, _ dialect: some StatementDialect
  ) -> KeysetColumn? {
    // If a section's column has a collation, its exact value decides further, which takes another level.
    guard query.ordering.section.count == 1, let rule = query.ordering.section.first,
      query.layout.columns.names.indices.contains(rule.column)
    else { return nil }
    return KeysetColumn(section.key, rule, query.layout.columns.names[rule.column], dialect)
  }

  private mutating func add(
    _ equal: SQLText, _ condition: SQLText, _ dialect: some StatementDialect
  ) {
    conditions.insert(KeysetLevels.joined(equal, condition, dialect), at: 0)
  }

  /// The placeholders are numbered when the whole statement is put together.
  private static func joined(
    _ first: SQLText, _ second: SQLText, _ dialect: some StatementDialect
  ) -> SQLText {
    guard !first.text.isEmpty else { return second }
    return SQLText("\(first.text) AND \(second.text)", first.arguments + second.arguments)
  }
}

/// A column of the order, compared with its value at a position.
private struct KeysetColumn {
  /// The condition that a row has the same value.
  let equal: SQLText
  /// The conditions of the rows that follow by this column, the nearest ones first.
  let following: [SQLText]

  init?(
    _ value: StoredValue, _ rule: OrderRule, _ name: String, _ dialect: some StatementDialect
  ) {
    let plain = dialect.column(name)
    let (isNull, isThere) = (SQLText("\(plain) IS NULL"), SQLText("\(plain) IS NOT NULL"))
    guard value != .null else {
      equal = isNull
      following = rule.placesNullsLast ? [] : [isThere]
      return
    }
    guard let (column, placeholder) = dialect.compared(value, rule, column: name) else {
      return nil
    }
    func comparison(_ sign: String) -> SQLText {
      SQLText(
        "\(column) \(dialect.ownOperator(sign)) \(placeholder.text)", placeholder.arguments)
    }
    equal = comparison("=")
    following = [comparison(rule.isReversed ? "<" : ">")] + (rule.placesNullsLast ? [isNull] : [])
  }
}

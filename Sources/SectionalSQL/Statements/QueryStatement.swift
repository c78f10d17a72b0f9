package import Sectional

/// The SQL of a request, with the values of its placeholders in order.
///
/// User-written text is in parentheses on separate lines, so that a comment in it ends with it.
package struct QueryStatement: Sendable, Hashable {
  /// The statement.
  package let text: String
  /// The values of its placeholders.
  package let arguments: [StoredValue]

  /// Creates the statement that reads every row of a query, in the query's order if the database can produce it.
  ///
  /// - Parameters:
  ///   - query: What to read.
  ///   - source: The source to read from, by its name in the database.
  ///   - dialect: How the database spells it.
  ///   - rowID: The name of the table's rowid, if the rowid is to follow the columns.
  ///   - isOrdered: Whether the rows must be in the query's order.
  package init(
    _ query: RowQuery, from source: RowSource, dialect: some StatementDialect, rowID: String? = nil,
    isOrdered: Bool = true
  ) {
    var order = isOrdered ? QueryStatement.order(of: query, dialect) : []
    if isOrdered, dialect.canOrder(query), let rowID { order.append(rowID) }
    self.init(
      query, from: source, dialect: dialect, rowID: rowID, keyCondition: nil,
      ending: order.isEmpty ? [] : ["ORDER BY " + order.joined(separator: ", ")])
  }

  /// Creates the statement that reads the part of a query's rows that its list opens with, as far as the database can choose
  /// them; the last ones in the opposite order.
  package init(
    slice query: RowQuery, from source: RowSource, dialect: some StatementDialect, rowID: String?
  ) {
    guard let first = query.request.extent.firstPage, !query.request.rows.mayLeaveOutFoundRows,
      dialect.canOrder(query)
    else {
      self.init(query, from: source, dialect: dialect, rowID: rowID)
      return
    }
    self.init(
      page: query, from: source, dialect: dialect, rowID: rowID,
      isReversed: first.isReversed, limit: first.limit ?? dialect.noLimit, offset: first.offset)
  }

  /// Creates the statement that reads some of a query's rows, in the query's order or in the opposite one.
  ///
  /// - Parameters:
  ///   - query: What to read.
  ///   - source: The source to read from, by its name in the database.
  ///   - dialect: How the database spells it; it can order the query.
  ///   - rowID: The name of the table's rowid, if the rowid is to follow the columns.
  ///   - condition: A condition that the rows meet, or `nil` for all rows.
  ///   - isReversed: Whether the last rows come first.
  ///   - limit: The largest number of rows, or `nil` for all.
  ///   - offset: The number of rows to skip.
  package init(
    page query: RowQuery, from source: RowSource, dialect: some StatementDialect, rowID: String?,
    where condition: SQLText? = nil, isReversed: Bool = false, limit: Int?, offset: Int = 0
  ) {
    var order = QueryStatement.deciding(query.storeTerms).map { rule in
      dialect.orderTerm(
        isReversed ? rule.reversed : rule, column: query.layout.columns.names[rule.column])
    }
    if let rowID { order.append(isReversed ? rowID + " DESC" : rowID) }
    var ending = ["ORDER BY " + order.joined(separator: ", ")]
    if let limit { ending.append("LIMIT \(limit)") }
    if offset > 0 { ending.append("OFFSET \(offset)") }
    self.init(
      query, from: source, dialect: dialect, rowID: rowID, keyCondition: condition, ending: ending)
  }

  /// Creates the statement that reads one row of a table; its last placeholders are the values that identify the row, of
  /// which a query's can be null.
  ///
  /// - Parameters:
  ///   - keyTerms: What identifies the row, as SQL: a rowid or the names of key columns.
  ///   - query: The query whose row it is.
  ///   - source: The source to read from, by its name in the database.
  ///   - dialect: How the database spells it.
  ///   - rowID: The name of the table's rowid, if the rowid is to follow the columns.
  package init(
    rowBy keyTerms: [String], of query: RowQuery, from source: RowSource,
    dialect: some StatementDialect,
    rowID: String?
  ) {
    self.init(
      query, from: source, dialect: dialect, rowID: rowID,
      keyCondition: SQLText(keyTerms.map { "\($0) IS ?" }.joined(separator: " AND ")), ending: [])
  }

  /// Creates the statement that reads a table's rows between two values of a column; its last placeholders are these
  /// values.
  ///
  /// - Parameters:
  ///   - column: The column, as SQL.
  ///   - query: The query whose rows they are.
  ///   - source: The source to read from, by its name in the database.
  ///   - dialect: How the database spells it.
  ///   - rowID: The name of the table's rowid, if the rowid is to follow the columns.
  package init(
    rowsInRangeOf column: String, of query: RowQuery, from source: RowSource,
    dialect: some StatementDialect, rowID: String?
  ) {
    self.init(
      query, from: source, dialect: dialect, rowID: rowID,
      keyCondition: SQLText("\(column) BETWEEN ? AND ?"), ending: [])
  }

  /// Creates the statement that reads the rows of a query that meet a condition.
  ///
  /// - Parameters:
  ///   - condition: The condition, with the values of its placeholders.
  ///   - query: The query whose rows they are.
  ///   - source: The source to read from, by its name in the database.
  ///   - dialect: How the database spells it.
  ///   - rowID: The name of the table's rowid, if the rowid is to follow the columns.
  package init(
    rowsWhere condition: SQLText, of query: RowQuery, from source: RowSource,
    dialect: some StatementDialect, rowID: String? = nil
  ) {
    self.init(
      query, from: source, dialect: dialect, rowID: rowID, keyCondition: condition, ending: [])
  }

  private init(
    _ query: RowQuery, from source: RowSource, dialect: some StatementDialect, rowID: String?,
    keyCondition: SQLText?, ending: [String]
  ) {
    var text = dialect.selection(of: query.layout.columns.names, rowID: rowID, from: source)
    var word = "\nWHERE "
    for condition in QueryStatement.conditions(query.request, keyCondition, dialect) {
      text.append(word)
      text.append(condition, dialect)
      word = " AND "
    }
    text.append(ending.map { "\n" + $0 }.joined())
    self.text = text.text
    arguments = text.arguments
  }

  private init(text: String, arguments: [StoredValue]) {
    self.text = text
    self.arguments = arguments
  }

  /// The largest number of rows that are counted exactly.
  package static let mostCounted = 100_000

  /// Creates the statement that counts the rows of a query, up to one more than are counted exactly.
  package init(
    counting query: RowQuery, from source: RowSource, dialect: some StatementDialect
  ) {
    let rows = QueryStatement(query, from: source, dialect: dialect, isOrdered: false)
    self.init(
      text:
        "SELECT \(dialect.ownFunction("count"))(*) FROM (\n\(rows.text)\nLIMIT \(QueryStatement.mostCounted + 1)) AS rows",
      arguments: rows.arguments)
  }

  /// Returns the same statement for other keys, whose placeholders are the last ones.
  package func replacingLastArguments(with last: [StoredValue]) -> QueryStatement {
    QueryStatement(text: text, arguments: arguments.dropLast(last.count) + last)
  }

  /// Returns the rules that can decide anything: a database would sort by a column again whose bytes are equal already.
  private static func deciding(_ terms: [OrderRule]) -> [OrderRule] {
    var settled: Set<Int> = []
    return terms.filter { rule in
      guard !settled.contains(rule.column) else { return false }
      if rule.collation.isExact { settled.insert(rule.column) }
      return true
    }
  }

  private static func order(of query: RowQuery, _ dialect: some StatementDialect) -> [String] {
    guard dialect.canOrder(query) else { return [] }
    let names = query.layout.columns.names
    let terms = query.storeTerms
    guard query.request.order.isInStoreOrder else {
      return deciding(terms).map { dialect.orderTerm($0, column: names[$0.column]) }
    }
    // A query's rows come in the order that the query defines, unless the request asks for another one.
    if case .query = query.request.rows.source, query.request.order.sort.isEmpty,
      query.request.order.section == nil
    {
      return []
    }
    return terms.enumerated().filter { place, rule in
      !terms[..<place].contains { $0.column == rule.column }
    }.map { _, rule in dialect.column(names[rule.column]) + (rule.isReversed ? " DESC" : " ASC") }
  }

  /// Returns the conditions that the rows meet, with the key condition last.
  private static func conditions(
    _ request: RowRequest, _ keyCondition: SQLText?, _ dialect: some StatementDialect
  ) -> [SQLText] {
    var conditions: [SQLText] = []
    if let filter = request.rows.storePredicate {
      conditions.append(SQLText("(\n\(filter.text)\n)", filter.arguments))
    }
    // The list checks every row again, so a condition that SQL can't express is left out.
    var constants = 0
    for part in request.rows.predicate?.conjuncts ?? [] {
      guard conditions.count < SQLLimits.mostLinks, let part = dialect.condition(part) else {
        continue
      }
      constants += part.arguments.count
      if constants <= SQLLimits.mostPlaceholders { conditions.append(part) }
    }
    // The key condition follows the user-written text, whose placeholders may be numbered.
    if let keyCondition { conditions.append(keyCondition) }
    return conditions
  }
}

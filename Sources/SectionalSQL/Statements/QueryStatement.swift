public import Sectional

/// The SQL of a request, with the values of its placeholders in their order.
///
/// Texts a person wrote stand in parentheses on lines of their own, so that a comment in them ends with them.
public struct QueryStatement: Sendable, Hashable {
  /// The statement.
  public let text: String
  /// The values of its placeholders.
  public let arguments: [StoredValue]

  /// Makes the statement that reads every row of a query, in its order where the database can know it.
  ///
  /// - Parameters:
  ///   - query: What to read.
  ///   - source: Where from, by the name the database has for it.
  ///   - dialect: How the database spells it.
  ///   - rowID: The name under which the table has its rowid, if the rowid is to follow the columns.
  ///   - isOrdered: Whether the rows are to come in the query's order.
  public init(
    _ query: RowQuery, from source: RowSource, dialect: some StatementDialect, rowID: String? = nil,
    isOrdered: Bool = true
  ) {
    var order = isOrdered ? QueryStatement.order(of: query, dialect) : []
    if isOrdered, query.canBeOrderedByStore, let rowID { order.append(rowID) }
    self.init(
      query, from: source, dialect: dialect, rowID: rowID, keyCondition: nil,
      ending: order.isEmpty ? [] : ["ORDER BY " + order.joined(separator: ", ")])
  }

  /// Makes the statement that reads one row of a table; the last placeholders are what identifies it.
  ///
  /// - Parameters:
  ///   - keyTerms: What identifies the row, as SQL: a rowid or the names of key columns.
  ///   - query: The query whose row it is.
  ///   - source: Where from, by the name the database has for it.
  ///   - dialect: How the database spells it.
  ///   - rowID: The name under which the table has its rowid, if the rowid is to follow the columns.
  public init(
    rowBy keyTerms: [String], of query: RowQuery, from source: RowSource,
    dialect: some StatementDialect,
    rowID: String?
  ) {
    self.init(
      query, from: source, dialect: dialect, rowID: rowID,
      keyCondition: SQLText(keyTerms.map { "\($0) = ?" }.joined(separator: " AND ")), ending: [])
  }

  /// Makes the statement that reads the rows of a table between two values of a column; the last placeholders are these.
  ///
  /// - Parameters:
  ///   - column: The column, as SQL.
  ///   - query: The query whose rows they are.
  ///   - source: Where from, by the name the database has for it.
  ///   - dialect: How the database spells it.
  ///   - rowID: The name under which the table has its rowid, if the rowid is to follow the columns.
  public init(
    rowsInRangeOf column: String, of query: RowQuery, from source: RowSource,
    dialect: some StatementDialect, rowID: String?
  ) {
    self.init(
      query, from: source, dialect: dialect, rowID: rowID,
      keyCondition: SQLText("\(column) BETWEEN ? AND ?"), ending: [])
  }

  /// Makes the statement that reads those rows of a table whose keys meet a condition.
  ///
  /// - Parameters:
  ///   - condition: The condition, with the values of its placeholders.
  ///   - query: The query whose rows they are.
  ///   - source: Where from, by the name the database has for it.
  ///   - dialect: How the database spells it.
  public init(
    rowsWhere condition: SQLText, of query: RowQuery, from source: RowSource,
    dialect: some StatementDialect
  ) {
    self.init(
      query, from: source, dialect: dialect, rowID: nil, keyCondition: condition, ending: [])
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

  private static func order(of query: RowQuery, _ dialect: some StatementDialect) -> [String] {
    guard query.canBeOrderedByStore else { return [] }
    let names = query.layout.columns.names
    let terms = query.ordering.terms
    guard query.request.isInStoreOrder else {
      return terms.map { dialect.orderTerm($0, column: names[$0.column]) }
    }
    // A query's rows come in the order it says, unless another one is asked for.
    if case .query = query.request.source, query.request.sort.isEmpty, query.request.section == nil
    {
      return []
    }
    return terms.enumerated().filter { place, rule in
      !terms[..<place].contains { $0.column == rule.column }
    }.map { _, rule in dialect.column(names[rule.column]) + (rule.isReversed ? " DESC" : " ASC") }
  }

  /// Returns what the rows meet; the key comes last.
  private static func conditions(
    _ request: RowRequest, _ keyCondition: SQLText?, _ dialect: some StatementDialect
  ) -> [SQLText] {
    var conditions: [SQLText] = []
    if let filter = request.storePredicate {
      conditions.append(SQLText("(\n\(filter.text)\n)", filter.arguments))
    }
    // The list checks every row again, so what SQL can't say is left out.
    var constants = 0
    for part in request.predicate?.conjuncts ?? [] {
      guard conditions.count < SQLLimits.mostLinks, let part = dialect.condition(part) else {
        continue
      }
      constants += part.arguments.count
      if constants <= SQLLimits.mostPlaceholders { conditions.append(part) }
    }
    // Behind what a person wrote, whose placeholders may be numbered.
    if let keyCondition { conditions.append(keyCondition) }
    return conditions
  }
}

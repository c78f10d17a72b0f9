public import Sectional

/// The SQL of a request, with the values of its placeholders in their order.
///
/// Texts a person wrote stand in parentheses on lines of their own, so that a comment in them ends with them.
public struct SelectStatement: Sendable, Hashable {
  /// The statement.
  public let text: String
  /// The values of its placeholders.
  public let arguments: [Value]

  /// Makes the statement that reads every row of a query, in its order.
  ///
  /// - Parameters:
  ///   - query: What to read.
  ///   - source: Where from, by the name the database has for it.
  ///   - dialect: How the database spells it.
  ///   - rowID: The name under which the table has its rowid, if the rowid is to follow the columns.
  public init(
    _ query: RowQuery, from source: RowSource, dialect: SQLDialect, rowID: String? = nil
  ) {
    var order = query.ordering.terms.map { rule in
      dialect.orderTerm(rule, column: query.layout.columns.names[rule.column])
    }
    if let rowID { order.append(rowID) }
    self.init(
      query, from: source, rowID: rowID, conditions: [], arguments: [],
      ending: order.isEmpty ? [] : ["ORDER BY " + order.joined(separator: ", ")])
  }

  /// Makes the statement that reads one row of a table by its identity.
  ///
  /// - Parameters:
  ///   - identity: What identifies the row.
  ///   - query: The query whose row it is.
  ///   - source: Where from, by the name the database has for it.
  ///   - rowID: The name under which the table has its rowid, if it has one.
  public init(
    row identity: RowIdentity, of query: RowQuery, from source: RowSource, rowID: String?
  ) {
    switch identity {
    case .rowID(let value):
      self.init(
        query, from: source, rowID: rowID, conditions: ["\(rowID ?? "rowid") = ?"],
        arguments: [.integer(value)], ending: [])
    case .key(let values):
      let columns = query.layout.keyColumns.map { query.layout.columns.names[$0] }
      self.init(
        query, from: source, rowID: rowID,
        conditions: columns.map { "\(SQLIdentifier.quoted($0)) = ?" },
        arguments: values, ending: [])
    }
  }

  private init(
    _ query: RowQuery, from source: RowSource, rowID: String?, conditions: [String],
    arguments keys: [Value], ending: [String]
  ) {
    var lines: [String] = []
    var arguments: [Value] = []
    switch source {
    case .table(let name):
      var columns = query.layout.columns.names.map(SQLIdentifier.quoted)
      if let rowID { columns.append(rowID) }
      lines = [
        "SELECT " + columns.joined(separator: ", "), "FROM " + SQLIdentifier.quoted(name),
      ]
    case .query(let query):
      lines = ["SELECT * FROM (", query.text, ")"]
      arguments += query.arguments
    }
    var filters = conditions
    arguments += keys
    if let filter = query.request.filter {
      filters.append("(\n\(filter.text)\n)")
      arguments += filter.arguments
    }
    if !filters.isEmpty { lines.append("WHERE " + filters.joined(separator: " AND ")) }
    text = (lines + ending).joined(separator: "\n")
    self.arguments = arguments
  }
}

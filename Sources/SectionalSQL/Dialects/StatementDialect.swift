package import Sectional

/// How one kind of database spells the SQL that every request needs.
package protocol StatementDialect: Sendable {
  /// Returns a table's name as it is written in statements.
  func table(_ name: String) -> String

  /// Returns a column's name as it is written in statements.
  func column(_ name: String) -> String

  /// Returns the beginning of a statement that reads columns, including what follows FROM.
  ///
  /// - Parameters:
  ///   - columns: The names of the columns.
  ///   - rowID: The name of the table's rowid, if the rowid is to follow the columns.
  ///   - source: The source to read from, by its name in the database.
  /// - Returns: The beginning of the statement. If the source is a query, it has the query's arguments.
  func selection(of columns: [String], rowID: String?, from source: RowSource) -> SQLText

  /// Returns the equality operator for a column, by the column's name.
  func equality(of column: String) -> String

  /// Returns an ORDER BY term that leaves nothing to the database's defaults.
  func orderTerm(_ rule: OrderRule, column: String) -> String

  /// Returns a column as it is compared with a value by a rule's collation, and the value as it is written there.
  ///
  /// - Returns: The column, and a placeholder with the value; `nil` if the database doesn't compare such values as a list
  ///   orders them.
  func compared(_ value: StoredValue, _ rule: OrderRule, column: String) -> (String, SQLText)?

  /// The limit that means all rows, if OFFSET needs one.
  var noLimit: Int? { get }

  /// Returns an operator of the database's own, such as `<`.
  func ownOperator(_ sign: String) -> String

  /// Returns the name of a function of the database's own, such as `count`.
  func ownFunction(_ name: String) -> String

  /// Returns whether the database can return a query's rows in the query's order.
  func canOrder(_ query: RowQuery) -> Bool

  /// Returns a condition that is true for every row for which an expression is, and unspecified if the expression
  /// fails.
  ///
  /// - Returns: The condition, or `nil` if SQL can't express it.
  func condition(_ expression: RowExpression) -> SQLText?

  /// Returns a piece's text as it is written after other pieces with the given number of arguments.
  func text(of piece: SQLText, after count: Int) -> String
}

extension StatementDialect {
  /// Returns the name in quotation marks.
  package func column(_ name: String) -> String { QuotedIdentifier.quoted(name) }

  /// Returns whether the order needs nothing that only a list knows.
  package func canOrder(_ query: RowQuery) -> Bool {
    query.canBeOrderedByStore(with: [])
  }

  /// `nil`: OFFSET needs no limit.
  package var noLimit: Int? { nil }

  /// Returns the sign itself.
  package func ownOperator(_ sign: String) -> String { sign }

  /// Returns the name itself.
  package func ownFunction(_ name: String) -> String { name }

  /// Returns the plain operator.
  package func equality(of column: String) -> String { "=" }

  /// Returns the text unchanged: every placeholder is a question mark.
  package func text(of piece: SQLText, after count: Int) -> String { piece.text }
}

public import Sectional

/// How one kind of database spells what every request needs.
public protocol StatementDialect: Sendable {
  /// Returns a table's name as statements need it.
  func table(_ name: String) -> String

  /// Returns a column's name as statements need it.
  func column(_ name: String) -> String

  /// Returns the beginning of a statement that reads columns, up to what stands behind FROM.
  ///
  /// - Parameters:
  ///   - columns: The names of the columns.
  ///   - rowID: The name under which the table has its rowid, if the rowid is to follow the columns.
  ///   - source: Where from, by the name the database has for it.
  /// - Returns: The beginning; a query's arguments are its arguments.
  func selection(of columns: [String], rowID: String?, from source: RowSource) -> SQLText

  /// Returns the operator of equality for a column, by its name.
  func equality(of column: String) -> String

  /// Returns a term of an order, with everything spelled out that a database could take otherwise.
  func orderTerm(_ rule: OrderRule, column: String) -> String

  /// Returns a condition that is true for every row for which an expression is; for rows on which the expression fails
  /// it is anything.
  ///
  /// - Returns: Nothing where SQL can't say it.
  func condition(_ expression: RowExpression) -> SQLText?

  /// Returns a piece's text as it stands behind other pieces, which have some number of arguments.
  func text(of piece: SQLText, after count: Int) -> String
}

extension StatementDialect {
  /// Returns the name in quotation marks.
  public func column(_ name: String) -> String { QuotedIdentifier.quoted(name) }

  /// Returns the plain operator.
  public func equality(of column: String) -> String { "=" }

  /// Returns the text as it is: every placeholder is a question mark.
  public func text(of piece: SQLText, after count: Int) -> String { piece.text }
}

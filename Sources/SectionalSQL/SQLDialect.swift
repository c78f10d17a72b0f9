public import Sectional

/// How one kind of database spells what every request needs.
public struct SQLDialect: Sendable {
  let collationName: @Sendable (TextCollation) -> String
  /// Tells whether a column that is compared with a value makes the database convert the value first.
  var converts: @Sendable (String, Value) -> Bool = { _, _ in true }

  /// Makes a dialect.
  ///
  /// - Parameter collationName: Names a collation, quoted where the dialect wants that.
  public init(collationName: @escaping @Sendable (TextCollation) -> String) {
    self.collationName = collationName
  }

  /// Returns the dialect with knowledge of a table's columns.
  ///
  /// - Parameter converts: Tells whether a column that is compared with a value makes the database convert the value to
  ///   the column's type first. Where it is not known it must be assumed, which keeps indexes from being used.
  /// - Returns: The dialect.
  public func knowing(converts: @escaping @Sendable (String, Value) -> Bool) -> SQLDialect {
    var dialect = self
    dialect.converts = converts
    return dialect
  }

  /// SQLite's dialect.
  public static let sqlite = SQLDialect { collation in
    switch collation {
    case .binary: "BINARY"
    case .caseInsensitive: "NOCASE"
    }
  }

  /// Returns a term of an order, with everything spelled out that a database could take otherwise.
  func orderTerm(_ rule: OrderRule, column: String) -> String {
    let direction = rule.isReversed ? "DESC" : "ASC"
    let nulls = rule.placesNullsLast ? "NULLS LAST" : "NULLS FIRST"
    let collation = collationName(rule.collation)
    return "\(SQLIdentifier.quoted(column)) COLLATE \(collation) \(direction) \(nulls)"
  }
}

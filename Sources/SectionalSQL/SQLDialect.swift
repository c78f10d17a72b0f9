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

  /// What stands before the name of a table, so that no other schema can come between.
  var schema = ""
  /// Whether conditions mean here what they mean in the database.
  var canFilter = true

  /// Returns a table's name as statements need it.
  func table(_ name: String) -> String { schema + SQLIdentifier.quoted(name) }

  /// Returns the dialect for a database that can't be asked for conditions, such as one in another encoding.
  public func withoutConditions() -> SQLDialect {
    var dialect = self
    dialect.canFilter = false
    return dialect
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
  public static let sqlite: SQLDialect = {
    var dialect = SQLDialect { collation in
      switch collation {
      case .binary: "BINARY"
      case .caseInsensitive: "NOCASE"
      }
    }
    dialect.schema = "main."
    return dialect
  }()

  /// Returns a term of an order, with everything spelled out that a database could take otherwise.
  func orderTerm(_ rule: OrderRule, column: String) -> String {
    let direction = rule.isReversed ? "DESC" : "ASC"
    let nulls = rule.placesNullsLast ? "NULLS LAST" : "NULLS FIRST"
    let collation = collationName(rule.collation)
    return "\(SQLIdentifier.quoted(column)) COLLATE \(collation) \(direction) \(nulls)"
  }
}

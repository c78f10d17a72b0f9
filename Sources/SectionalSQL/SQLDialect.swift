public import Sectional

/// How one kind of database spells what every request needs.
public struct SQLDialect: Sendable {
  let collationName: @Sendable (TextCollation) -> String

  /// Makes a dialect.
  ///
  /// - Parameter collationName: Names a collation, quoted where the dialect wants that.
  public init(collationName: @escaping @Sendable (TextCollation) -> String) {
    self.collationName = collationName
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

import Sectional
import SectionalSQL

/// SQLite's SQL.
struct SQLiteDialect: StatementDialect {
  /// Returns whether comparing a column with a value makes the database convert the value first.
  ///
  /// If that isn't known, it must be assumed, which keeps indexes from being used.
  private(set) var converts: @Sendable (String, StoredValue) -> Bool = { _, _ in true }
  /// Whether conditions mean the same here and in the database.
  private(set) var canFilter = true
  /// Whether a query's columns are selected by name, in another order than the query has them.
  private var selectsByName = false

  /// The collations with a collator that the database knows.
  private let collations: Set<TextCollation>

  /// Creates the dialect without knowledge of a table.
  init(collations: Set<TextCollation> = []) { self.collations = collations }

  /// Returns whether the database knows all columns and collations of the order.
  func canOrder(_ query: RowQuery) -> Bool { query.canBeOrderedByStore(with: collations) }

  /// Returns the dialect for a database that can't evaluate conditions, such as one in another encoding.
  func withoutConditions() -> SQLiteDialect {
    var dialect = self
    dialect.canFilter = false
    return dialect
  }

  /// Returns the dialect with knowledge of a table's columns.
  ///
  /// - Parameter converts: Returns whether comparing a column with a value makes the database convert the value to the
  ///   column's type first.
  /// - Returns: The dialect.
  func knowing(
    converts: @escaping @Sendable (String, StoredValue) -> Bool
  ) -> SQLiteDialect {
    var dialect = self
    dialect.converts = converts
    return dialect
  }

  /// Returns the dialect for reading only some columns of a query, or reading them in another order.
  func selectingByName() -> SQLiteDialect {
    var dialect = self
    dialect.selectsByName = true
    return dialect
  }

  /// Returns the name qualified with the file's own schema, so that no other schema's table can take its place.
  func table(_ name: String) -> String { "main." + QuotedIdentifier.quoted(name) }

  /// Selects a table's columns by name, and a query's columns in the query's order unless they are selected by name.
  func selection(of columns: [String], rowID: String?, from source: RowSource) -> SQLText {
    switch source {
    // What is joined has been resolved to a query.
    case .table, .joined:
      let name = source.tableName ?? ""
      let columns = columns.map(QuotedIdentifier.quoted) + (rowID.map { [$0] } ?? [])
      return SQLText("SELECT \(columns.joined(separator: ", "))\nFROM \(table(name))")
    case .query(let query):
      let names =
        selectsByName ? columns.map(QuotedIdentifier.quoted).joined(separator: ", ") : "*"
      return SQLText("SELECT \(names) FROM (\n\(query.text)\n)", query.arguments)
    }
  }

  /// Spells out the collation, the direction and the position of nulls.
  func orderTerm(_ rule: OrderRule, column: String) -> String {
    let direction = rule.isReversed ? "DESC" : "ASC"
    let nulls = rule.placesNullsLast ? "NULLS LAST" : "NULLS FIRST"
    return
      "\(QuotedIdentifier.quoted(column)) COLLATE \(name(of: rule.collation)) \(direction) \(nulls)"
  }

  /// A negative limit, which SQLite takes for none.
  var noLimit: Int? { -1 }

  /// Compares by the rule's collation; no value is converted, because it comes from the same column.
  func compared(_ value: StoredValue, _ rule: OrderRule, column: String) -> (String, SQLText)? {
    (
      "\(QuotedIdentifier.quoted(column)) COLLATE \(name(of: rule.collation))",
      SQLText("?", [value])
    )
  }

  /// Returns a term of an index whose order is that of a rule with nulls where SQLite has them.
  func indexTerm(_ rule: OrderRule, column: String) -> String {
    QuotedIdentifier.quoted(column) + " COLLATE \(name(of: rule.collation))"
      + (rule.isReversed ? " DESC" : "")
  }

  func name(of collation: TextCollation) -> String {
    switch collation {
    case .binary: "BINARY"
    case .caseInsensitive: "NOCASE"
    case .collated(let reference): QuotedIdentifier.quoted(reference.collator.identifier)
    }
  }
}

extension StatementDialect where Self == SQLiteDialect {
  /// SQLite's SQL, without knowledge of a table.
  static var sqlite: SQLiteDialect { SQLiteDialect() }
}

public import Sectional

/// One statement of a history, and its effect on each row.
public struct HistoryStatement: Sendable, Hashable {
  /// The effect on one row.
  public enum Write: Sendable, Hashable {
    /// Inserts a row with a value for every column, or replaces the row with the same key.
    case upsert([StoredValue])
    /// Deletes the row with the given values of the key's columns.
    case delete([StoredValue])
  }

  /// The statement in SQLite's SQL.
  public let sql: String
  /// The statement in PostgreSQL's SQL.
  public let postgresSQL: String
  /// The same writes for a store without SQL, in which every row has a key.
  public let writes: [Write]

  /// Creates a statement; without SQL for PostgreSQL, it uses the same SQL as SQLite.
  public init(sql: String, postgresSQL: String? = nil, writes: [Write]) {
    self.sql = sql
    self.postgresSQL = postgresSQL ?? sql
    self.writes = writes
  }

  /// Returns the statement in the given dialect.
  public func sql(in dialect: HistoryDialect) -> String {
    dialect == .sqlite ? sql : postgresSQL
  }
}

/// Statements that take effect together or not at all.
public struct ScriptedTransaction: Sendable, Hashable {
  /// The statements in order.
  public let statements: [HistoryStatement]
  /// Whether the transaction is rolled back at its end.
  public let isRolledBack: Bool

  /// Creates a transaction.
  public init(_ statements: [HistoryStatement], isRolledBack: Bool = false) {
    self.statements = statements
    self.isRolledBack = isRolledBack
  }

  /// The transaction in SQLite's SQL.
  public var script: String { script(in: .sqlite) }

  /// Returns the transaction in the given dialect.
  public func script(in dialect: HistoryDialect) -> String {
    let body = statements.map { $0.sql(in: dialect) + ";" }.joined(separator: "\n")
    return "\(dialect.beginning);\n\(body)\n\(isRolledBack ? "ROLLBACK" : "COMMIT");"
  }

  /// Performs the transaction's writes on a table of a memory store; the caller decides whether to commit them.
  ///
  /// - Throws: `StoreError` if the table doesn't exist.
  public func apply(
    to transaction: inout MemoryTransaction, table: String
  ) throws(StoreError) {
    for statement in statements {
      for write in statement.writes {
        switch write {
        case .upsert(let values): try transaction.upsert(values, into: table)
        case .delete(let key): try transaction.delete(key, from: table)
        }
      }
    }
  }
}

public import Sectional

/// One statement of a history, and what it does row by row.
public struct HistoryStatement: Sendable, Hashable {
  /// What happens to one row.
  public enum Write: Sendable, Hashable {
    /// A row with a value for every column takes the place of the one with its key.
    case upsert([StoredValue])
    /// The row with some values of the key's columns goes.
    case delete([StoredValue])
  }

  /// The statement in SQLite's SQL.
  public let sql: String
  /// The statement in PostgreSQL's SQL.
  public let postgresSQL: String
  /// The same for a store without SQL, where every row has a key.
  public let writes: [Write]

  /// Makes a statement; without words of its own PostgreSQL is told the same.
  public init(sql: String, postgresSQL: String? = nil, writes: [Write]) {
    self.sql = sql
    self.postgresSQL = postgresSQL ?? sql
    self.writes = writes
  }

  /// Returns the statement in one of the dialects.
  public func sql(in dialect: HistoryDialect) -> String {
    dialect == .sqlite ? sql : postgresSQL
  }
}

/// Statements that take effect together, or not at all.
public struct ScriptedTransaction: Sendable, Hashable {
  /// The statements, in their order.
  public let statements: [HistoryStatement]
  /// Whether the transaction is given up at its end.
  public let isRolledBack: Bool

  /// Makes a transaction.
  public init(_ statements: [HistoryStatement], isRolledBack: Bool = false) {
    self.statements = statements
    self.isRolledBack = isRolledBack
  }

  /// The transaction in SQLite's SQL.
  public var script: String { script(in: .sqlite) }

  /// Returns the transaction in one of the dialects.
  public func script(in dialect: HistoryDialect) -> String {
    let body = statements.map { $0.sql(in: dialect) + ";" }.joined(separator: "\n")
    return "\(dialect.beginning);\n\(body)\n\(isRolledBack ? "ROLLBACK" : "COMMIT");"
  }

  /// Does the transaction's writes to a table of a memory store; whether to keep them is the
  /// caller's business.
  ///
  /// - Throws: `StoreError` when there is no such table.
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

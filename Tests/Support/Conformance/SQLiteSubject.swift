package import Sectional
package import SectionalSQLite
package import SectionalTesting

/// A file under test, with a change source that may not be the store's own.
package struct SQLiteSubject<Source: ChangeSource<SQLiteStore>>: ConformanceSubject {
  package let store: SQLiteStore
  package let source: Source
  private let file: ScratchDatabase
  /// Writes through another connection, so that it need not wait for the reader's turn.
  private let other: SQLiteStore

  /// Creates a file with the table `item` and what else SQL creates.
  package init(
    _ sql: String = "", log: ItemLog = .none, source: (SQLiteStore) -> Source
  ) async throws {
    file = try ScratchDatabase(
      """
      PRAGMA journal_mode = WAL;
      CREATE TABLE item(id INTEGER PRIMARY KEY, name TEXT NOT NULL, team TEXT);
      CREATE INDEX item_name ON item(name); CREATE INDEX item_team ON item(team, name DESC);
      CREATE INDEX item_of_team ON item(team, name);
      \(sql)
      """)
    store = try file.store()
    other = try SQLiteStore(path: file.path)
    if log != .none {
      try await other.installChangeLog(for: ["item"], oldValuesOf: log.columns)
    }
    self.source = source(store)
  }

  package func perform(_ transaction: ItemTransaction) async throws {
    try await perform(transaction, on: store)
  }

  package func performMeanwhile(_ transaction: ItemTransaction) async throws {
    try await perform(transaction, on: other)
  }

  private func perform(_ transaction: ItemTransaction, on store: SQLiteStore) async throws {
    do {
      try await store.write { db in
        for step in transaction.steps { try db.perform(step) }
        if transaction.isRolledBack { throw PlannedRollback() }
      }
    } catch is PlannedRollback {}
  }

  package func fail(_ fails: Bool) async throws {
    try file.write("ALTER TABLE \(fails ? "item RENAME TO hidden" : "hidden RENAME TO item")")
  }
}

extension SQLiteTransaction {
  fileprivate func perform(_ step: ItemTransaction.Step) throws {
    switch step {
    case .write(let write): try perform(write)
    case .savepoint(let writes, let isRolledBack):
      do {
        try savepoint { db in
          for write in writes { try db.perform(write) }
          if isRolledBack { throw PlannedRollback() }
        }
      } catch is PlannedRollback {}
    }
  }

  private func perform(_ write: ItemWrite) throws {
    let (sql, arguments) = write.statement
    try execute(sql, arguments)
  }
}

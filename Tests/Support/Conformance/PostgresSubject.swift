package import Sectional
package import SectionalPostgres
package import SectionalTesting

/// A server's table under test, with a change source that may not be the store's own.
package struct PostgresSubject<Source: ChangeSource<PostgresStore>>: ConformanceSubject {
  package let store: PostgresStore
  package let source: Source
  private let database: ScratchServerDatabase
  /// Writes while a transaction of the store is open.
  private let other: PostgresStore

  /// Creates a database with the table `item` and what else SQL creates.
  package init(
    _ sql: String = "", log: ItemLog = .none, source: (PostgresStore) -> Source
  ) async throws {
    database = try await ScratchServerDatabase(
      """
      CREATE TABLE item(id bigint PRIMARY KEY, name text NOT NULL, team text);
      CREATE INDEX ON item(name COLLATE "C" NULLS FIRST, id);
      CREATE INDEX ON item(team COLLATE "C" NULLS FIRST, name COLLATE "C" DESC NULLS LAST, id);
      \(sql)
      """)
    store = try database.store()
    other = try database.store()
    if log != .none {
      try await store.installChangeLog(for: ["item"], oldValuesOf: log.columns)
    }
    self.source = source(store)
  }

  package func perform(_ transaction: ItemTransaction) async throws {
    try await perform(transaction, on: store)
  }

  package func performMeanwhile(_ transaction: ItemTransaction) async throws {
    try await perform(transaction, on: other)
  }

  private func perform(_ transaction: ItemTransaction, on store: PostgresStore) async throws {
    do {
      try await store.write { db in
        for step in transaction.steps { try await db.perform(step) }
        if transaction.isRolledBack { throw PlannedRollback() }
      }
    } catch is PlannedRollback {}
  }

  package func fail(_ fails: Bool) async throws {
    try await database.write(
      "ALTER TABLE \(fails ? "item RENAME TO hidden" : "hidden RENAME TO item")")
  }
}

extension PostgresTransaction {
  fileprivate func perform(_ step: ItemTransaction.Step) async throws {
    switch step {
    case .write(let write): try await perform(write)
    case .savepoint(let writes, let isRolledBack):
      do {
        try await savepoint { db in
          for write in writes { try await db.perform(write) }
          if isRolledBack { throw PlannedRollback() }
        }
      } catch is PlannedRollback {}
    }
  }

  private func perform(_ write: ItemWrite) async throws {
    let (sql, arguments) = write.statement
    try await execute(sql, arguments)
  }
}

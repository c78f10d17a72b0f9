import Sectional
import SectionalPostgres
import SectionalSQL
import SectionalTesting
import TestSupport
import Testing

/// A program that stops in the middle of a read lets go of what the read holds.
@MainActor @Suite struct FrozenProgramTests {
  @Test func `a read that stops ends by itself, and the list recovers`() async throws {
    let database = try await ScratchServerDatabase(
      "CREATE TABLE item(id int PRIMARY KEY, n int); INSERT INTO item VALUES (1, 1)")
    let store = try database.store()
    let list = ResultsController(
      fetchRequest: ResultsRequest<StoredRow>(table: "item"), store: store)
    try await list.performFetch()
    let request = try ResultsRequest<StoredRow>(table: "item").rowRequest(sectionBy: nil)
    let error = await storeError {
      try await store.read { reader in
        try await reader.prepare(for: [request])
        // As if the program were stopped here: the server waits for the next statement.
        try await wait {
          try await database.write(
            """
            SELECT count(*) = 0 FROM pg_stat_activity
            WHERE datname = current_database() AND state = 'idle in transaction'
            """) == "t\n"
        }
        try await database.write("SET lock_timeout = '1s'; ALTER TABLE item ADD COLUMN z int")
        _ = try await reader.fetch(ResultsRequest<StoredRow>(table: "item"))
      }
    }
    #expect(error?.code == .connectionLost, "\(error.map { "\($0)" } ?? "no error")")
    try await database.write("UPDATE item SET n = 2")
    try await wait {
      try? await list.refresh()
      return list.results.rows.contains { $0["n"] == .integer(2) }
    }
    await list.close()
  }

  @Test func `a transaction that writes keeps the time that the role gives it`() async throws {
    let database = try await ScratchServerDatabase("CREATE TABLE item(id int PRIMARY KEY)")
    try await database.store().write { db in
      try await db.execute("INSERT INTO item VALUES (1)")
      let shown = try await database.write("SHOW idle_in_transaction_session_timeout")
      try await db.execute(
        """
        DO $$ BEGIN IF current_setting('idle_in_transaction_session_timeout') <> '\(shown.split(separator: "\n").joined())'
        THEN RAISE EXCEPTION 'it is limited'; END IF; END $$
        """)
    }
  }
}

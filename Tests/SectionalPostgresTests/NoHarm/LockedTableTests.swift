import Sectional
import SectionalPostgres
import SectionalSQL
import SectionalTesting
import TestSupport
import Testing

/// A table that somebody has locked delays only what reads it.
@MainActor @Suite struct LockedTableTests {
  @Test func `other lists and writes go on beside lists that wait for a lock`() async throws {
    let database = try await ScratchServerDatabase(
      """
      CREATE TABLE a(id int PRIMARY KEY, n int); INSERT INTO a VALUES (1, 0);
      CREATE TABLE b(id int PRIMARY KEY, n int); INSERT INTO b VALUES (1, 0);
      """)
    // Besides the one that listens, there is one connection.
    let store = try PostgresStore(
      database.url, connectionLimit: 2, pollInterval: .milliseconds(20), busyTimeout: .seconds(600))
    let free = ResultsController(
      fetchRequest: ResultsRequest<StoredRow>(table: "a"), store: store)
    try await free.performFetch()
    let migration = try PostgresShell(url: database.url)
    try await migration.execute("BEGIN; LOCK TABLE b IN ACCESS EXCLUSIVE MODE")
    let waiting = ["id", "n"].map { column in
      ResultsController(
        fetchRequest: ResultsRequest<StoredRow>(table: "b", sortBy: [SortKey(.column(column))]),
        store: store)
    }
    let fetches = waiting.map { list in Task { try await list.performFetch() } }
    for number in 1...5 {
      try await store.write { db in try await db.execute("UPDATE a SET n = \(number)") }
      try await wait { free.results.rows.first?["n"]?.integerValue == Int64(number) }
    }
    #expect(waiting.allSatisfy { $0.results.rows.isEmpty })
    try await migration.execute("COMMIT")
    for fetch in fetches { try await fetch.value }
    #expect(waiting.allSatisfy { $0.results.rows.count == 1 })
    for list in waiting + [free] { await list.close() }
  }

  @Test func `a table that was locked and is dropped is an error at once`() async throws {
    let database = try await ScratchServerDatabase(
      "CREATE TABLE a(id int PRIMARY KEY); CREATE TABLE b(id int PRIMARY KEY)")
    let store = try PostgresStore(
      database.url, connectionLimit: 2, pollInterval: .milliseconds(20), busyTimeout: .seconds(600))
    let migration = try PostgresShell(url: database.url)
    try await migration.execute("BEGIN; DROP TABLE b")
    let list = ResultsController(
      fetchRequest: ResultsRequest<StoredRow>(table: "b"), store: store, tracksChanges: false)
    let fetch = Task { await storeError { try await list.performFetch() } }
    try await wait(for: "a read that is refused") {
      try await database.write(
        """
        SELECT count(*) > 0 FROM pg_stat_activity
        WHERE datname = current_database() AND (query LIKE 'LOCK TABLE%' OR query = 'ROLLBACK')
        """) == "t\n"
    }
    try await migration.execute("COMMIT")
    #expect(await fetch.value?.code == .noSuchTable)
    // The body of a read runs once if nothing is locked.
    var calls = 0
    await #expect(throws: CancellationError.self) {
      try await store.read { _ in
        calls += 1
        throw CancellationError()
      }
    }
    #expect(calls == 1)
    list.stop()
  }
}

import Sectional
import SectionalSQL
import SectionalSQLite
import SectionalTesting
import TestSupport
import Testing

/// Which lists look at the store after a commit.
@MainActor @Suite struct WakingTests {
  private static let schema = """
    CREATE TABLE a(id INTEGER PRIMARY KEY, name TEXT);
    CREATE TABLE b(id INTEGER PRIMARY KEY, name TEXT);
    CREATE VIEW both AS SELECT 'a' || id AS id, name FROM a UNION ALL SELECT 'b' || id, name FROM b;
    CREATE TRIGGER follow AFTER UPDATE ON a BEGIN UPDATE b SET name = new.name; END;
    INSERT INTO a VALUES (1, 'one'); INSERT INTO b VALUES (1, 'one');
    """

  private func list(
    _ source: String, _ store: SQLiteStore, key: [String]? = nil
  ) async throws -> ResultsController<StoredRow> {
    let list = ResultsController(
      fetchRequest: ResultsRequest<StoredRow>(table: source, key: key), store: store)
    try await list.performFetch()
    // The source rings once when it starts to listen.
    try await wait { list.diagnostics.versionChecks >= 2 }
    return list
  }

  @Test(arguments: [SQLiteHook.preupdate, .update])
  func `a commit wakes the lists whose tables it touched, and no others`(
    hook: SQLiteHook
  ) async throws {
    let file = try ScratchDatabase(Self.schema)
    let store = try SQLiteStore(
      path: file.path, pollInterval: .seconds(3600), busyTimeout: .seconds(5), hook: hook)
    let (a, b) = (try await list("a", store), try await list("b", store))
    let both = try await list("both", store, key: ["id"])
    let checks = a.diagnostics.versionChecks
    for row in 2..<40 {
      try await store.write { _ = try $0.execute("INSERT INTO b VALUES (?, 'x')", [row]) }
    }
    try await wait { b.results.numberOfObjects == 39 && both.results.numberOfObjects == 40 }
    try await Task.sleep(for: .milliseconds(50))
    #expect(a.diagnostics.versionChecks == checks)
    #expect(a.diagnostics.fullFetches == 1)

    // Tables that a trigger writes count as well, and earlier commits aren't missed.
    try await store.write { _ = try $0.execute("UPDATE a SET name = 'two'") }
    try await wait { b.results.rows.allSatisfy { $0["name"] == "two" } }
    try await wait { a.results.rows.allSatisfy { $0["name"] == "two" } }
    #expect(a.diagnostics.fullFetches == 1)
  }

  @Test(arguments: ["WAL", "DELETE"])
  func `another program's commit wakes the lists whose tables the log names, and no others`(
    mode: String
  ) async throws {
    let file = try ScratchDatabase(
      "PRAGMA journal_mode = \(mode); CREATE TABLE c(n);" + Self.schema)
    let store = try SQLiteStore(path: file.path, pollInterval: .milliseconds(20))
    try await store.installChangeLog(for: ["a", "b"])
    let (a, b) = (try await list("a", store), try await list("b", store))
    let (c, both) = (try await list("c", store), try await list("both", store, key: ["id"]))
    // The first commit finds no earlier check to compare with.
    try file.write("INSERT INTO b VALUES (2, 'x')")
    try await wait { b.results.numberOfObjects == 2 && both.results.numberOfObjects == 3 }
    try await a.refresh()
    try await c.refresh()
    let checks = (a.diagnostics.versionChecks, c.diagnostics.versionChecks)
    for row in 3..<20 {
      try file.write("INSERT INTO b VALUES (\(row), 'x')")
      try await wait { b.results.numberOfObjects == row }
    }
    try await wait { both.results.numberOfObjects == 20 }
    #expect(a.diagnostics.versionChecks <= checks.0 + 1)
    // Nothing is known about a table without a log.
    try await wait { c.diagnostics.versionChecks > checks.1 + 10 }
    try file.write("INSERT INTO c VALUES (1); UPDATE a SET name = 'two'")
    try await wait { c.results.numberOfObjects == 1 }
    try await wait { b.results.rows.allSatisfy { $0["name"] == "two" } }
    try await wait { a.results.rows.allSatisfy { $0["name"] == "two" } }
    try file.write("ALTER TABLE a ADD COLUMN extra DEFAULT 7")
    try await wait { a.results.rows.allSatisfy { $0["extra"] == .integer(7) } }
    #expect(b.diagnostics.fullFetches <= 2)
  }

  @Test
  func `a list continues when its table is created again with a name in another case`() async throws
  {
    let file = try ScratchDatabase(Self.schema)
    let store = try SQLiteStore(path: file.path, pollInterval: .seconds(3600))
    let b = try await list("b", store)
    try await store.write { db in
      try db.execute("DROP VIEW both; DROP TRIGGER follow; DROP TABLE b")
      try db.execute("CREATE TABLE B(id INTEGER PRIMARY KEY, name TEXT)")
    }
    try await wait { b.results.numberOfObjects == 0 }
    try await store.write { _ = try $0.execute("INSERT INTO b VALUES (5, 'five')") }
    try await wait { b.results.numberOfObjects == 1 }
  }
}

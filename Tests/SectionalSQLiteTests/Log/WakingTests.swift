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
    try await wait { b.fetchedObjects.allSatisfy { $0["name"] == "two" } }
    try await wait { a.fetchedObjects.allSatisfy { $0["name"] == "two" } }
    #expect(a.diagnostics.fullFetches == 1)
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

import Sectional
import SectionalSQL
import SectionalSQLite
import SectionalTesting
import TestSupport
import Testing

/// Which tables a list depends on, and what a change to other tables costs it.
@MainActor
struct DependenceTests {
  private let file: ScratchDatabase
  private let store: SQLiteStore

  init() throws {
    file = try ScratchDatabase(
      """
      PRAGMA journal_mode = WAL;
      CREATE TABLE item(id INTEGER PRIMARY KEY, name TEXT, team INTEGER);
      CREATE TABLE team(id INTEGER PRIMARY KEY, name TEXT);
      CREATE TABLE other(id INTEGER PRIMARY KEY, n);
      CREATE VIEW shown AS SELECT item.id AS id, item.name AS name, team.name AS team
        FROM item JOIN team ON team.id = item.team;
      CREATE VIRTUAL TABLE found USING fts5(body);
      INSERT INTO team VALUES (1, 'red'), (2, 'blue');
      INSERT INTO item VALUES (1, 'ada', 1), (2, 'bob', 2);
      """)
    store = try file.store()
  }

  nonisolated static let requests: [ResultsRequest<StoredRow>] = [
    ResultsRequest(table: "shown", key: ["id"]),
    ResultsRequest(sql: "SELECT * FROM shown WHERE team <> 'x'", key: ["id"]),
    ResultsRequest(
      sql:
        "SELECT i.id, count(*) AS n, (SELECT name FROM team WHERE id = i.team) AS team FROM item i GROUP BY 1",
      key: ["id"]),
    ResultsRequest(table: "item", predicate: "team IN (SELECT id FROM team WHERE name <> 'x')"),
    ResultsRequest(
      source: .query(StoreText("SELECT * FROM item")),
      predicate: StoreText("team IN (SELECT id FROM team WHERE name <> 'x')"), keyColumns: ["id"]),
    ResultsRequest(
      table: "item", predicate: "EXISTS (SELECT 1 FROM team WHERE team.id = item.team)"),
  ]

  private func list(_ request: ResultsRequest<StoredRow>) async throws -> ResultsController<
    StoredRow
  > {
    let controller = ResultsController(fetchRequest: request, store: store)
    try await controller.performFetch()
    try await controller.settle(on: store)
    return controller
  }

  @Test(arguments: requests)
  func `a change of a table that is not read costs nothing`(
    request: ResultsRequest<StoredRow>
  ) async throws {
    let controller = try await list(request)
    let before = controller.diagnostics
    try await store.write { db in try db.execute("INSERT INTO other(n) VALUES (1)") }
    try await controller.refresh()
    #expect(controller.diagnostics.versionChecks > before.versionChecks)
    #expect(controller.diagnostics.fullFetches == before.fullFetches)
    // A look that begins before a commit is visible may already know its rows, and reads them once more than needed.
    try await store.write { db in try db.execute("DELETE FROM item WHERE id = 2") }
    try await wait { controller.results.numberOfObjects == 1 }
    let fullFetches = controller.diagnostics.fullFetches
    try await store.write { db in try db.execute("DELETE FROM team WHERE id = 1") }
    try await wait { controller.diagnostics.fullFetches > fullFetches }
  }

  @Test(arguments: requests)
  func `another program's writes to other tables are not read if tables are logged`(
    request: ResultsRequest<StoredRow>
  ) async throws {
    try await store.installChangeLog(for: ["item", "team"])
    let controller = try await list(request)
    let before = controller.diagnostics
    try file.write("INSERT INTO other(n) VALUES (1)")
    try await wait { controller.diagnostics.versionChecks > before.versionChecks }
    try await controller.settle(on: store)
    #expect(controller.diagnostics.fullFetches == before.fullFetches)
    try file.write("DELETE FROM team WHERE id = 2; DELETE FROM item WHERE id = 2;")
    try await wait { controller.results.numberOfObjects == 1 }
  }

  @Test(arguments: [
    ("SELECT id, name FROM item WHERE abs(random()) >= 0", "random()"),
    ("SELECT id, strftime('%s', 'now') AS t FROM item", "strftime()"),
    ("SELECT id, current_timestamp AS t FROM item", "current_timestamp()"),
    ("SELECT rowid AS id, body FROM found", "found"),
    ("SELECT name AS id FROM sqlite_master", "sqlite_master"),
    ("SELECT value AS id FROM json_each('[1,2]')", "json_each"),
  ])
  func `SQL that can change by itself is read again with every change, and says why`(
    sql: String, word: String
  ) async throws {
    let controller = try await list(ResultsRequest(sql: sql, key: ["id"]))
    let before = controller.diagnostics.fullFetches
    try await store.write { db in try db.execute("INSERT INTO other(n) VALUES (1)") }
    try await wait { controller.diagnostics.fullFetches > before }
    let reason = controller.diagnostics.fullFetchReason ?? "none"
    #expect(reason.contains(word), "\(reason)")
  }

  @Test
  func `rows of a full text index follow its content`() async throws {
    let controller = try await list(
      ResultsRequest(sql: "SELECT rowid AS id, body FROM found", key: ["id"]))
    try await store.write { db in try db.execute("INSERT INTO found VALUES ('word')") }
    try await wait { controller.results.numberOfObjects == 1 }
    try file.write("INSERT INTO found VALUES ('other')")
    try await wait { controller.results.numberOfObjects == 2 }
  }
}

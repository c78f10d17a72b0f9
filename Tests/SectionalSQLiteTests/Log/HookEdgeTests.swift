import Foundation
import Sectional
import SectionalSQL
import SectionalSQLite
import SectionalTesting
import Testing

/// Tables at the limits of what SQLite's hooks can report.
@MainActor @Suite(.serialized)
struct HookEdgeTests {
  nonisolated static let hooks: [SQLiteHook] = [.preupdate, .update]

  /// Follows a table while it is written, and compares the list with what the file then holds.
  private func follow(
    _ request: ResultsRequest<StoredRow>, _ schema: String, _ hook: SQLiteHook, column: String,
    truth: String, writes: [String]
  ) async throws {
    let file = try ScratchDatabase(schema)
    let store = try SQLiteStore(path: file.path, pollInterval: .seconds(3600), hook: hook)
    let controller = ResultsController(fetchRequest: request, store: store)
    try await controller.performFetch()
    for write in writes {
      try await store.write { _ = try $0.execute(write) }
      try await controller.refresh()
      let shown = controller.results.rows.map { "\($0[column] ?? .null)" }
      let held = try file.write(truth).split(separator: "\n").map(String.init)
      #expect(shown == held, "\(write)")
    }
  }

  @Test(arguments: hooks)
  func `a key changes in a table without rowids that begins with a virtual column`(hook: SQLiteHook)
    async throws
  {
    try await follow(
      ResultsRequest(table: "w"),
      """
      CREATE TABLE w(g AS (v + 100) VIRTUAL, k INTEGER PRIMARY KEY, v) WITHOUT ROWID;
      INSERT INTO w(k, v) VALUES (5, 78), (6, 1);
      """, hook, column: "k", truth: "SELECT k FROM w ORDER BY k",
      writes: ["UPDATE w SET k = 9 WHERE k = 5", "UPDATE w SET v = 3", "DELETE FROM w WHERE k = 6"])
  }

  @Test(arguments: hooks)
  func `a large key in a table without rowids stands where a real number does`(hook: SQLiteHook)
    async throws
  {
    try await follow(
      ResultsRequest(table: "w"),
      """
      CREATE TABLE w(r REAL, k INTEGER PRIMARY KEY, v) WITHOUT ROWID;
      INSERT INTO w VALUES (1, 9007199254740993, 'a'), (2, 9007199254740995, 'b');
      """, hook, column: "v", truth: "SELECT quote(v) FROM w ORDER BY k",
      writes: ["UPDATE w SET v = 'new' WHERE r = 1", "DELETE FROM w WHERE r = 2"])
  }

  @Test(arguments: hooks)
  func `a null that is replaced by its default replaces a row`(hook: SQLiteHook) async throws {
    try await follow(
      ResultsRequest(table: "u"),
      """
      CREATE TABLE u(id INTEGER PRIMARY KEY, u NOT NULL DEFAULT 5 UNIQUE);
      INSERT INTO u VALUES (1, 5), (2, 6);
      """, hook, column: "id", truth: "SELECT id FROM u ORDER BY id",
      writes: [
        "INSERT OR REPLACE INTO u(id, u) VALUES (3, NULL)",
        "UPDATE OR REPLACE u SET u = NULL WHERE id = 2",
      ])
  }

  @Test(arguments: hooks)
  func `a table whose module keeps its rows is followed`(hook: SQLiteHook) async throws {
    try await follow(
      ResultsRequest(table: "ft_content"), "CREATE VIRTUAL TABLE ft USING fts5(x)", hook,
      column: "id", truth: "SELECT id FROM ft_content ORDER BY id",
      writes: ["INSERT INTO ft VALUES ('a')", "INSERT INTO ft VALUES ('b')", "DELETE FROM ft"])
  }

  @Test(arguments: hooks)
  func `a condition whose placeholders have numbers is followed row by row`(hook: SQLiteHook)
    async throws
  {
    try await follow(
      ResultsRequest(table: "t", predicate: "a = ?2 OR b = ?1 OR a = ?1", arguments: ["x", "y"]),
      "CREATE TABLE t(id INTEGER PRIMARY KEY, a, b); INSERT INTO t VALUES (1, 'x', 'y');", hook,
      column: "id", truth: "SELECT id FROM t WHERE a IN ('x', 'y') OR b = 'x' ORDER BY id",
      writes: ["INSERT INTO t VALUES (2, 'y', 'z')", "UPDATE t SET a = 'q' WHERE id = 1"])
  }

  @Test(arguments: hooks)
  func `a temporary table of the same name does not hide the listed one`(hook: SQLiteHook)
    async throws
  {
    try await follow(
      ResultsRequest(table: "t"), "CREATE TABLE t(id INTEGER PRIMARY KEY)", hook, column: "id",
      truth: "SELECT id FROM t ORDER BY id",
      writes: ["CREATE TEMP TABLE t(id INTEGER PRIMARY KEY)", "INSERT INTO main.t VALUES (1)"])
  }

  // SQLite asks to delete the rows of a table that is dropped, and then all rows of the new one, which it would remove
  // without telling the hook.
  @Test(arguments: hooks)
  func `all rows of a table that was dropped and created again are deleted`(hook: SQLiteHook)
    async throws
  {
    let create = "CREATE TABLE t(id INTEGER PRIMARY KEY); INSERT INTO t VALUES (1), (2)"
    try await follow(
      ResultsRequest(table: "t"), create, hook, column: "id", truth: "SELECT id FROM t ORDER BY id",
      writes: [
        "DROP TABLE t; \(create)", "DELETE FROM t", "INSERT INTO t VALUES (5), (6)",
        "DELETE FROM t",
      ])
  }

  @Test(arguments: hooks)
  func `a list follows a schema change after writes in the same transaction`(hook: SQLiteHook)
    async throws
  {
    let file = try ScratchDatabase(
      """
      CREATE TABLE d(id INTEGER PRIMARY KEY, a, b); CREATE UNIQUE INDEX di ON d(b);
      INSERT INTO d VALUES (1, 2, 3);
      """)
    let store = try SQLiteStore(path: file.path, hook: hook)
    let controller = ResultsController(
      fetchRequest: ResultsRequest<StoredRow>(table: "d"), store: store)
    try await controller.performFetch()
    try await store.write { db in
      try db.execute("UPDATE d SET a = 5")
      try db.execute("DROP INDEX di; ALTER TABLE d DROP COLUMN b; INSERT INTO d VALUES (2, 6)")
    }
    try await store.write { _ = try $0.execute("REPLACE INTO d VALUES (2, 7)") }
    try await controller.refresh()
    #expect(controller.results.rows.map(\.description) == ["[id: 1, a: 5]", "[id: 2, a: 7]"])
  }

  @Test(arguments: hooks)
  func `a trigger that ends the work on a row doesn't hide the row`(hook: SQLiteHook) async throws {
    let triggers = ["INSERT", "UPDATE", "DELETE"].map {
      "CREATE TEMP TRIGGER own_\($0) AFTER \($0) ON w BEGIN SELECT RAISE(IGNORE); END"
    }
    try await follow(
      ResultsRequest(table: "w"),
      "CREATE TABLE w(k INTEGER PRIMARY KEY, v) WITHOUT ROWID; INSERT INTO w VALUES (1, 1), (2, 2)",
      hook, column: "k", truth: "SELECT k FROM w ORDER BY k",
      writes: triggers + [
        "INSERT INTO w VALUES (3, 3)", "UPDATE w SET k = 9 WHERE k = 1",
        "DELETE FROM w WHERE k = 2",
        "REPLACE INTO w VALUES (3, 4)",
      ])
  }

  @Test(arguments: hooks)
  func `a null in a key that is replaced by its default is followed`(hook: SQLiteHook) async throws
  {
    try await follow(
      ResultsRequest(table: "w"),
      """
      CREATE TABLE w(k INTEGER DEFAULT 5, v, PRIMARY KEY (k)) WITHOUT ROWID;
      INSERT INTO w VALUES (1, 1), (5, 2);
      """, hook, column: "v", truth: "SELECT v FROM w ORDER BY k",
      writes: ["REPLACE INTO w VALUES (NULL, 3)", "UPDATE OR REPLACE w SET k = NULL WHERE k = 1"])
  }

  @Test(arguments: hooks)
  func `rows are followed in and after a transaction that drops a temporary table`(
    hook: SQLiteHook
  ) async throws {
    try await follow(
      ResultsRequest(table: "t"),
      "CREATE TABLE t(id INTEGER PRIMARY KEY, u UNIQUE); INSERT INTO t VALUES (1, 1), (2, 2)", hook,
      column: "id", truth: "SELECT id FROM t ORDER BY id",
      writes: [
        "CREATE TEMP TABLE x(y)", "DROP TABLE x; REPLACE INTO t VALUES (3, 1)",
        "REPLACE INTO t VALUES (4, 2)", "UPDATE t SET id = 9 WHERE id = 3",
      ])
  }
}

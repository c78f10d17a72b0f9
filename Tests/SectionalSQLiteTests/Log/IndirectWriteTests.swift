import Sectional
import SectionalSQL
import SectionalSQLite
import SectionalTesting
import TestSupport
import Testing

/// Rows that a store's own statements change without naming them, with either of SQLite's hooks.
@MainActor @Suite struct IndirectWriteTests {
  private static let schema = """
    CREATE TABLE item(id INTEGER PRIMARY KEY, name TEXT UNIQUE, owner INTEGER
      REFERENCES owner ON DELETE CASCADE ON UPDATE CASCADE);
    CREATE TABLE owner(id INTEGER PRIMARY KEY, name TEXT);
    CREATE TABLE tag(word TEXT PRIMARY KEY, item INTEGER REFERENCES item ON DELETE SET NULL)
      WITHOUT ROWID;
    CREATE TRIGGER renamed AFTER UPDATE OF name ON owner BEGIN
      UPDATE item SET name = name || '*' WHERE owner = new.id;
      INSERT INTO tag VALUES (new.name, NULL);
    END;
    INSERT INTO owner VALUES (1, 'ada'), (2, 'bob');
    INSERT INTO item VALUES (1, 'a', 1), (2, 'b', 1), (3, 'c', 2), (4, 'd', 2);
    INSERT INTO tag VALUES ('x', 1), ('y', 3), ('z', 3);
    """

  @Test(
    arguments: [SQLiteHook.preupdate, .update],
    [
      "DELETE FROM owner WHERE id = 1", "UPDATE owner SET id = 9 WHERE id = 2",
      "UPDATE owner SET name = 'eve' WHERE id = 2",
      "INSERT OR REPLACE INTO item VALUES (5, 'a', 1)",
      "UPDATE OR REPLACE item SET name = 'a' WHERE id = 3", "DELETE FROM item", "DELETE FROM tag",
      "UPDATE item SET id = id + 100", "UPDATE tag SET word = word || word WHERE item = 3",
      "REPLACE INTO tag VALUES ('x', 4)",
      "INSERT INTO item VALUES (2, 'a', 1) ON CONFLICT DO UPDATE SET owner = 2",
      "INSERT OR IGNORE INTO item VALUES (2, 'a', 1), (7, 'q', 2)",
      "CREATE TABLE new(a); INSERT INTO item SELECT 50, 'made', NULL; DROP TABLE new",
      "WITH n(i) AS (VALUES (60), (61)) INSERT INTO item SELECT i, i, 2 FROM n",
      "UPDATE item SET name = owner.name || item.id FROM owner WHERE owner.id = item.owner",
    ])
  func `every row that a statement changes is reported`(hook: SQLiteHook, sql: String) async throws
  {
    let file = try ScratchDatabase(Self.schema)
    let store = try SQLiteStore(
      path: file.path, pollInterval: .seconds(3600), busyTimeout: .seconds(5), hook: hook)
    let items = ResultsController(
      fetchRequest: ResultsRequest<StoredRow>(table: "item"), store: store,
      sectionBy: .column("owner"))
    let tags = ResultsController(
      fetchRequest: ResultsRequest<StoredRow>(table: "tag"), store: store)
    try await items.performFetch()
    try await tags.performFetch()
    // Run twice, for statements that are already prepared and for rows that were inserted after the hooks were
    // installed.
    for _ in 0..<2 {
      try? await store.write { _ = try $0.execute(sql) }
      try await store.write { _ = try $0.execute("INSERT INTO item VALUES (NULL, NULL, NULL)") }
      let stored = try await store.write { db in
        try (
          db.fetch(ResultsRequest<StoredRow>(table: "item")),
          db.fetch(ResultsRequest<StoredRow>(table: "tag"))
        )
      }
      let owners = Dictionary(grouping: stored.0) { $0["owner"] ?? .null }
      try await wait {
        items.results.map { Array($0) } == items.results.map { owners[$0.key] ?? [] }
          && items.results.numberOfObjects == stored.0.count
          && Array(tags.results.rows) == stored.1
      }
    }
  }
}

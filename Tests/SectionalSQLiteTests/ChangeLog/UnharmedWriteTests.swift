import Sectional
import SectionalSQL
import SectionalSQLite
import SectionalTesting
import TestSupport
import Testing

/// A log makes no statement fail that would succeed without it.
@Suite struct UnharmedWriteTests {
  /// A table with a generated column that can't be computed if the updates' other columns count as null.
  private static let generating = """
    CREATE TABLE item(id INTEGER PRIMARY KEY, kind INTEGER NOT NULL, body TEXT,
      x AS (CASE kind WHEN 0 THEN NULL ELSE json_extract(body, '$.x') END));
    CREATE TABLE pair(a, b, kind INTEGER NOT NULL, body TEXT, x AS (CASE kind WHEN 0 THEN NULL ELSE json_extract(body, '$.x') END),
      PRIMARY KEY (a, b)) WITHOUT ROWID;
    INSERT INTO item(id, kind, body) VALUES (1, 0, 'plain');
    INSERT INTO pair(a, b, kind, body) VALUES (1, 1, 0, 'plain');
    """
  private static let updates = [
    "UPDATE item SET body = 'new' WHERE id = 1", "UPDATE pair SET body = 'new' WHERE a = 1",
    "INSERT INTO item(id, kind, body) VALUES (1, 0, 'newer') ON CONFLICT(id) DO UPDATE SET body = excluded.body",
  ]

  @Test(arguments: [[], ["body"]] as [[String]])
  func `updates of tables with generated columns succeed`(columns: [String]) async throws {
    let file = try ScratchDatabase(UnharmedWriteTests.generating)
    let store = try file.store()
    if columns.isEmpty {
      try await store.installChangeLog(for: ["item", "pair"])
    } else {
      try await store.installChangeLog(for: ["item", "pair"], oldValuesOf: columns)
    }
    for update in UnharmedWriteTests.updates { try file.write(update) }
    #expect(try file.write("SELECT body FROM item") == "newer\n")
    // What fails without the log fails still.
    #expect(throws: WriterFailure.self) { try file.write("UPDATE item SET kind = 1") }
  }

  @MainActor @Test(arguments: [SQLiteHook.preupdate, .update])
  func `own updates of tables with generated columns succeed`(hook: SQLiteHook) async throws {
    let file = try ScratchDatabase(UnharmedWriteTests.generating)
    let store = try SQLiteStore(path: file.path, hook: hook)
    let list = try await FollowingList(store, ResultsRequest(table: "item"))
    for update in UnharmedWriteTests.updates { try await store.write { try $0.execute(update) } }
    try await list.wait { $0.results.first?.rows.first?["body"] == .text("newer") }
  }

  @Test func `updates of other columns need no collation of an index`() async throws {
    let file = try ScratchDatabase()
    var configuration = SQLiteConfiguration()
    configuration.collations = [.folded]
    let store = try SQLiteStore(path: file.path, configuration: configuration)
    try await store.write { db in
      try db.execute(
        "CREATE TABLE item(id INTEGER PRIMARY KEY, name TEXT COLLATE folded UNIQUE, note TEXT)")
      try db.execute("INSERT INTO item VALUES (1, 'a', ''), (2, 'b', '')")
    }
    let update = "UPDATE item SET note = 'new' WHERE id = 1"
    try file.write(update)
    try await store.installChangeLog(for: ["item"])
    try file.write(update)
    // The row that another one replaces is in the log.
    try await store.write { try $0.execute("UPDATE OR REPLACE item SET name = 'b' WHERE id = 1") }
    let logged = try file.write(
      "SELECT quote(item) FROM sectional_log WHERE name = 'item' ORDER BY seq DESC LIMIT 2")
    #expect(logged.split(separator: "\n").sorted() == ["1", "2"])
  }
}

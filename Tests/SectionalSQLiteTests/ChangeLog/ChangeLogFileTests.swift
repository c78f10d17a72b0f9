import Foundation
import Sectional
import SectionalSQLite
import SectionalTesting
import TestSupport
import Testing

/// The change log in a file: what is installed, what it reports, and when it isn't trusted.
struct ChangeLogFileTests {
  private static let declaration = """
    PRAGMA journal_mode = WAL;
    CREATE TABLE item(id INTEGER PRIMARY KEY, name TEXT, code UNIQUE);
    CREATE TABLE pair(a, b REAL, PRIMARY KEY (a, b)) WITHOUT ROWID;
    INSERT INTO item VALUES (1, 'one', 1), (2, 'two', 2), (3, 'three', 3);
    INSERT INTO pair VALUES ('x', 1.5), (x'00ff', 2), (7, -1e300);
    """

  private let file: ScratchDatabase

  init() async throws {
    file = try ScratchDatabase(ChangeLogFileTests.declaration)
    try await SQLiteStore(path: file.path).installChangeLog(for: ["item", "pair"])
  }

  private typealias Cursor = SQLiteStore.Source.Cursor

  /// Returns the changes since a cursor, as a program that starts later reads them.
  private func changes(of table: String, since cursor: Cursor) async throws -> ChangedRows {
    try await SQLiteStore(path: file.path, access: .readOnly).changes(of: table, since: cursor)
  }

  private func cursor() async throws -> Cursor {
    try #require(try await SQLiteStore(path: file.path, access: .readOnly).cursor())
  }

  private func status(of table: String) async throws -> ChangeLogStatus? {
    try await SQLiteStore(path: file.path, access: .readOnly).changeLogStatus()[table]
  }

  @Test
  func `changes made while no list was open are reported row by row`() async throws {
    let cursor = try await cursor()
    #expect(try await changes(of: "item", since: cursor) == ChangedRows.nothing)
    try file.write("UPDATE item SET name = 'zwei' WHERE id = 2; DELETE FROM pair WHERE a = 'x';")
    #expect(try await changes(of: "item", since: cursor).keys == [RowKey(rowID: 2)])
    try file.write("INSERT OR REPLACE INTO item VALUES (9, 'nine', 3);")
    #expect(
      try await changes(of: "item", since: cursor).keys
        == [RowKey(rowID: 2), RowKey(rowID: 3), RowKey(rowID: 9)])
    try file.write("UPDATE pair SET b = b + 1;")
    let keys: [RowKey] = [
      RowKey([.text("x"), .real(1.5)]), RowKey([.blob([0, 255]), .real(2)]),
      RowKey([.blob([0, 255]), .real(3)]), RowKey([.integer(7), .real(-1e300)]),
    ]
    #expect(try await changes(of: "pair", since: cursor).keys == Set(keys))
  }

  @Test
  func `a rowid that changes under an alias is reported with the old one`() async throws {
    let cursor = try await cursor()
    try file.write("UPDATE item SET rowid = 20 WHERE id = 2; UPDATE item SET id = 30 WHERE id = 3;")
    let keys = [2, 20, 3, 30].map { RowKey(rowID: $0) }
    #expect(try await changes(of: "item", since: cursor).keys == Set(keys))
  }

  @Test
  func `installing the log again changes nothing, and uninstalling it leaves nothing`() async throws
  {
    let before = try file.write("SELECT * FROM sectional_log")
    let store = try SQLiteStore(path: file.path)
    try await store.installChangeLog(for: ["item", "pair"])
    #expect(try file.write("SELECT * FROM sectional_log") == before)
    #expect(try await store.changeLogStatements(for: ["item"]).isEmpty)
    try await store.uninstallChangeLog(for: ["item"])
    #expect(try await store.changeLogStatus() == ["item": .missing, "pair": .installed])
    try await store.uninstallChangeLog(for: ["pair"])
    #expect(
      try file.write("SELECT count(*) FROM sqlite_master WHERE name LIKE 'sectional%'") == "0\n")
  }

  @Test func `a table can be logged under the name that a logged table had before`() async throws {
    let file = try ScratchDatabase("CREATE TABLE item(id INTEGER PRIMARY KEY)")
    let store = try SQLiteStore(path: file.path)
    try await store.installChangeLog(for: ["item"])
    try file.write("ALTER TABLE item RENAME TO former; CREATE TABLE item(id INTEGER PRIMARY KEY)")
    try await store.installChangeLog(for: ["item"])
    #expect(
      try await store.changeLogStatus() == ["item": .installed, "former": .missing])
    try await store.installChangeLog(for: ["former"])
    #expect(
      try await store.changeLogStatus() == ["item": .installed, "former": .installed])
  }

  @Test func `a user's own trigger is left alone, even if its name begins like those of the log`()
    async throws
  {
    let file = try ScratchDatabase(
      "CREATE TABLE item(id INTEGER PRIMARY KEY); CREATE TABLE seen(id)")
    let store = try SQLiteStore(path: file.path)
    try await store.installChangeLog(for: ["item"])
    try file.write(
      """
      CREATE TRIGGER sectional_log_seen AFTER INSERT ON item BEGIN INSERT INTO seen VALUES (new.id); END
      """)
    #expect(try await store.changeLogStatus(of: ["item"]) == ["item": .installed])
    try await store.uninstallChangeLog(for: ["item"])
    #expect(try await store.changeLogStatus(of: ["item"]) == ["item": .missing])
    #expect(
      try file.write("SELECT name FROM sqlite_schema WHERE type = 'trigger'")
        == "sectional_log_seen\n")
  }

  @Test(arguments: [
    "CREATE UNIQUE INDEX more ON item(name)",
    "DROP TRIGGER sectional_log_delete_item", "DROP TRIGGER sectional_prune",
    "DROP TRIGGER sectional_log_insert_item; CREATE TRIGGER sectional_log_insert_item AFTER INSERT ON item BEGIN SELECT 1; END",
  ])
  func `a log that no longer sees everything is outdated and not trusted`(
    change: String
  ) async throws {
    try file.write(change)
    #expect(try await status(of: "item") == .outdated)
    let cursor = try await cursor()
    try file.write("DELETE FROM item WHERE id = 1")
    guard case .everything = try await changes(of: "item", since: cursor) else {
      Issue.record("the log was trusted")
      return
    }
    try await SQLiteStore(path: file.path).installChangeLog(for: ["item"])
    #expect(try await status(of: "item") == .installed)
  }

  @Test
  func `a renamed table has no log until it is installed again`() async throws {
    try file.write("ALTER TABLE item RENAME TO thing")
    #expect(try await status(of: "thing") == .outdated)
    let cursor = try await cursor()
    try file.write("DELETE FROM thing")
    #expect(
      try await changes(of: "thing", since: cursor)
        == .everything(
          reason: "the file was written or replaced, and no change log tells which rows changed"))
  }

  @Test
  func `a copy with a different history is not mistaken for the file`() async throws {
    let folder = file.folder.path
    try file.write("PRAGMA wal_checkpoint(TRUNCATE)")
    try FileManager.default.copyItem(atPath: file.path, toPath: "\(folder)/copy.sqlite")
    try file.write("UPDATE item SET name = 'here' WHERE id = 1")
    let cursor = try await cursor()
    try file.write("UPDATE item SET name = 'there' WHERE id = 2", to: "copy.sqlite")
    let copy = try SQLiteStore(path: "\(folder)/copy.sqlite", access: .readOnly)
    let changes = try await copy.changes(of: "item", since: cursor)
    guard case .everything = changes else {
      Issue.record("the other file's log was trusted: \(changes)")
      return
    }
  }

  @Test
  func `the log prunes itself, and a list too far behind reads everything`() async throws {
    let cursor = try await cursor()
    try file.write(
      """
      WITH RECURSIVE n(i) AS (SELECT 10 UNION ALL SELECT i + 1 FROM n WHERE i < 125000)
        INSERT INTO item SELECT i, 'n', i FROM n;
      """)
    let kept = try #require(
      Int(try file.write("SELECT count(*) FROM sectional_log").dropLast()))
    #expect((100_000...110_000).contains(kept))
    #expect(
      try await changes(of: "item", since: cursor)
        == .everything(reason: "the file's change log no longer reaches back far enough"))
  }

  @Test(arguments: ["CREATE VIEW v AS SELECT 1", "CREATE VIRTUAL TABLE v USING fts5(x)"])
  func `a table that can't have triggers is rejected, and nothing is changed`(declaration: String)
    async throws
  {
    try file.write(declaration)
    let store = try SQLiteStore(path: file.path)
    try await store.uninstallChangeLog(for: ["item"])
    let error = await storeError { try await store.installChangeLog(for: ["item", "v"]) }
    #expect(error?.code == .unsupported)
    #expect(try await status(of: "item") == .missing)
  }

  @Test
  func `a file with UTF-16 texts is followed, and keys that can't be logged are not guessed`()
    async throws
  {
    let other = try ScratchDatabase(
      "PRAGMA encoding = 'UTF-16le'; " + ChangeLogFileTests.declaration)
    let store = try SQLiteStore(path: other.path)
    try await store.installChangeLog(for: ["item", "pair"])
    let cursor = try #require(try await store.cursor())
    try other.write("UPDATE item SET name = 'zwei' WHERE id = 2; INSERT INTO pair VALUES ('é', 1)")
    let rows = try await store.changes(of: "item", since: cursor)
    let pairs = try await store.changes(of: "pair", since: cursor)
    #expect(rows.keys == [RowKey(rowID: 2)])
    #expect(
      pairs == .everything(reason: "the change log can't say which rows of \"pair\" changed"))
  }

  @Test
  func `a stranger's table of the same name is left alone`() async throws {
    let other = try ScratchDatabase(
      "CREATE TABLE item(id INTEGER PRIMARY KEY); CREATE TABLE sectional_log(x);")
    let store = try SQLiteStore(path: other.path)
    let error = await storeError { try await store.installChangeLog(for: ["item"]) }
    #expect(error?.code == .unsupported)
    #expect(try other.write("SELECT count(*) FROM sqlite_master") == "2\n")
  }
}

import Foundation
import Sectional
import SectionalSQL
import SectionalSQLite
import SectionalTesting
import TestSupport
import Testing

/// Rows that another row replaces because of values that no trigger sees before they are written.
@Suite(.serialized)
struct ChangeLogVictimTests {
  /// Creates a file whose table `item` has the change log.
  private func file(_ tables: String) async throws -> ScratchDatabase {
    let file = try ScratchDatabase(tables)
    try await SQLiteStore(path: file.path).installChangeLog(for: ["item"])
    return file
  }

  private func status(of file: ScratchDatabase) async throws -> ChangeLogStatus? {
    try await SQLiteStore(path: file.path, access: .readOnly).changeLogStatus()["item"]
  }

  @Test(arguments: ReplacingWrite.all)
  func `a row that is replaced is named, or the log says that any may be`(
    write: ReplacingWrite
  ) async throws {
    let file = try await file(write.tables)
    let store = try SQLiteStore(path: file.path, access: .readOnly)
    let cursor = try #require(try await store.cursor())
    try file.write(write.statement)
    let changes = try await store.changes(of: "item", since: cursor)
    if let named = write.named {
      #expect(changes == .keys(Set(named.map { RowKey(rowID: $0) }), in: "item"))
    } else {
      let reason = "the change log can't say which rows of \"item\" changed"
      #expect(changes == .everything(reason: reason))
    }
  }

  @MainActor @Test(arguments: ReplacingWrite.all)
  func `a list that is opened from its cache shows no row that was replaced`(
    write: ReplacingWrite
  ) async throws {
    let file = try await file("PRAGMA journal_mode = WAL; \(write.tables)")
    let first = try list(of: file)
    try await first.performFetch()
    await first.close()
    try file.write(write.statement)
    let second = try list(of: file)
    try await second.performFetch(.sections)
    let held = try file.write("SELECT id FROM item ORDER BY id").split(separator: "\n")
    #expect(second.sections.map(\.name) == held.map(String.init))
    await second.close()
  }

  @MainActor private func list(of file: ScratchDatabase) throws -> ResultsController<StoredRow> {
    let controller = ResultsController(
      fetchRequest: ResultsRequest<StoredRow>(source: .table("item")),
      store: try SQLiteStore(path: file.path, access: .readOnly), sectionBy: .column("id"),
      cacheName: "items")
    controller.options.cache?.folder = SectionCacheFolder(path: file.folder.path + "/cache")
    return controller
  }

  @Test
  func `a log whose triggers trusted a computed column is outdated`() async throws {
    let file = try await file(ReplacingWrite.joined)
    #expect(try await status(of: file) == .installed)
    try file.write(
      """
      DROP TRIGGER sectional_log_replace1_item;
      CREATE TRIGGER "sectional_log_replace1_item" BEFORE UPDATE ON "item" \
      WHEN old."joint" IS NOT new."joint" COLLATE BINARY BEGIN INSERT INTO \
      sectional_log(name, item) SELECT 'item', "id" FROM "item" AS held WHERE \
      "joint" = new."joint" COLLATE "BINARY"; END;
      """)
    #expect(try await status(of: file) == .outdated)
    try await SQLiteStore(path: file.path).installChangeLog(for: ["item"])
    #expect(try await status(of: file) == .installed)
  }

  @Test
  func `a new trigger that changes rows before they are updated makes a log outdated`()
    async throws
  {
    let file = try await file(ReplacingWrite.paired(""))
    try file.write("CREATE TRIGGER quiet AFTER UPDATE ON item BEGIN DELETE FROM item WHERE 0; END;")
    #expect(try await status(of: file) == .installed)
    try file.write(ReplacingWrite.rewriting)
    #expect(try await status(of: file) == .outdated)
  }

  @Test
  func `the triggers of a table are these`() async throws {
    let file = try ScratchDatabase(
      "CREATE TABLE item(id INTEGER PRIMARY KEY, name, code UNIQUE COLLATE NOCASE)")
    let statements = try await SQLiteStore(path: file.path).changeLogStatements(for: ["item"])
    let replaced = """
      INSERT INTO sectional_log(name, item) SELECT 'item', "id" FROM "item" AS held \
      WHERE "code" = new."code" COLLATE "NOCASE";
      """
    let state = "CASE new.\"id\" WHEN -1 THEN 2 ELSE NULL END"
    let newest = "ifnull((SELECT max(\"id\") FROM \"item\" AS held), \(Int64.min))"
    let item = "CASE new.\"id\" WHEN -1 THEN \(newest) ELSE new.\"id\" END"
    #expect(
      statements.suffix(6) == [
        """
        CREATE TRIGGER "sectional_log_insert_item" BEFORE INSERT ON "item" BEGIN \(replaced) \
        INSERT INTO sectional_log(kind, name, item) VALUES (\(state), 'item', \(item)); END
        """,
        """
        CREATE TRIGGER "sectional_log_delete_item" BEFORE DELETE ON "item" BEGIN \
        INSERT INTO sectional_log(name, item) VALUES ('item', old."id"); END
        """,
        """
        CREATE TRIGGER "sectional_log_update_item" BEFORE UPDATE ON "item" BEGIN \
        INSERT INTO sectional_log(name, item) VALUES ('item', old."id"); END
        """,
        """
        CREATE TRIGGER "sectional_log_move_item" BEFORE UPDATE ON "item" \
        WHEN old."id" IS NOT new."id" COLLATE BINARY BEGIN \
        INSERT INTO sectional_log(name, item) VALUES ('item', new."id"); END
        """,
        """
        CREATE TRIGGER "sectional_log_replace1_item" BEFORE UPDATE ON "item" \
        WHEN old."code" IS NOT new."code" COLLATE BINARY BEGIN \(replaced) END
        """, "INSERT INTO sectional_log(name) VALUES ('item')",
      ])
  }
}

import Foundation
import Sectional
import SectionalSQLite
import SectionalTesting
import TestSupport
import Testing

/// Which columns a change log keeps old values of, and what becomes of it when the table or the library changes.
struct LoggedColumnTests {
  private static let declaration = """
    PRAGMA journal_mode = WAL;
    CREATE TABLE item(id INTEGER PRIMARY KEY, name, grp, "od""d, name");
    INSERT INTO item VALUES (1, 'one', 'a', 1), (2, 'two', 'b', 2);
    """

  private let file: ScratchDatabase
  private let store: SQLiteStore

  init() throws {
    file = try ScratchDatabase(LoggedColumnTests.declaration)
    store = try SQLiteStore(path: file.path)
  }

  private typealias Cursor = SQLiteStore.Source.Cursor

  private func cursor() async throws -> Cursor {
    try #require(try await SQLiteStore(path: file.path, access: .readOnly).cursor())
  }

  private func changes(since cursor: Cursor, of table: String = "item") async throws -> ChangedRows
  {
    try await SQLiteStore(path: file.path, access: .readOnly).changes(of: table, since: cursor)
  }

  private func isEverything(_ changes: ChangedRows) -> Bool {
    if case .everything = changes { true } else { false }
  }

  @Test
  func `a log keeps the columns that it kept and those that are named`() async throws {
    try await store.installChangeLog(for: ["item"], oldValuesOf: ["GRP"])
    #expect(try await store.changeLogColumns() == ["item": ["grp"]])
    try await store.installChangeLog(for: ["item"], oldValuesOf: ["od\"d, name", "id"])
    #expect(try await store.changeLogColumns() == ["item": ["id", "grp", "od\"d, name"]])
    #expect(
      try await store.changeLogStatements(for: ["item"], oldValuesOf: ["grp", "id"]).isEmpty)
    #expect(try await store.changeLogStatus() == ["item": .installed])
  }

  @Test
  func `installing the log without columns leaves the columns alone`() async throws {
    try await store.installChangeLog(for: ["item"], oldValuesOf: ["grp"])
    #expect(try await store.changeLogStatements(for: ["item"]).isEmpty)
    try await store.installChangeLog(for: ["item"])
    #expect(try await store.changeLogColumns() == ["item": ["grp"]])
    try file.write("CREATE UNIQUE INDEX more ON item(name)")
    #expect(try await store.changeLogColumns() == ["item": []])
    try await store.installChangeLog(for: ["item"])
    #expect(try await store.changeLogColumns() == ["item": ["grp"]])
    try await store.uninstallChangeLog(for: ["item"])
    #expect(try await store.changeLogColumns() == ["item": []])
    #expect(
      try file.write("SELECT count(*) FROM sqlite_master WHERE name LIKE 'sectional%'") == "0\n")
  }

  @Test
  func `the statements for columns do what installing does`() async throws {
    let statements = try await store.changeLogStatements(for: ["item"], oldValuesOf: ["grp"])
    try file.write("BEGIN; \(statements.joined(separator: ";\n")); COMMIT;")
    #expect(try await store.changeLogStatus() == ["item": .installed])
    #expect(try await store.changeLogColumns() == ["item": ["grp"]])
  }

  @Test
  func `a column that doesn't exist is named, and nothing is changed`() async throws {
    try file.write("CREATE TABLE other(grp)")
    let error = await storeError {
      try await store.installChangeLog(for: ["other", "item"], oldValuesOf: ["grop"])
    }
    #expect(error?.code == .noSuchColumn)
    #expect(error?.message == "there is no column \"grop\" in \"other\"; did you mean \"grp\"?")
    #expect(try await store.changeLogStatus() == ["item": .missing, "other": .missing])
  }

  @Test
  func `a log keeps sixteen columns of a table and no more`() async throws {
    let names = (1...17).map { "c\($0)" }
    try file.write("CREATE TABLE wide(\(names.joined(separator: ", ")))")
    try await store.installChangeLog(for: ["wide"], oldValuesOf: Array(names.prefix(16)))
    let error = await storeError {
      try await store.installChangeLog(for: ["wide"], oldValuesOf: ["c17"])
    }
    #expect(error?.code == .unsupported)
    #expect(try await store.changeLogColumns(of: ["wide"]) == ["wide": Array(names.prefix(16))])
    let cursor = try await cursor()
    try file.write("INSERT INTO wide(c16) VALUES (1)")
    #expect(
      try await changes(since: cursor, of: "wide")
        == .tables([
          "wide": ChangedTable(
            keys: [RowKey(rowID: 1)], oldRows: [RowKey(rowID: 1): .absent])
        ]))
  }

  @Test(arguments: [
    "CREATE VIEW t AS SELECT 1 AS a", "CREATE TABLE t(rowid, oid, _rowid_, a)",
    "CREATE VIRTUAL TABLE t USING fts5(a)",
  ])
  func `a table whose old values can't be logged is rejected`(declaration: String) async throws {
    try file.write(declaration)
    let error = await storeError {
      try await store.installChangeLog(for: ["item", "t"], oldValuesOf: ["a"])
    }
    #expect(error?.code == .unsupported || error?.code == .noSuchColumn)
    let alone = await storeError {
      try await store.installChangeLog(for: ["t"], oldValuesOf: ["a"])
    }
    #expect(alone?.code == .unsupported)
    #expect(try await store.changeLogStatus(of: ["item"]) == ["item": .missing])
  }

  @Test
  func `a file with UTF-16 texts keeps old values of tables with rowids only`() async throws {
    let other = try ScratchDatabase(
      "PRAGMA encoding = 'UTF-16le'; \(LoggedColumnTests.declaration) "
        + "CREATE TABLE pair(a PRIMARY KEY, b) WITHOUT ROWID;")
    let store = try SQLiteStore(path: other.path)
    let error = await storeError {
      try await store.installChangeLog(for: ["pair"], oldValuesOf: ["b"])
    }
    #expect(error?.code == .unsupported)
    try other.write("UPDATE item SET name = 'é'")
    try await store.installChangeLog(for: ["item"], oldValuesOf: ["name"])
    let cursor = try #require(try await store.cursor())
    try other.write("DELETE FROM item WHERE id = 1")
    let changes = try await store.changes(of: "item", since: cursor)
    let old = OldRow.present(["id": .integer(1), "name": .text("é")])
    #expect(
      changes
        == .tables([
          "item": ChangedTable(keys: [RowKey(rowID: 1)], oldRows: [RowKey(rowID: 1): old])
        ]))
  }

  @Test
  func `a list that held a place before the columns changed reads everything`() async throws {
    try await store.installChangeLog(for: ["item"], oldValuesOf: ["grp"])
    try file.write("UPDATE item SET grp = 'c' WHERE id = 1")
    let cursor = try await cursor()
    try await store.installChangeLog(for: ["item"], oldValuesOf: ["name"])
    #expect(isEverything(try await changes(since: cursor)))
  }

  @Test
  func `a column whose old values are kept can be renamed, and the values are right`()
    async throws
  {
    try await store.installChangeLog(for: ["item"], oldValuesOf: ["grp", "name"])
    try file.write("ALTER TABLE item RENAME COLUMN grp TO \"the group\"")
    try file.write("ALTER TABLE item RENAME COLUMN id TO number")
    #expect(try await store.changeLogStatus() == ["item": .installed])
    #expect(try await store.changeLogColumns() == ["item": ["name", "the group"]])
    let cursor = try await cursor()
    try file.write("UPDATE item SET \"the group\" = 'c' WHERE number = 1")
    let old = OldRow.present(["number": .integer(1), "name": .text("one"), "the group": .text("a")])
    #expect(
      try await changes(since: cursor)
        == .tables([
          "item": ChangedTable(keys: [RowKey(rowID: 1)], oldRows: [RowKey(rowID: 1): old])
        ]))
  }

  @Test
  func `a column whose old values are kept can't be dropped before the log`() async throws {
    try await store.installChangeLog(for: ["item"], oldValuesOf: ["grp"])
    #expect(throws: (any Error).self) { try file.write("ALTER TABLE item DROP COLUMN grp") }
    try file.write("ALTER TABLE item DROP COLUMN name")
    #expect(try await store.changeLogStatus() == ["item": .installed])
    try await store.uninstallChangeLog(for: ["item"])
    try file.write("ALTER TABLE item DROP COLUMN grp")
  }

  @Test
  func `a value of other columns isn't taken for one of these`() async throws {
    try await store.installChangeLog(for: ["item"], oldValuesOf: ["grp"])
    let cursor = try await cursor()
    try file.write(
      """
      INSERT INTO sectional_log(v1, layout, kind, name, item) VALUES ('x', 1, 1, 'item', 1);
      DELETE FROM item;
      """)
    let changes = try await changes(since: cursor)
    let two = OldRow.present(["id": .integer(2), "grp": .text("b")])
    #expect(
      changes
        == .tables([
          "item": ChangedTable(
            keys: [RowKey(rowID: 1), RowKey(rowID: 2)], oldRows: [RowKey(rowID: 2): two])
        ]))
  }

  @Test
  func `an insert that takes any free number leaves nothing certain`() async throws {
    try file.write("INSERT INTO item(id) VALUES (9223372036854775807)")
    try await store.installChangeLog(for: ["item"], oldValuesOf: ["grp"])
    let cursor = try await cursor()
    try file.write("INSERT INTO item(name) VALUES ('somewhere')")
    #expect(isEverything(try await changes(since: cursor)))
  }

  /// The log of one table as an earlier version installed it.
  private static let former = """
    CREATE TABLE sectional_log(seq INTEGER PRIMARY KEY AUTOINCREMENT, name TEXT NOT NULL, item, \
    nonce INTEGER NOT NULL DEFAULT (random()));
    CREATE TRIGGER sectional_prune AFTER INSERT ON sectional_log WHEN new.seq % 10000 = 0 \
    BEGIN DELETE FROM sectional_log WHERE seq <= new.seq - 100000; END;
    CREATE TRIGGER "sectional_log_insert_item" AFTER INSERT ON "item" BEGIN \
    INSERT INTO sectional_log(name, item) VALUES ('item', new."id"); END;
    CREATE TRIGGER "sectional_log_delete_item" AFTER DELETE ON "item" BEGIN \
    INSERT INTO sectional_log(name, item) VALUES ('item', old."id"); END;
    CREATE TRIGGER "sectional_log_update_item" AFTER UPDATE ON "item" BEGIN \
    INSERT INTO sectional_log(name, item) VALUES ('item', new."id"); END;
    CREATE TRIGGER "sectional_log_move_item" AFTER UPDATE ON "item" WHEN old."id" IS NOT new."id" \
    COLLATE BINARY BEGIN INSERT INTO sectional_log(name, item) VALUES ('item', old."id"); END;
    INSERT INTO sectional_log(name) VALUES ('item');
    """

  @Test(arguments: [[], ["grp"]])
  func `the log of an earlier version is outdated, and replaced when it is installed again`(
    columns: [String]
  ) async throws {
    try file.write(LoggedColumnTests.former)
    #expect(try await store.changeLogStatus() == ["item": .outdated])
    let cursor = try await cursor()
    try file.write("DELETE FROM item WHERE id = 1")
    #expect(isEverything(try await changes(since: cursor)))
    try await store.installChangeLog(for: ["item"], oldValuesOf: columns)
    #expect(try await store.changeLogStatus() == ["item": .installed])
    #expect(try await store.changeLogColumns() == ["item": columns])
    let next = try await self.cursor()
    try file.write("DELETE FROM item WHERE id = 2")
    #expect(try await changes(since: next).keys == [RowKey(rowID: 2)])
  }

  @Test
  func `a log that was removed and installed again doesn't continue the first`() async throws {
    try await store.installChangeLog(for: ["item"])
    let cursor = try await cursor()
    try await store.uninstallChangeLog(for: ["item"])
    try await store.installChangeLog(for: ["item"])
    #expect(isEverything(try await changes(since: cursor)))
  }

  @Test
  func `a log that was emptied doesn't continue itself under the same numbers`() async throws {
    try await store.installChangeLog(for: ["item"])
    let cursor = try await cursor()
    try file.write(
      "DELETE FROM sectional_log; UPDATE item SET name = 'x'; UPDATE item SET name = 'y'")
    #expect(isEverything(try await changes(since: cursor)))
  }
}

import Foundation
import Sectional
import SectionalSQLite
import SectionalTesting
import TestSupport
import Testing

/// What a change log that keeps old values says of rows that changed.
struct OldValueTests {
  private static let declaration = """
    PRAGMA journal_mode = WAL;
    CREATE TABLE item(id INTEGER PRIMARY KEY, name, code UNIQUE, long AS (length(name)));
    CREATE TABLE pair(a, b REAL, note, PRIMARY KEY (a, b)) WITHOUT ROWID;
    INSERT INTO item VALUES (1, 'one', 1), (2, x'00ff', 2), (3, CAST(x'ff61' AS TEXT), 3),
      (4, 1e300, 4), (5, NULL, 5);
    INSERT INTO pair VALUES ('x', 1.5, 'first'), (x'00ff', 2, 'second'), (7, -1e300, 'third');
    """

  private let file: ScratchDatabase

  init() async throws {
    file = try ScratchDatabase(OldValueTests.declaration)
    let store = try SQLiteStore(path: file.path)
    try await store.installChangeLog(for: ["item"], oldValuesOf: ["name", "code", "long"])
    try await store.installChangeLog(for: ["pair"], oldValuesOf: ["note"])
  }

  /// Runs statements as another program, and returns what a program that reads them later learns.
  private func changes(
    of table: String = "item", by sql: String
  ) async throws -> ChangedTable {
    let store = try SQLiteStore(path: file.path, access: .readOnly)
    let cursor = try #require(try await store.cursor())
    try file.write(sql)
    let changes = try await store.changes(of: table, since: cursor)
    guard case .tables(let tables) = changes else {
      Issue.record("the log didn't name the rows: \(changes)")
      return ChangedTable(keys: [])
    }
    return tables[table] ?? ChangedTable(keys: [])
  }

  private func row(
    _ id: Int64, _ name: StoredValue, _ code: StoredValue, _ long: StoredValue
  ) -> OldRow {
    .present(["id": .integer(id), "name": name, "code": code, "long": long])
  }

  private func rows(_ rows: [Int64: OldRow]) -> ChangedTable {
    let rows = Dictionary(uniqueKeysWithValues: rows.map { (RowKey(rowID: $0), $1) })
    return ChangedTable(keys: Set(rows.keys), oldRows: rows)
  }

  @Test
  func `values of every type are logged exactly, also those of generated columns`() async throws {
    let changes = try await changes(by: "UPDATE item SET name = 'new'; DELETE FROM item;")
    #expect(
      changes
        == rows([
          1: row(1, .text("one"), .integer(1), .integer(3)),
          2: row(2, .blob([0, 255]), .integer(2), .integer(2)),
          3: row(3, .malformedText([0xFF, 0x61]), .integer(3), .integer(2)),
          4: row(4, .real(1e300), .integer(4), .integer(8)),
          5: row(5, .null, .integer(5), .null),
        ]))
  }

  @Test
  func `a row that was inserted since didn't exist before`() async throws {
    let changes = try await changes(
      by:
        "INSERT INTO item(name) VALUES ('six'); INSERT INTO item(id) VALUES (90); DELETE FROM item WHERE id > 5"
    )
    #expect(changes == rows([6: .absent, 90: .absent]))
  }

  @Test
  func `a key in a table without rowids comes with its columns`() async throws {
    let changes = try await changes(
      of: "pair", by: "UPDATE pair SET b = 3 WHERE a = 'x'; DELETE FROM pair WHERE a = 7")
    let (old, new) = (RowKey([.text("x"), .real(1.5)]), RowKey([.text("x"), .real(3)]))
    let deleted = RowKey([.integer(7), .real(-1e300)])
    #expect(changes.keys == [old, new, deleted])
    #expect(
      changes.oldRows == [
        old: .present(["a": .text("x"), "b": .real(1.5), "note": .text("first")]), new: .absent,
        deleted: .present(["a": .integer(7), "b": .real(-1e300), "note": .text("third")]),
      ])
  }

  @Test(arguments: [
    "INSERT OR REPLACE INTO item(id, name, code) VALUES (1, 'eins', 9)",
    "INSERT OR REPLACE INTO item(id, name, code) VALUES (9, 'nine', 1)",
    "INSERT OR REPLACE INTO item(name, code) SELECT 'again', code FROM item WHERE id = 1",
    "UPDATE OR REPLACE item SET id = 1 WHERE id = 2",
    "UPDATE OR REPLACE item SET code = 1 WHERE id = 2",
    "UPDATE item SET id = 40 WHERE id = 1; UPDATE item SET name = 'then' WHERE id = 40",
    "DELETE FROM item WHERE id = 1; INSERT INTO item(id) VALUES (1)",
    "INSERT INTO item(name, code) VALUES ('n', 1) ON CONFLICT (code) DO UPDATE SET name = 'up'",
    "INSERT OR IGNORE INTO item(name, code) VALUES ('n', 1); DELETE FROM item WHERE id = 1",
    "BEGIN; SAVEPOINT a; DELETE FROM item; ROLLBACK TO a; RELEASE a; DELETE FROM item WHERE id = 1; COMMIT",
  ])
  func `a row is what it was before the first of its changes`(sql: String) async throws {
    let changes = try await changes(by: sql)
    let one = RowKey(rowID: 1)
    #expect(changes.keys.contains(one))
    #expect(changes.oldRows[one] == row(1, .text("one"), .integer(1), .integer(3)))
    #expect(Set(changes.oldRows.keys) == changes.keys)
    for (key, row) in changes.oldRows where !(1...5).map({ RowKey(rowID: $0) }).contains(key) {
      #expect(row == .absent)
    }
  }

  @Test(arguments: [
    "AFTER INSERT ON item BEGIN UPDATE item SET name = 'seen' WHERE id = new.id; END",
    "AFTER INSERT ON item BEGIN DELETE FROM item WHERE id = new.id; END",
    """
    AFTER INSERT ON item WHEN new.name = 'six' BEGIN
      DELETE FROM item WHERE id = new.id; INSERT INTO item(id, name) VALUES (new.id, 'again');
    END
    """,
    "AFTER INSERT ON item BEGIN UPDATE item SET id = new.id + 10 WHERE id = new.id; END",
  ])
  func `a trigger that changes an inserted row doesn't make it older`(
    trigger: String
  ) async throws {
    let changes = try await changes(
      by: "CREATE TEMP TRIGGER own \(trigger); INSERT INTO item(name) VALUES ('six')")
    #expect(changes.oldRows[RowKey(rowID: 6)] == .absent)
    #expect(Set(changes.oldRows.keys) == changes.keys)
    #expect(changes.oldRows.values.allSatisfy { $0 == .absent })
  }

  @Test
  func `a trigger that changes a row before and after an update is no first change`() async throws {
    let changes = try await changes(
      by: """
        CREATE TEMP TRIGGER early BEFORE UPDATE OF name ON item BEGIN
          UPDATE item SET code = code + 100 WHERE id = old.id;
        END;
        CREATE TEMP TRIGGER late AFTER UPDATE OF name ON item BEGIN
          UPDATE item SET code = code + 100 WHERE id = old.id;
        END;
        UPDATE item SET name = 'new' WHERE id = 1;
        """)
    #expect(changes == rows([1: row(1, .text("one"), .integer(1), .integer(3))]))
  }

  @Test
  func `a table whose log keeps no columns has no old rows`() async throws {
    try file.write("CREATE TABLE plain(id INTEGER PRIMARY KEY)")
    try await SQLiteStore(path: file.path).installChangeLog(for: ["plain"])
    let changes = try await changes(of: "plain", by: "INSERT INTO plain VALUES (1)")
    #expect(changes == ChangedTable(keys: [RowKey(rowID: 1)]))
  }

  @Test
  func `a store's own writes have old values and keep their tag`() async throws {
    let store = try SQLiteStore(path: file.path)
    let source = store.changeSource()
    let region = TableRegion(allColumnsOf: ["item"])
    let cursor = try #require(try await store.cursor())
    let tag = WriteTag()
    try await store.write(tag: tag) { db in
      try db.execute("UPDATE item SET name = 'eins' WHERE id = 1")
    }
    let changes = try await store.read { reader in
      try await source.changes(in: region, since: cursor, reader)
    }
    #expect(changes.tag == tag)
    #expect(
      changes.rows
        == .tables(["item": rows([1: row(1, .text("one"), .integer(1), .integer(3))])]))
  }
}

import Foundation
import Sectional
import SectionalSQL
import SectionalSQLite
import SectionalTesting
import TestSupport
import Testing

/// What a store's own commits say of rows before they changed, and what they leave out because the preupdate hook doesn't
/// tell it.
struct HookedRowTests {
  /// A table, and what identifies its rows.
  struct Table: CustomTestStringConvertible, Sendable {
    let testDescription: String
    let schema: String
    var key = ["id"]
    var hasRowID = true

    /// Tables of which the hook tells everything.
    static let told = [
      Table(
        testDescription: "types",
        schema: """
          CREATE TABLE item(id INTEGER PRIMARY KEY, r REAL, n NUMERIC, x, s TEXT DEFAULT NULL);
          INSERT INTO item VALUES (1, 5, 5.0, 5.0, 5), (2, 1e300, -0.0, x'00ff', 'zoë'),
            (3, NULL, 9223372036854775807, 'a' || char(0) || 'b', CAST(x'ff61' AS TEXT)),
            (-4, -0.0, 'x', x'', '');
          """),
      Table(
        testDescription: "UTF-16",
        schema: """
          PRAGMA encoding = 'UTF-16le';
          CREATE TABLE item(id INTEGER PRIMARY KEY, r FLOAT, x, s);
          INSERT INTO item VALUES (1, 5, 'zoë😀', CAST(x'00d8' AS TEXT)), (2, 1.5, x'00d8', 'a');
          """),
      Table(
        testDescription: "stored columns",
        schema: """
          CREATE TABLE item(id INTEGER PRIMARY KEY, x, r REAL AS (x + 1) STORED, s);
          INSERT INTO item(id, x, s) VALUES (1, 5, 'a'), (2, NULL, 'b');
          """),
      Table(
        testDescription: "added columns",
        schema: """
          CREATE TABLE item(id INTEGER PRIMARY KEY, x); INSERT INTO item VALUES (1, 'old');
          ALTER TABLE item ADD COLUMN s; ALTER TABLE item ADD COLUMN t DEFAULT NULL;
          INSERT INTO item VALUES (2, 'new', 'a', 'b');
          """),
      Table(
        testDescription: "no key",
        schema: """
          CREATE TABLE item(x, s); INSERT INTO item(rowid, x, s) VALUES (7, 1, 'a'), (9, 1, 'a');
          """, key: ["rowid"]),
      Table(
        testDescription: "no rowid",
        schema: """
          CREATE TABLE item(x, b TEXT, s, a, PRIMARY KEY (a, b)) WITHOUT ROWID;
          INSERT INTO item VALUES (5, 'q', 's', 1.0), (6, 'q', 's', 9007199254740993), (x'', 'q', NULL, x'00'), (0.5, 'r', 's', 1);
          """, key: ["a", "b"], hasRowID: false),
    ]
  }

  private func request(_ columns: [String]) -> ResultsRequest<StoredRow> {
    var request = ResultsRequest<StoredRow>(
      table: "item", sortBy: columns.map { SortKey(.column($0)) })
    request.fetchOffset = 1
    return request
  }

  /// Creates a file, and returns what its store's own commits say of its rows if a list needs some columns.
  ///
  /// - Parameters:
  ///   - schema: The statements that create the table `item`.
  ///   - columns: The columns that a list with an offset needs.
  ///   - transactions: What is committed.
  ///   - logged: The columns whose old values the file's log keeps; none for a file without a log.
  ///   - hook: The hook that tells.
  /// - Returns: What is known of the table.
  /// - Throws: Any error of the store.
  private func changes(
    _ schema: String, of columns: [String], by transactions: [String], logged: [String] = [],
    hook: SQLiteHook = .preupdate
  ) async throws -> ChangedTable {
    let file = try ScratchDatabase(schema)
    let store = try SQLiteStore(path: file.path, pollInterval: .seconds(3600), hook: hook)
    if !logged.isEmpty { try await store.installChangeLog(for: ["item"], oldValuesOf: logged) }
    let request = request(columns)
    _ = try await store.read { try await $0.fetch(request) }
    let cursor = try #require(try await store.cursor())
    for sql in transactions { try await store.write { db in _ = try db.execute(sql) } }
    guard case .tables(let tables) = try await store.changes(of: "item", since: cursor) else {
      Issue.record("the rows aren't named")
      return ChangedTable(keys: [])
    }
    return tables["item"] ?? ChangedTable(keys: [])
  }

  @Test(arguments: Table.told)
  func `each cell is told exactly as a list reads it`(table: Table) async throws {
    let file = try ScratchDatabase(table.schema)
    let store = try SQLiteStore(path: file.path, pollInterval: .seconds(3600), hook: .preupdate)
    let names = try file.write("SELECT name FROM pragma_table_xinfo('item')")
      .split(separator: "\n").map(String.init)
    let request = request(names)
    _ = try await store.read { try await $0.fetch(request) }
    let all = ResultsRequest<StoredRow>(
      table: "item", sortBy: table.key == ["rowid"] ? [SortKey(.column("rowid"))] : [])
    let rows = try await store.read { try await $0.fetch(all) }
    var expected: [RowKey: OldRow] = [:]
    for row in rows {
      let key = table.key.map { row[$0] ?? .null }
      let cells = Dictionary(uniqueKeysWithValues: names.map { ($0, row[$0] ?? .null) })
      if table.hasRowID, case .integer(let rowID) = key[0] {
        expected[RowKey(rowID: rowID)] = .present(cells)
      } else {
        expected[RowKey(key)] = .present(cells)
      }
    }
    #expect(expected.count >= 2)
    let cursor = try #require(try await store.cursor())
    try await store.write { db in
      _ = try db.execute("UPDATE item SET s = 'new'; DELETE FROM item")
    }
    let changes = try await store.changes(of: "item", since: cursor)
    #expect(
      changes == .tables(["item": ChangedTable(keys: Set(expected.keys), oldRows: expected)]))
  }

  @Test
  func `cells behind a virtual column are left out`() async throws {
    let changes = try await changes(
      """
      CREATE TABLE item(id INTEGER PRIMARY KEY, a, g AS (a || '!'), b);
      INSERT INTO item VALUES (1, 'x', 'y');
      """, of: ["a", "g", "b"], by: ["UPDATE item SET b = 'z'"])
    let row = OldRow.present(["id": .integer(1), "a": .text("x")])
    #expect(changes.oldRows == [RowKey(rowID: 1): row])
  }

  @Test
  func `a null is left out if it may be the default of a column that was added`() async throws {
    let changes = try await changes(
      """
      CREATE TABLE item(id INTEGER PRIMARY KEY, a DEFAULT 'd'); INSERT INTO item VALUES (1, 'x');
      ALTER TABLE item ADD COLUMN b NOT NULL DEFAULT 7; INSERT INTO item VALUES (2, NULL, 8);
      """, of: ["a", "b"], by: ["DELETE FROM item"])
    #expect(
      changes.oldRows == [
        RowKey(rowID: 1): .present(["id": .integer(1), "a": .text("x")]),
        RowKey(rowID: 2): .present(["id": .integer(2), "b": .integer(8)]),
      ])
  }

  @Test
  func `without rowids, rows with a real number are left out`() async throws {
    let changes = try await changes(
      """
      CREATE TABLE item(r REAL, k TEXT PRIMARY KEY, x) WITHOUT ROWID;
      INSERT INTO item VALUES (5, 'a', 5);
      """, of: ["r", "x"], by: ["UPDATE item SET x = 6"])
    #expect(changes == ChangedTable(keys: [RowKey([.text("a")])]))
  }

  @Test
  func `what the update hook reports has no old rows`() async throws {
    let changes = try await changes(
      "CREATE TABLE item(id INTEGER PRIMARY KEY, a); INSERT INTO item VALUES (1, 'x')",
      of: ["a"], by: ["UPDATE item SET a = 'y'"], hook: .update)
    #expect(changes == ChangedTable(keys: [RowKey(rowID: 1)]))
  }

  @Test
  func `the first commit that touched a row decides`() async throws {
    let changes = try await changes(
      "CREATE TABLE item(id INTEGER PRIMARY KEY, a); INSERT INTO item VALUES (1, 'x'), (2, 'y')",
      of: ["a"],
      by: [
        "UPDATE item SET a = 'z' WHERE id = 1; UPDATE item SET id = 3 WHERE id = 1",
        "DELETE FROM item WHERE id > 1; INSERT INTO item VALUES (1, 'again')",
        "UPDATE item SET a = 'last' WHERE id = 1",
      ])
    #expect(
      changes.oldRows == [
        RowKey(rowID: 1): .present(["id": .integer(1), "a": .text("x")]),
        RowKey(rowID: 2): .present(["id": .integer(2), "a": .text("y")]),
        RowKey(rowID: 3): .absent,
      ])
  }

  @Test
  func `many rows of a commit are unknown, and so is what comes after it`() async throws {
    let changes = try await changes(
      """
      CREATE TABLE item(id INTEGER PRIMARY KEY, a);
      WITH n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 2000)
      INSERT INTO item SELECT i, i FROM n;
      """, of: ["a"],
      by: ["DELETE FROM item WHERE id = 7", "UPDATE item SET a = 0", "DELETE FROM item"])
    #expect(changes.keys.count == 2000)
    let row = OldRow.present(["id": .integer(7), "a": .integer(7)])
    #expect(changes.oldRows == [RowKey(rowID: 7): row])
  }

  @Test
  func `a log adds the columns that only it keeps`() async throws {
    let changes = try await changes(
      """
      CREATE TABLE item(id INTEGER PRIMARY KEY, a, g AS (a || '!'), b);
      INSERT INTO item VALUES (1, 'x', 'y');
      """, of: ["a", "b"], by: ["DELETE FROM item"], logged: ["g"])
    let row = OldRow.present(["id": .integer(1), "a": .text("x"), "g": .text("x!")])
    #expect(changes.oldRows == [RowKey(rowID: 1): row])
  }
}

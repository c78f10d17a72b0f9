import Sectional
import SectionalSQL
import SectionalSQLite
import SectionalTesting
import TestSupport
import Testing

/// What identifies a row in every kind of table, read as a whole and by key.
@Suite struct SQLiteKeyTests {
  struct Case: CustomTestStringConvertible, Sendable {
    let testDescription: String
    let sql: String
    let keys: [RowKey]
  }

  static let cases = [
    Case(
      testDescription: "the rowid's own column",
      sql: "CREATE TABLE t(id INTEGER PRIMARY KEY, a); INSERT INTO t VALUES (2, 0), (1, 0)",
      keys: [RowKey([1]), RowKey([2])]),
    Case(
      testDescription: "no key",
      sql: "CREATE TABLE t(a); INSERT INTO t(rowid, a) VALUES (9, 0), (4, 0)",
      keys: [RowKey(rowID: 4), RowKey(rowID: 9)]),
    Case(
      testDescription: "text, WITHOUT ROWID",
      sql: "CREATE TABLE t(k TEXT PRIMARY KEY) WITHOUT ROWID; INSERT INTO t VALUES ('b'), ('a')",
      keys: [RowKey(["a"]), RowKey(["b"])]),
    Case(
      testDescription: "text with nulls",
      sql: "CREATE TABLE t(k TEXT PRIMARY KEY); INSERT INTO t VALUES ('b'), (NULL), (NULL)",
      keys: [RowKey(rowID: 2), RowKey(rowID: 3), RowKey(["b"])]),
    Case(
      testDescription: "composite with nulls, in the key's order",
      sql: """
        CREATE TABLE t(a, b, PRIMARY KEY (b, a));
        INSERT INTO t VALUES (1, 'x'), (1, NULL), (0, 'x'), (1, NULL)
        """,
      keys: [RowKey(rowID: 2), RowKey(rowID: 4), RowKey(["x", 0]), RowKey(["x", 1])]),
    Case(
      testDescription: "blobs and numbers in one column",
      sql: """
        CREATE TABLE t(k PRIMARY KEY);
        INSERT INTO t VALUES (x'00'), (x''), (2), (1.5), ('2'), (1e300)
        """,
      keys: [
        RowKey([1.5]), RowKey([2]), RowKey([1e300]), RowKey(["2"]), RowKey([.blob([])]),
        RowKey([.blob([0])]),
      ]),
    Case(
      testDescription: "a key column with a collation",
      sql: """
        CREATE TABLE t(k TEXT COLLATE NOCASE PRIMARY KEY) WITHOUT ROWID;
        INSERT INTO t VALUES ('b'), ('A'), ('C')
        """,
      keys: [RowKey(["A"]), RowKey(["C"]), RowKey(["b"])]),
    Case(
      testDescription: "a descending integer key, which may be null",
      sql: "CREATE TABLE t(k INTEGER PRIMARY KEY DESC); INSERT INTO t VALUES (3), (NULL), (1)",
      keys: [RowKey(rowID: 2), RowKey([1]), RowKey([3])]),
    Case(
      testDescription: "columns that take the rowid's names",
      sql: """
        CREATE TABLE t("rowid" TEXT, "_ROWID_" TEXT);
        INSERT INTO t(oid, "rowid") VALUES (3, 'x'), (1, 'y')
        """,
      keys: [RowKey(rowID: 1), RowKey(rowID: 3)]),
    Case(
      testDescription: "names that need quotation marks",
      sql: """
        CREATE TABLE t("a ""b"" ;--" TEXT PRIMARY KEY NOT NULL, "select");
        INSERT INTO t VALUES ('x', 1)
        """,
      keys: [RowKey(["x"])]),
  ]

  @Test(arguments: cases) func `rows are known by their key`(_ example: Case) async throws {
    let file = try ScratchDatabase(example.sql)
    let list = try await FollowingList(file.store(), ResultsRequest(table: "t"))
    #expect(await list.keys == example.keys)
  }

  @Test(arguments: cases) func `one row is read by its key`(_ example: Case) async throws {
    let file = try ScratchDatabase(example.sql)
    let store = try file.store()
    let keys = Set(example.keys)
    let list = try await FollowingList(
      store, ResultsRequest(table: "t"), changes: SpokenChanges(store: store, keys: keys))
    let version = await list.version
    try file.write("BEGIN; CREATE TABLE other(a); INSERT INTO other VALUES (1); COMMIT")
    try await list.wait { $0.version != version }
    #expect(await list.keys == example.keys)
    #expect(await list.diagnostics.fullFetches == 1)
    #expect(await list.diagnostics.rowsRead == 2 * example.keys.count)
    #expect(await list.changesets.isEmpty)
  }

  @Test
  func
    `a row that is named by its key and its rowid is read once, and a key of another table not at all`()
    async throws
  {
    let file = try ScratchDatabase(
      "CREATE TABLE t(k TEXT PRIMARY KEY); INSERT INTO t VALUES ('b'), (NULL)")
    let store = try file.store()
    let keys: Set = [RowKey(["b"]), RowKey(rowID: 1), RowKey(rowID: 2), RowKey(["b", "c"])]
    let list = try await FollowingList(
      store, ResultsRequest(table: "t"), changes: SpokenChanges(store: store, keys: keys))
    let version = await list.version
    try file.write("BEGIN; CREATE TABLE other(a); INSERT INTO other VALUES (1); COMMIT")
    try await list.wait { $0.version != version }
    #expect(await list.keys == [RowKey(rowID: 2), RowKey(["b"])])
    #expect(await list.diagnostics.fullFetches == 1)
    #expect(await list.diagnostics.rowsRead == 4)
  }

  @Test func `a row whose key stays incomplete stays the same row`() async throws {
    let file = try ScratchDatabase(
      "CREATE TABLE t(a, b TEXT, PRIMARY KEY (a, b)); INSERT INTO t VALUES (NULL, 'p'), (1, 'x')")
    let list = try await FollowingList(file.store(), ResultsRequest(table: "t"))
    try file.write("UPDATE t SET b = 'q' WHERE a IS NULL")
    try await list.wait { !$0.changesets.isEmpty }
    #expect(await list.changesets.first?.rowChanges.map(\.kind) == [.update])
  }

  @Test func `a view is read as a whole no matter which keys a source names`() async throws {
    let file = try ScratchDatabase("CREATE TABLE t(a); CREATE VIEW v AS SELECT a FROM t")
    let store = try file.store()
    let list = try await FollowingList(
      store, ResultsRequest(table: "v", key: ["a"]),
      changes: SpokenChanges(store: store, keys: [RowKey(["y"])]))
    try file.write("INSERT INTO t VALUES ('x')")
    try await list.wait { $0.keys == [RowKey(["x"])] }
  }

  @Test func `a view needs a key`() async throws {
    let file = try ScratchDatabase("CREATE TABLE t(a); CREATE VIEW v AS SELECT a FROM t")
    await #expect(throws: StoreError.self) {
      try await FollowingList(file.store(), ResultsRequest(table: "v"))
    }
    _ = try await FollowingList(file.store(), ResultsRequest(table: "v", key: ["a"]))
  }
}

/// A source that always answers with the same keys.
private struct SpokenChanges: ChangeSource {
  typealias Store = SQLiteStore

  let store: SQLiteStore
  let keys: Set<RowKey>

  func run(_ doorbell: Doorbell) async throws { try await store.changeSource().run(doorbell) }

  func changes(
    in region: TableRegion, since cursor: Int?, _ reader: SQLiteReader
  ) async throws -> StoreChanges<Int> {
    StoreChanges(.keys(keys, in: "v"), next: 1)
  }
}

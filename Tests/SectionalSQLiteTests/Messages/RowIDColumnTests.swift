import Foundation
import Sectional
import SectionalSQL
import SectionalSQLite
import SectionalTesting
import TestSupport
import Testing

/// A table's rowid as a column of the list, if the request mentions it.
@MainActor @Suite struct RowIDColumnTests {
  private func list(_ store: SQLiteStore, _ request: ResultsRequest<StoredRow>) async throws
    -> ResultsController<StoredRow>
  {
    let list = ResultsController(fetchRequest: request, store: store)
    try await list.performFetch()
    return list
  }

  private func rowIDs(_ list: ResultsController<StoredRow>) -> [StoredValue?] {
    list.results.rows.map { $0["rowid"] }
  }

  @Test func `a list can be sorted by the rowid, and follows its changes`() async throws {
    let file = try ScratchDatabase(
      "CREATE TABLE t(a TEXT PRIMARY KEY) ; INSERT INTO t VALUES ('x'), ('y'), ('z')")
    let store = try SQLiteStore(path: file.path)
    let list = try await list(
      store, ResultsRequest(table: "t", sortBy: [SortKey(.column("rowid"), order: .reverse)]))
    #expect(rowIDs(list) == [3, 2, 1])
    try await store.write { try $0.execute("UPDATE t SET rowid = 9 WHERE a = 'x'") }
    try await list.refresh()
    #expect(list.results.rows.map { $0["a"] } == ["x", "z", "y"])
    #expect(rowIDs(list) == [9, 3, 2])
    try file.write("UPDATE t SET rowid = 1 WHERE a = 'z'")
    try await list.refresh()
    #expect(list.results.rows.map { $0["a"] } == ["x", "y", "z"])
  }

  @Test(arguments: ["rowid", "ROWID", "oid", "_rowid_"])
  func `the rowid can be the key, under each of its names`(name: String) async throws {
    let file = try ScratchDatabase("CREATE TABLE t(a); INSERT INTO t VALUES ('x'), ('x')")
    let store = try SQLiteStore(path: file.path)
    let list = try await list(store, ResultsRequest(table: "t", key: [name]))
    #expect(list.results.rows.count == 2)
    try file.write("DELETE FROM t WHERE rowid = 1; INSERT INTO t VALUES ('y')")
    try await list.refresh()
    #expect(list.results.rows.map { $0["a"] } == ["x", "y"])
  }

  @Test func `a column of that name is meant before the rowid, and a view has none`() async throws {
    let file = try ScratchDatabase(
      """
      CREATE TABLE t(id INTEGER PRIMARY KEY, rowid TEXT); INSERT INTO t VALUES (1, 'b'), (2, 'a');
      CREATE VIEW v AS SELECT id FROM t
      """)
    let store = try SQLiteStore(path: file.path)
    let own = try await list(
      store, ResultsRequest(table: "t", sortBy: [SortKey(.column("rowid"))]))
    #expect(rowIDs(own) == ["a", "b"])
    let error = await storeError {
      _ = try await list(store, ResultsRequest(table: "v", key: ["rowid"]))
    }
    #expect(error?.code == .noSuchColumn)
  }

  @Test func `a table whose columns hide every name of the rowid needs a key of its own`()
    async throws
  {
    let file = try ScratchDatabase(
      """
      CREATE TABLE t(rowid TEXT, oid TEXT, _ROWID_ TEXT, k INTEGER);
      INSERT INTO t VALUES ('a', 'b', 'c', 1), ('a', 'b', 'c', 2);
      CREATE TABLE p(rowid TEXT, oid TEXT, _rowid_ TEXT, k TEXT PRIMARY KEY NOT NULL);
      INSERT INTO p VALUES ('a', 'b', 'c', 'x');
      """)
    let store = try SQLiteStore(path: file.path)
    let error = await storeError { _ = try await list(store, ResultsRequest(table: "t")) }
    #expect(error?.code == .noKey && error?.part == .keyColumns)
    #expect(error?.message.contains("hide its rowid") == true)
    let keyed = try await list(store, ResultsRequest(table: "t", key: ["k"]))
    #expect(keyed.results.rows.map { $0["k"] } == [1, 2])
    let declared = try await list(store, ResultsRequest(table: "p"))
    #expect(declared.results.rows.map { $0["k"] } == ["x"])
    try file.write("DELETE FROM t WHERE k = 1; INSERT INTO p VALUES ('a', 'b', 'c', 'y')")
    try await keyed.refresh()
    try await declared.refresh()
    #expect(keyed.results.rows.map { $0["k"] } == [2])
    #expect(declared.results.rows.map { $0["k"] } == ["x", "y"])
  }

  @Test func `a table with as many columns as SQLite can read is listed by its own key`()
    async throws
  {
    let columns = (1...1999).map { "c\($0)" }.joined(separator: ", ")
    let file = try ScratchDatabase(
      """
      CREATE TABLE keyed(k TEXT PRIMARY KEY NOT NULL, \(columns)); INSERT INTO keyed(k) VALUES ('a');
      CREATE TABLE keyless(c0, \(columns)); INSERT INTO keyless(c0) VALUES ('a')
      """)
    let store = try SQLiteStore(path: file.path)
    let keyed = try await list(store, ResultsRequest(table: "keyed"))
    #expect(keyed.results.rows.count == 1)
    try file.write("INSERT INTO keyed(k) VALUES ('b')")
    try await keyed.refresh()
    #expect(keyed.results.rows.count == 2)
    let error = await storeError { _ = try await list(store, ResultsRequest(table: "keyless")) }
    #expect(error?.part == .keyColumns)
    #expect(error?.message.contains("2000 columns") == true)
    let named = try await list(store, ResultsRequest(table: "keyless", key: ["c0"]))
    #expect(named.results.rows.count == 1)
  }

  @Test func `the table of the schema is listed under both of its names`() async throws {
    let file = try ScratchDatabase("CREATE TABLE t(a)")
    let store = try SQLiteStore(path: file.path)
    for name in ["sqlite_master", "sqlite_schema"] {
      let list = try await list(store, ResultsRequest(table: name))
      #expect(list.results.rows.first?["name"] == "t")
    }
  }
}

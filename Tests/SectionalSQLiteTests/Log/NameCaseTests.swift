import Sectional
import SectionalSQL
import SectionalSQLite
import SectionalTesting
import TestSupport
import Testing

/// Names follow SQL's rules: A–Z and a–z are equal in requests, in mappings and in writes.
@MainActor @Suite struct NameCaseTests {
  private struct Loud: StoredRecord {
    var id: Int64, name: String, team: String?
    static let table = RecordTable(
      "ITEM", RecordColumn("ID", \.id, primaryKey: true), RecordColumn("Name", \.name),
      RecordColumn("TEAM", \.team),
      row: Loud.init)
  }

  @Test(arguments: [SQLiteHook.preupdate, .update])
  func `a list named in another case follows own writes`(hook: SQLiteHook) async throws {
    let file = try ScratchDatabase("\(Item.sqlite); INSERT INTO item VALUES (1, 'ada', 'Red')")
    let store = try SQLiteStore(
      path: file.path, pollInterval: .seconds(3600), busyTimeout: .seconds(5), hook: hook)
    let rows = ResultsController(
      fetchRequest: ResultsRequest<StoredRow>(
        table: "Item", key: ["Id"], sortBy: [SortKey(.column("NAME"))]),
      store: store, sectionBy: .column("Team"))
    let records = ResultsController(
      fetchRequest: ResultsRequest<Loud>(sortBy: [SortKey(\.name)]), store: store,
      sectionNameKeyPath: \.team)
    try await rows.performFetch()
    try await records.performFetch()
    try await store.write { db in
      try db.insert(Loud(id: 2, name: "bob", team: "Red"))
      try db.execute("INSERT INTO ITEM VALUES (3, 'cy', 'Tan')")
      try db.insert(Item(4, "dan", "Tan"))
      try db.update(Loud(id: 1, name: "ADA", team: "Red"))
    }
    try await rows.settle(on: store)
    try await records.settle(on: store)
    #expect(records.results.map { $0.map(\.name) } == [["ADA", "bob"], ["cy", "dan"]])
    #expect(rows.results.map { RowBench.texts($0, "name") } == [["ADA", "bob"], ["cy", "dan"]])
    #expect(rows.indexPath(forKey: RowKey([4])) != nil)
  }

  @Test func `an object is found even if its mapping spells the key in another case`() async throws
  {
    let file = try ScratchDatabase("\(Item.sqlite); INSERT INTO item VALUES (1, 'ada', 'Red')")
    let records = ResultsController(fetchRequest: ResultsRequest<Loud>(), store: try file.store())
    try await records.performFetch()
    #expect(records.indexPath(forKey: RowKey([1])) != nil)
    #expect(records.indexPath(forObject: Loud(id: 1, name: "", team: nil)) != nil)
  }

  @Test(
    arguments: [SQLiteHook.preupdate, .update],
    ["two words", "qu\"ote", "it's", "sélect", "select", "a.b", "new", "OLD"])
  func `a table of any name is followed`(hook: SQLiteHook, name: String) async throws {
    let quoted = "\"\(name.replacing("\"", with: "\"\""))\""
    let file = try ScratchDatabase()
    let store = try SQLiteStore(
      path: file.path, pollInterval: .seconds(3600), busyTimeout: .seconds(5), hook: hook)
    try await store.write { db in
      try db.execute("CREATE TABLE \(quoted)(\(quoted) TEXT PRIMARY KEY, b TEXT) WITHOUT ROWID")
    }
    let list = ResultsController(
      fetchRequest: ResultsRequest<StoredRow>(table: name), store: store, sectionBy: .column(name))
    try await list.performFetch()
    try await store.write { try $0.execute("INSERT INTO \(quoted) VALUES ('k', 'v')") }
    try await list.settle(on: store)
    #expect(list.results.map(\.name) == ["k"])
    try await store.write { try $0.execute("DELETE FROM \(quoted)") }
    try await list.settle(on: store)
    #expect(list.results.isEmpty)
  }
}

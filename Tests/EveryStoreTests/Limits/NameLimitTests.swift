import Sectional
import SectionalPostgres
import SectionalSQL
import SectionalSQLite
import SectionalTesting
import TestSupport
import Testing

/// Tables and columns of any name that their store accepts.
@MainActor struct NameLimitTests {
  nonisolated private static let names = [
    "select", "\"quoted\" \"\"", "it's", "line\nbreak\r\n\ttab", "a,b", "a:desc", " outer space ",
    "👩‍👩‍👧 e\u{301} \u{202E}", "1", "rowid\\", "--", "/*", "%s $1 ? :a",
    String(repeating: "n", count: 63),
    String(repeating: "ä", count: 31),
  ]

  private func quoted(_ name: String) -> String {
    "\"\(name.replacing("\"", with: "\"\""))\""
  }

  @Test(arguments: StoreKind.databases, NameLimitTests.names)
  func `a name may be any that the store accepts`(kind: StoreKind, name: String) async throws {
    let (table, column) = (quoted(name), quoted(name))
    let schema = """
      CREATE TABLE \(table)(id int PRIMARY KEY, \(column) text);
      INSERT INTO \(table) VALUES (1, 'b'), (2, 'a'), (3, 'a');
      """
    let store = try await TestStore(kind, sqlite: schema, postgres: schema)
    switch store.base {
    case .sqlite(let store, _): try await store.installChangeLog(for: [name], oldValuesOf: [name])
    case .postgres(let store, _): try await store.installChangeLog(for: [name], oldValuesOf: [name])
    case .memory: break
    }
    let request = ResultsRequest<StoredRow>(table: name, sortBy: [SortKey(.column(name))])
    let list = try await RecordedList(request, store.store, sectionBy: .column(name))
    #expect(list.picture == ["a: 2 3", "b: 1"])
    try await store.writeElsewhere("UPDATE \(table) SET \(column) = 'c' WHERE id = 2")
    try await store.settle(list.controller)
    #expect(list.picture == ["a: 3", "b: 1", "c: 2"])
    #expect(list.violation == nil)
  }

  @Test(arguments: StoreKind.allCases)
  func `a name with a zero byte is an error`(kind: StoreKind) async throws {
    let store = try await TestStore(kind, of: Item.self)
    for request in [
      ResultsRequest<StoredRow>(table: "it\0em"),
      ResultsRequest<StoredRow>(table: "item", sortBy: [SortKey(.column("na\0me"))]),
    ] {
      let list = store.list(request)
      let error = await storeError { try await list.performFetch() }
      #expect(error != nil)
    }
  }
}

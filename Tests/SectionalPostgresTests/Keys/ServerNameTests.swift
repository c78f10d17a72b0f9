import Foundation
import Sectional
import SectionalPostgres
import SectionalSQL
import SectionalTesting
import TestSupport
import Testing

/// Tables with any name, in any schema.
@MainActor struct ServerNameTests {
  private static func quoted(_ name: String) -> String {
    "\"\(name.unicodeScalars.map { $0 == "\"" ? "\"\"" : String($0) }.joined())\""
  }

  nonisolated static let names = [
    "Item", "item", "order", "a b", "a.b", "a.b.c", ".", "\"", "a\"b", "\"a\"", "\"a\".\"b\"", "é",
    "e\u{301}", "ITEM", "$1", "?", "??", "a?b", "'", "a;b", "--", "/*", "\u{1F469}", " ", "%s",
    "\\", "\u{301}x", "\u{200D}", "a.\u{301}x", "\"\u{301}", "'\u{301}",
    String(repeating: "x", count: 63), String(repeating: "é", count: 31),
  ]

  @Test(arguments: names) func `a table and its columns can have any name`(name: String)
    async throws
  {
    let other = name == "x" ? "y" : "x"
    let quoted = ServerNameTests.quoted(name)
    let server = try await ScratchServerDatabase(
      """
      CREATE TABLE \(quoted)(\(quoted) int PRIMARY KEY, "\(other)" text);
      INSERT INTO \(quoted) VALUES (2, 'b'), (1, 'a');
      """)
    let store = try server.store()
    let request = ResultsRequest<StoredRow>(
      table: name, predicate: "\"\(other)\" <> ?", arguments: ["c"],
      sortBy: [SortKey(.column(other)), SortKey(.column(name))])
    let list = ResultsController(fetchRequest: request, store: store, sectionBy: .column(name))
    try await list.performFetch()
    #expect(list.results.map(\.name) == ["1", "2"])
    #expect(list.results.keyColumns == [name])
    try await server.write("INSERT INTO \(quoted) VALUES (3, 'x')")
    try await wait { list.results.rows.count == 3 }
    #expect(list.results.rows.map { $0[name] ?? .null } == [1, 2, 3])
  }

  @Test(arguments: names) func `a schema can have any name`(name: String) async throws {
    let quoted = ServerNameTests.quoted(name)
    let server = try await ScratchServerDatabase(
      """
      CREATE SCHEMA \(quoted); CREATE TABLE \(quoted).\(quoted)(a int PRIMARY KEY);
      INSERT INTO \(quoted).\(quoted) VALUES (7);
      """)
    let store = try server.store()
    for spelling in ["\(name).\(name)", "\(quoted).\(quoted)"] {
      let rows = try await store.read {
        try await $0.fetch(ResultsRequest<StoredRow>(table: spelling))
      }
      #expect(rows.map(\.values) == [[7]], "\(spelling)")
    }
  }

  @Test func `a name is the exact one before it is a spelling`() async throws {
    let server = try await ScratchServerDatabase(
      """
      CREATE SCHEMA s; CREATE TABLE s.t(a int PRIMARY KEY); INSERT INTO s.t VALUES (1);
      CREATE TABLE "s.t"(a int PRIMARY KEY); INSERT INTO "s.t" VALUES (2);
      CREATE TABLE "T"(a int PRIMARY KEY); INSERT INTO "T" VALUES (3);
      CREATE TABLE t(a int PRIMARY KEY); INSERT INTO t VALUES (4);
      CREATE TABLE "U"(a int PRIMARY KEY); INSERT INTO "U" VALUES (5);
      """)
    let store = try server.store()
    for (name, value) in [
      ("s.t", 2), ("\"s\".\"t\"", 1), ("S.T", 1), ("T", 3), ("t", 4), ("\"T\"", 3), ("U", 5),
      ("public.t", 4), ("public.T", 3),
    ] as [(String, Int64)] {
      let rows = try await store.read { try await $0.fetch(ResultsRequest<StoredRow>(table: name)) }
      #expect(rows.map(\.values) == [[.integer(value)]], "\(name)")
    }
    let error = await storeError {
      _ = try await store.read { try await $0.fetch(ResultsRequest<StoredRow>(table: "uu")) }
    }
    #expect(error?.code == .noSuchTable)
  }

  @Test func `columns whose names differ by case only are two`() async throws {
    struct Twin: StoredRecord, Hashable {
      var id: Int
      var lower: String
      var upper: String
      static let table = RecordTable(
        "twin", RecordColumn("id", \.id, primaryKey: true), RecordColumn("name", \.lower),
        RecordColumn("NAME", \.upper), row: Twin.init)
    }
    let server = try await ScratchServerDatabase(
      "CREATE TABLE twin(\"NAME\" text, id int PRIMARY KEY, name text)")
    let store = try server.store()
    let twins = [Twin(id: 1, lower: "a", upper: "Z"), Twin(id: 2, lower: "b", upper: "Y")]
    try await store.write { db in for twin in twins { try await db.upsert(twin) } }
    let request = ResultsRequest<Twin>(
      predicate: #Predicate { $0.upper > "A" && $0.lower < "z" }, sortBy: [SortKey(\.upper)])
    #expect(try await store.read { try await $0.fetch(request) } == twins.reversed())
  }

  @Test func `a column is found, written and queried regardless of case`() async throws {
    struct Loud: StoredRecord, Hashable {
      var id: Int
      var name: String
      static let table = RecordTable(
        "loud", RecordColumn("ID", \.id, primaryKey: true), RecordColumn("Name", \.name),
        row: Loud.init)
    }
    let server = try await ScratchServerDatabase(
      "CREATE TABLE loud(id int PRIMARY KEY, name text); INSERT INTO loud VALUES (1, 'a')")
    let store = try server.store()
    let request = ResultsRequest<Loud>(
      predicate: #Predicate { $0.name == "a" }, sortBy: [SortKey(\.name)])
    #expect(try await store.read { try await $0.fetch(request) } == [Loud(id: 1, name: "a")])
    // What can be read through a mapping can also be written through it.
    let error = await storeError {
      try await store.write { try await $0.upsert(Loud(id: 2, name: "a")) }
    }
    #expect(error == nil, "\(error?.message ?? "")")
  }
}

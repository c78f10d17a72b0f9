import Foundation
import Sectional
import SectionalSQL
import TestSupport
import Testing

/// The forms of a list's request, and what the list holds right after the fetch.
@MainActor @Suite struct RequestFormTests {
  private let all = "SELECT id, name FROM person"

  @Test(arguments: StoreKind.databases)
  func `a list from SQL has the rows of the SQL in the order of its sort keys`(kind: StoreKind)
    async throws
  {
    let request = ResultsRequest<StoredRow>(
      sql: all, key: ["id"], sortBy: [SortKey(.column("name"), order: .reverse)])
    let bench = try await RowBench(kind, request, persons: "ada", "cy", "bob")
    try await bench.controller.performFetch()
    #expect(bench.column("name") == ["cy", "bob", "ada"])
    #expect(bench.controller.results.rows.map(\.key) == [2, 3, 1].map { RowKey([.integer($0)]) })
  }

  @Test(arguments: StoreKind.databases)
  func `a list from SQL without a sort key is in the order of its key`(kind: StoreKind) async throws
  {
    let request = ResultsRequest<StoredRow>(sql: all + " ORDER BY name DESC;", key: ["id"])
    let bench = try await RowBench(kind, request, persons: "ada", "cy", "bob")
    try await bench.controller.performFetch()
    #expect(bench.column("name") == ["ada", "cy", "bob"])
  }

  @Test(arguments: StoreKind.databases)
  func `a list from SQL binds its arguments`(kind: StoreKind) async throws {
    let request = ResultsRequest<StoredRow>(
      sql: all + " WHERE name <> ? AND id > ?", arguments: ["o'hara", 1], key: ["id"])
    let bench = try await RowBench(kind, request, persons: "ada", "o'hara", "bob")
    try await bench.controller.performFetch()
    #expect(bench.column("name") == ["bob"])
    try await bench.write("UPDATE person SET name = ? WHERE id = 3", ["o'hara"])
    #expect(bench.column("name").isEmpty)
  }

  @Test(arguments: StoreKind.databases)
  func `a list from SQL can be in sections`(kind: StoreKind) async throws {
    let request = ResultsRequest<StoredRow>(
      sql: "SELECT id, name, length(name) AS size FROM person", key: ["id"])
    let bench = try await RowBench(
      kind, request, sectionBy: .column("size"), persons: "ada", "cy", "bob")
    try await bench.controller.performFetch()
    #expect(bench.controller.sections.map(\.key) == [2, 3])
    #expect(
      bench.controller.sections.map { RowBench.texts($0, "name") } == [["cy"], ["ada", "bob"]])
  }

  @Test(arguments: StoreKind.databases)
  func `a list from a table holds the table's rows`(kind: StoreKind) async throws {
    let bench = try await RowBench(kind, ResultsRequest(table: "person"), persons: "ada", "bob")
    try await bench.controller.performFetch()
    #expect(bench.controller.sections.map(\.numberOfObjects) == [2])
    #expect(bench.controller.sections[0].name == "")
    #expect(bench.controller.results.columns.names == ["id", "name", "email"])
    #expect(bench.controller[IndexPath(indexes: [0, 1])]["name"] == "bob")
  }

  @Test(arguments: StoreKind.databases)
  func `a list without rows and section key has one empty section`(kind: StoreKind) async throws {
    let bench = try await RowBench(kind, ResultsRequest(table: "person"))
    try await bench.controller.performFetch()
    #expect(bench.controller.sections.map(\.count) == [0])
    try await bench.write("INSERT INTO person(name) VALUES ('ada')")
    try await bench.write("DELETE FROM person")
    #expect(bench.controller.sections.map(\.count) == [0])
    #expect(bench.changesets.allSatisfy { $0.sectionInserts + $0.sectionDeletes == [] })
  }

  @Test(arguments: [
    "DELETE FROM person", "SELECT id FROM person; SELECT 1 AS id",
    "INSERT INTO pet VALUES (1, 1, 'x')",
    "PRAGMA user_version = 3",
  ])
  func `SQL that does more than read once is refused`(sql: String) async throws {
    let bench = try await RowBench(.sqlite, ResultsRequest(sql: sql, key: ["id"]), persons: "ada")
    let error = await storeError { try await bench.controller.performFetch() }
    #expect(error?.code == .invalidQuery || error?.code == .unsupported)
    #expect(try await bench.store.fetch(ResultsRequest<StoredRow>(table: "person")).count == 1)
    #expect(try await bench.store.fetch(ResultsRequest<StoredRow>(table: "pet")).isEmpty)
  }

  @Test(arguments: StoreKind.databases)
  func `duplicate keys are an error that does not reveal row contents`(kind: StoreKind) async throws
  {
    let request = ResultsRequest<StoredRow>(sql: all, key: ["name"])
    let bench = try await RowBench(kind, request, persons: "topsecret", "topsecret")
    let error = await storeError { try await bench.controller.performFetch() }
    #expect(error?.code == .duplicateKey)
    #expect(error?.keys.count == 1)
    #expect(error?.message.contains("topsecret") == false)
  }
}

import Sectional
import SectionalSQL
import SectionalSQLite
import SectionalTesting
import TestSupport
import Testing

/// Errors name the part of the request that they are about.
@MainActor @Suite struct RequestPartTests {
  private func part(_ request: ResultsRequest<StoredRow>, by section: String? = nil) async throws
    -> StoreError.Part?
  {
    let file = try ScratchDatabase(
      "CREATE TABLE t(id INTEGER PRIMARY KEY, a); CREATE VIEW v AS SELECT * FROM t")
    let store = try SQLiteStore(path: file.path)
    let list = ResultsController(
      fetchRequest: request, store: store, sectionBy: section.map { .column($0) })
    return await storeError { try await list.performFetch() }?.part
  }

  @Test func `each part is named`() async throws {
    #expect(try await part(ResultsRequest(table: "t", predicate: "nope = 1")) == .predicate)
    #expect(try await part(ResultsRequest(table: "t", predicate: "a = 1) --")) == .predicate)
    #expect(
      try await part(ResultsRequest(table: "t", predicate: "a = 1) OR (a = 2")) == .predicate)
    #expect(try await part(ResultsRequest(table: "t", predicate: "(a = ')') /* ) */ -- )")) == nil)
    #expect(try await part(ResultsRequest(table: "t", sortBy: [SortKey(.column("b"))])) == .sortBy)
    #expect(try await part(ResultsRequest(table: "t"), by: "b") == .section)
    #expect(try await part(ResultsRequest(table: "t", key: ["b"])) == .keyColumns)
    #expect(try await part(ResultsRequest(table: "v")) == .keyColumns)
    #expect(try await part(ResultsRequest(sql: "SELECT b FROM t", key: ["b"])) == .query)
    #expect(try await part(ResultsRequest(sql: "DELETE FROM t", key: ["b"])) == .query)
    #expect(try await part(ResultsRequest(table: "nope")) == nil)
  }

  @Test func `an incomplete condition isn't blamed on a parenthesis that nobody wrote`()
    async throws
  {
    let file = try ScratchDatabase("CREATE TABLE t(id INTEGER PRIMARY KEY)")
    let store = try SQLiteStore(path: file.path)
    let request = ResultsRequest<StoredRow>(table: "t", predicate: "id =")
    let error = await storeError { _ = try await store.read { try await $0.fetch(request) } }
    #expect(error?.message.contains("incomplete input") == true)
  }
}

import Sectional
import SectionalSQL
import Testing

@testable import SectionalPostgres

/// What is remembered of a statement is found again for the same statement only.
struct StatementTextTests {
  @Test func `tables, statements and conditions are told apart by their bytes`() throws {
    let requests: [ResultsRequest<StoredRow>] = [
      ResultsRequest(table: "SELECT 1"), ResultsRequest(sql: "SELECT 1", key: ["id"]),
      ResultsRequest(table: "e\u{301}"), ResultsRequest(table: "é"),
      ResultsRequest(table: "item"), ResultsRequest(table: "item", predicate: "id > 1"),
      ResultsRequest(table: "item", predicate: "id > 2"),
      ResultsRequest(sql: "item", key: ["id"]),
    ]
    let texts = try requests.map { StatementText(try $0.rowRequest(sectionBy: nil)) }
    #expect(Set(texts).count == requests.count)
    #expect(try texts[5] == StatementText(requests[5].rowRequest(sectionBy: nil)))
  }
}

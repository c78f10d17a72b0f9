import Foundation
import Sectional
import SectionalPostgres
import SectionalTesting
import TestSupport
import Testing

/// Cells of a server that hold a value that doesn't fit their property.
@MainActor @Suite(.serialized) struct ServerMisfitTests {
  struct Case: Sendable, CustomTestStringConvertible {
    let column: String
    let type: String
    let value: String
    let mended: String
    let found: String
    var testDescription: String { "\(column) in \(type)" }
  }

  nonisolated static let cases: [Case] = [
    .init(column: "level", type: "text", value: "secret", mended: "", found: "text"),
    .init(column: "level", type: "bigint", value: "NULL", mended: "4", found: "null"),
    .init(column: "level", type: "numeric", value: "1.5", mended: "4.00", found: "a real"),
    .init(column: "level", type: "numeric", value: "1e30", mended: "4", found: "a real"),
    .init(column: "level", type: "float8", value: "'NaN'", mended: "4", found: "NaN"),
    .init(column: "small", type: "bigint", value: "4444444444", mended: "4", found: "an integer"),
    .init(column: "name", type: "bytea", value: "'\\x777777'", mended: "", found: "a blob of 3"),
    .init(column: "mark", type: "text", value: "'secret'", mended: "", found: "text"),
    .init(column: "kind", type: "text", value: "'secret'", mended: "'wide'", found: "text"),
    .init(
      column: "kind", type: "varchar(9)", value: "'secret'", mended: "'narrow'", found: "text"),
    .init(column: "at", type: "text", value: "'secret'", mended: "'2026-11-20'", found: "text"),
    .init(column: "size", type: "json", value: "'[\"secret\"]'", mended: "NULL", found: "text"),
    .init(column: "size", type: "text", value: "'secret'", mended: "NULL", found: "text"),
  ]

  struct Gauge: StoredRecord {
    enum Kind: String, ColumnValue { case wide, narrow }

    var id: Int64
    var level: Int
    var small: Int32
    var name: String
    var mark: UUID
    var kind: Kind
    var at: Date
    var size: Double?

    static let table = RecordTable(
      "gauge", RecordColumn("id", \.id, primaryKey: true), RecordColumn("level", \.level),
      RecordColumn("small", \.small), RecordColumn("name", \.name), RecordColumn("mark", \.mark),
      RecordColumn("kind", \.kind), RecordColumn("at", \.at, as: .iso8601),
      RecordColumn("size", \.size),
      row: Gauge.init)
  }

  private static let columns = [
    ("level", "int", "1"), ("small", "int", "1"), ("name", "text", "'n'"),
    ("mark", "uuid", "'00000000-0000-4000-8000-000000000000'"), ("kind", "text", "'wide'"),
    ("at", "timestamptz", "'2026-11-20 00:00:00Z'"), ("size", "float8", "NULL"),
  ]

  private func check(_ error: StoreError?, _ misfit: Case) throws {
    let error = try #require(error)
    #expect(error.code == .unexpectedCell)
    for part in ["\"gauge\"", "42", "\"\(misfit.column)\"", misfit.found] {
      #expect(error.message.contains(part), "\(part) is not in: \(error.message)")
    }
    for contents in ["secret", "4444444444", "777777", "1.5", "e30", "2026-02-30"] {
      #expect(!error.everyWord.contains(contents), "\(error)")
    }
  }

  @Test(arguments: cases) func `a misfit on a server is named, and the list recovers`(
    _ misfit: Case
  ) async throws {
    let columns = ServerMisfitTests.columns
    let types = columns.map { "\($0.0) \($0.0 == misfit.column ? misfit.type : $0.1)" }
    // If no value of the type fits, the row is deleted.
    let isHopeless = misfit.mended.isEmpty
    let values = columns.map { $0.0 == misfit.column && !isHopeless ? misfit.mended : $0.2 }
    let database = try await ScratchServerDatabase(
      "CREATE TABLE gauge(id bigint PRIMARY KEY, \(types.joined(separator: ", ")));")
    if !isHopeless {
      try await database.write("INSERT INTO gauge VALUES (1, \(values.joined(separator: ", ")))")
    }
    let store = try database.store()
    let list = ResultsController(
      fetchRequest: ResultsRequest<Gauge>(sortBy: [SortKey(\.id)]), store: store)
    try await list.performFetch()
    let before = Array(list.results.rows.map(\.id))
    let value = misfit.value == "secret" ? "'secret'" : misfit.value
    let wrong = columns.map { $0.0 == misfit.column ? value : $0.2 }
    try await database.write("INSERT INTO gauge VALUES (42, \(wrong.joined(separator: ", ")))")
    try await wait { list.error != nil }
    try check(list.error, misfit)
    #expect(list.results.rows.map(\.id) == before)
    if isHopeless {
      try await database.write("DELETE FROM gauge WHERE id = 42")
    } else {
      try await database.write("UPDATE gauge SET \(misfit.column) = \(misfit.mended) WHERE id = 42")
    }
    try await wait { list.isCurrent }
    #expect(list.results.rows.map(\.id) == (isHopeless ? before : before + [42]))
  }
}

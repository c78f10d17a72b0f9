import Foundation
import Sectional
import SectionalPostgres
import SectionalTesting
import TestSupport
import Testing

/// Conditions of typed columns and searches that a server evaluates, so that other rows don't travel.
@Suite(.serialized) struct NarrowedReadTests {
  private struct Part: StoredRecord {
    var id: Int64
    var name: String
    var team: String?
    var isNew: Bool
    var sent: Date?
    static let table = RecordTable(
      "part", RecordColumn("id", \.id, primaryKey: true), RecordColumn("name", \.name),
      RecordColumn("team", \.team), RecordColumn("is_new", \.isNew),
      RecordColumn("sent", \.sent), row: Part.init)
  }

  private static let requests: [(ResultsRequest<Part>, [String])] = {
    let names = ["a", "b"]
    let teams: [String?] = ["x", nil]
    let noon = Date(timeIntervalSince1970: 1_700_000_000)
    return [
      (ResultsRequest(predicate: #Predicate { $0.id < 7 }), ["\"id\"", "<"]),
      (ResultsRequest(predicate: #Predicate { 7 >= $0.id }), ["\"id\"", "<="]),
      (ResultsRequest(predicate: #Predicate { $0.sent == noon }), ["\"sent\"", ">=", "<="]),
      (ResultsRequest(predicate: #Predicate { $0.isNew }), ["\"is_new\""]),
      (ResultsRequest(predicate: #Predicate { !$0.isNew }), ["NOT", "\"is_new\""]),
      (ResultsRequest(predicate: #Predicate { $0.team == nil }), ["\"team\"", "NULL"]),
      (ResultsRequest(predicate: #Predicate { names.contains($0.name) }), ["\"name\"", "ANY"]),
      (ResultsRequest(predicate: #Predicate { teams.contains($0.team) }), ["\"team\"", "NULL"]),
      (
        ResultsRequest(predicate: #Predicate { $0.name == "a" && $0.id != 3 }),
        ["\"name\"", "AND", "\"id\""]
      ),
      (
        ResultsRequest(predicate: #Predicate { $0.name == "a" || $0.id > 3 }),
        ["\"name\"", "OR", "\"id\""]
      ),
      (ResultsRequest(predicate: #Predicate { $0.name.starts(with: "a") }), ["starts_with"]),
      (ResultsRequest(predicate: #Predicate { $0.name.contains("a") }), ["strpos"]),
      (ResultsRequest(search: .contains("a", in: \.name)), ["\"name\"", "~"]),
      (
        ResultsRequest(search: .hasPrefix("a", in: \.name, \.team)), ["\"name\"", "OR", "\"team\""]
      ),
      (ResultsRequest(search: .equals("a", in: \.team)), ["\"team\"", "~"]),
    ]
  }()

  @Test func `the server reads only rows that meet the condition`() async throws {
    let database = try await ScratchServerDatabase(
      "CREATE TABLE part(id bigint PRIMARY KEY, name text NOT NULL, team text, is_new boolean NOT NULL, sent timestamptz)"
    )
    let store = try database.store()
    for (number, (request, parts)) in NarrowedReadTests.requests.enumerated() {
      let sql = try await request.sql(for: store)
      let condition = sql.split(separator: "WHERE", maxSplits: 1).dropFirst().first
        .map { $0.split(separator: "ORDER BY")[0] }
      for part in parts { #expect(condition?.contains(part) == true, "\(number): \(sql)") }
    }
    let all = try await ResultsRequest<Part>().sql(for: store)
    #expect(!all.contains("WHERE"))
  }
}

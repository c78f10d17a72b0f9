import Foundation
import Sectional
import SectionalSQLite
import SectionalTesting
import TestSupport
import Testing

/// Identifiers and dates as other programs write them.
@MainActor
struct ForeignFormTests {
  struct Visit: StoredRecord {
    var id: UUID
    var name: String
    var at: Date
    static let table = RecordTable(
      "visit", RecordColumn("id", \.id, as: .lowercaseText, primaryKey: true),
      RecordColumn("name", \.name),
      RecordColumn("at", \.at, as: .iso8601), row: Visit.init)
  }

  /// The same table with a mapping that assumes uppercase identifiers.
  struct UpperCaseVisit: StoredRecord {
    var id: UUID
    static let table = RecordTable(
      "visit", RecordColumn("id", \.id, primaryKey: true), row: UpperCaseVisit.init)
  }

  private static let id = "3f2504e0-4f89-41d3-9a0c-0305e82c3301"
  private let file: ScratchDatabase
  private let store: SQLiteStore

  init() throws {
    file = try ScratchDatabase(
      """
      CREATE TABLE visit(id TEXT PRIMARY KEY NOT NULL, name TEXT, at TEXT);
      INSERT INTO visit VALUES ('\(ForeignFormTests.id)', 'morning', '2026-11-20 09:00:00'),
        ('4f2504e0-4f89-41d3-9a0c-0305e82c3301', 'afternoon', '2026-11-20 15:00:00');
      """)
    store = try file.store()
  }

  @Test
  func `a row with an identifier in lower case is the same row for every operation`() async throws {
    let id = try #require(UUID(uuidString: ForeignFormTests.id))
    let controller = ResultsController(
      fetchRequest: ResultsRequest<Visit>(predicate: #Predicate { $0.id == id }), store: store)
    try await controller.performFetch()
    var visit = try #require(controller.results.rows.first)
    #expect(controller.indexPath(forObject: visit) == IndexPath(indexes: [0, 0]))
    visit.name = "dawn"
    let changed = visit
    try await store.write { try $0.upsert(changed) }
    try await controller.refresh()
    #expect(controller.results.rows.map(\.name) == ["dawn"])
    #expect(try file.write("SELECT count(*) FROM visit") == "2\n")
  }

  @Test
  func `an identifier in another case than the column's is an error that says how to map it`()
    async throws
  {
    let controller = ResultsController(fetchRequest: ResultsRequest<UpperCaseVisit>(), store: store)
    let error = await storeError { try await controller.performFetch() }
    #expect(error?.code == .unexpectedCell)
    #expect(error?.message.contains("as: .lowercaseText") == true)
  }

  @Test
  func `a predicate compares dates in any form of ISO 8601`() async throws {
    // 2026-11-20 12:00:00 UTC
    let noon = Date(timeIntervalSince1970: 1_795_176_000)
    let late = ResultsRequest<Visit>(predicate: #Predicate { $0.at > noon })
    let early = ResultsRequest<Visit>(predicate: #Predicate { $0.at < noon })
    #expect(try await store.read { try await $0.fetch(late) }.map(\.name) == ["afternoon"])
    #expect(try await store.read { try await $0.fetch(early) }.map(\.name) == ["morning"])
    try file.write("UPDATE visit SET at = '2026-11-20T12:00:00+00:00' WHERE name = 'morning'")
    let sharp = ResultsRequest<Visit>(predicate: #Predicate { $0.at == noon })
    #expect(try await store.read { try await $0.fetch(sharp) }.map(\.name) == ["morning"])
  }
}

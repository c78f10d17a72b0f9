import Foundation
import Sectional
import SectionalPostgres
import SectionalSQL
import SectionalTesting
import TestSupport
import Testing

/// A list over its own server, which tests can disrupt.
@MainActor final class FaultBench {
  struct Item: StoredRecord, Hashable {
    var id: Int64
    var name: String
    var team: String?
    static let table = RecordTable(
      "item", RecordColumn("id", \.id, primaryKey: true), RecordColumn("name", \.name),
      RecordColumn("team", \.team),
      row: Item.init)
  }

  static let schema = """
    CREATE TABLE item(id bigint PRIMARY KEY, name text NOT NULL, team text);
    INSERT INTO item VALUES (1, 'ada', 'x'), (2, 'bob', 'y');
    """

  // The database must go before its server.
  let database: ScratchServerDatabase
  let cluster: PostgresCluster
  let store: PostgresStore
  let list: ResultsController<Item>

  init(_ sql: String = FaultBench.schema, _ parameters: [String: String] = [:]) async throws {
    cluster = try await PostgresCluster()
    database = try await ScratchServerDatabase(sql, on: cluster.url)
    store = try database.store(parameters)
    list = ResultsController(
      fetchRequest: ResultsRequest<Item>(sortBy: [SortKey(\.name)]), store: store,
      sectionBy: SectionKey(\.team))
  }

  /// The sections with the names of their rows.
  var picture: [String] {
    list.results.map { "\($0.name): \($0.map(\.name).joined(separator: " "))" }
  }

  /// Waits until the list is stale, and returns the reason.
  func staleness(sourceLocation: SourceLocation = #_sourceLocation) async throws -> StoreError? {
    try? await wait { list.error != nil }
    #expect(list.error != nil, "it shows \(picture)", sourceLocation: sourceLocation)
    return list.error
  }

  /// Waits until the list is current again without any action.
  func recovery(
    _ expected: [String], sourceLocation: SourceLocation = #_sourceLocation
  ) async throws {
    try? await wait { list.isCurrent && picture == expected }
    #expect(picture == expected, sourceLocation: sourceLocation)
    #expect(list.isCurrent, "\(list.status)", sourceLocation: sourceLocation)
  }

  /// Ends the connections of stores to the database; other connections on the server belong to tests that run at the
  /// same time.
  func terminate() async throws {
    try await database.write(
      """
      SELECT pg_terminate_backend(pid) FROM pg_stat_activity
      WHERE application_name = 'sectional' AND datname = current_database()
      """)
  }
}

import Foundation
import Sectional
import SectionalSQL
import TestSupport
import Testing

/// Records that a statement reads from several tables.
@Suite(.serialized) @MainActor struct SQLRecordTests {
  /// A record that is an object, with a column of a related record.
  private final class Player: StoredRecord {
    let id: Int64
    let name: String
    let team: String

    init(_ id: Int64, _ name: String, _ team: String) {
      (self.id, self.name, self.team) = (id, name, team)
    }

    static let table = RecordTable(
      "player", RecordColumn("id", \.id, primaryKey: true), RecordColumn("name", \.name),
      RecordColumn("team", \.team), row: Player.init)
  }

  private static let sql = """
    SELECT team.title AS team, person.name, person.id
    FROM person JOIN team ON team.id = person.team WHERE person.id < ?
    """

  private func store(_ kind: StoreKind) async throws -> TestStore {
    let schema = """
      CREATE TABLE team(id INTEGER PRIMARY KEY, title TEXT NOT NULL);
      CREATE TABLE person(id BIGINT PRIMARY KEY, name TEXT NOT NULL, team INTEGER NOT NULL);
      INSERT INTO team VALUES (1, 'Red'), (2, 'Blue');
      INSERT INTO person VALUES (1, 'ada', 1), (2, 'bob', 2), (3, 'cid', 1), (40, 'dan', 1);
      """
    return try await TestStore(kind, sqlite: schema, postgres: schema)
  }

  private func picture(_ list: ResultsController<Player>) -> [String] {
    list.sections.map { "\($0.name): \($0.map(\.name).joined(separator: " "))" }
  }

  @Test(arguments: [StoreKind.sqlite, .postgres])
  func `records from a join are matched by name and grouped by the related record's column`(
    kind: StoreKind
  ) async throws {
    let store = try await store(kind)
    let request = ResultsRequest<Player>(
      sql: Self.sql, arguments: [10], sortBy: [SortKey(\.name)])
    let list = store.list(request, sectionBy: SectionKey(\.team))
    try await list.performFetch()
    #expect(picture(list) == ["Blue: bob", "Red: ada cid"])
    try await store.execute("UPDATE team SET title = 'Amber' WHERE id = 1")
    try await store.settle(list)
    #expect(picture(list) == ["Amber: ada cid", "Blue: bob"])

    var changes: [String] = []
    list.trackChanges(onChange: { _, player, change in
      changes.append("\(change.kind) \(player.name)")
    })
    try await list.setRequest(sql: Self.sql, arguments: [50])
    #expect(picture(list) == ["Amber: ada cid dan", "Blue: bob"])
    #expect(changes == ["insert dan"])
  }

  @Test(arguments: [StoreKind.sqlite, .postgres])
  func `a statement of rows keeps its key, order and sections`(kind: StoreKind) async throws {
    let store = try await store(kind)
    let list = store.list(
      ResultsRequest<StoredRow>(
        sql: Self.sql, arguments: [10], key: ["id"],
        sortBy: [SortKey(.column("name"), order: .reverse)]),
      sectionBy: .column("team"))
    try await list.performFetch()
    try await list.setRequest(sql: Self.sql, arguments: [50])
    #expect(list.results.map { $0.map { $0["id"] } } == [[2], [40, 3, 1]])
    await #expect(throws: StoreError.self) { try await list.setRequest(sql: "SELECT 1 AS id") }
    #expect(list.results.numberOfObjects == 4)
  }

  @Test(arguments: [StoreKind.sqlite, .postgres])
  func `an expression of the statement can identify a row`(kind: StoreKind) async throws {
    let store = try await store(kind)
    let list = store.list(
      ResultsRequest<StoredRow>(
        sql: "SELECT lower(name) AS handle, name FROM person WHERE id < 10", key: ["handle"]))
    try await list.performFetch()
    var kinds: [ResultsChange.Kind] = []
    list.trackChanges(onChange: { _, _, change in kinds.append(change.kind) })
    try await store.execute("UPDATE person SET name = 'ADA' WHERE id = 1")
    try await store.settle(list)
    #expect(kinds == [.update])
  }

  @Test func `a store in memory says that it takes no SQL`() async throws {
    let store = try await TestStore(.memory, of: Item.self)
    let list = store.list(ResultsRequest<Item>(sql: "SELECT * FROM item"))
    let error = await storeError { try await list.performFetch() }
    #expect(error?.code == .unsupported)
  }
}

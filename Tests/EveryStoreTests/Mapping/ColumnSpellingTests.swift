import Sectional
import TestSupport
import Testing

/// Columns whose names differ only in how their letters are composed, which Swift takes for equal and databases don't.
@MainActor @Suite struct ColumnSpellingTests {
  private struct Spelled: SchemaRecord, Hashable {
    var id: Int64
    var other: Int64

    static let table = RecordTable(
      "spelled", RecordColumn("\u{E9}", \.id, primaryKey: true),
      RecordColumn("e\u{301}", \.other), row: Spelled.init)

    static let sqlite =
      "CREATE TABLE spelled(\u{E9} INTEGER PRIMARY KEY, e\u{301} INTEGER NOT NULL);"
    static let postgres =
      "CREATE TABLE spelled(\u{E9} bigint PRIMARY KEY, e\u{301} bigint NOT NULL);"
  }

  @Test(arguments: StoreKind.databases)
  func `a key and a column that read alike are written apart`(kind: StoreKind) async throws {
    let store = try await TestStore(kind, of: Spelled.self, [Spelled(id: 1, other: 2)])
    try await store.write { batch in
      batch.update(Spelled(id: 1, other: 3))
      batch.upsert(Spelled(id: 2, other: 4))
    }
    let list = store.list(ResultsRequest<Spelled>())
    try await list.performFetch()
    #expect(
      list.results.rows.map(\.self) == [Spelled(id: 1, other: 3), Spelled(id: 2, other: 4)])
  }
}

import Sectional
import SectionalPostgres
import SectionalSQL
import SectionalTesting
import TestSupport
import Testing

@MainActor struct PostgresStoreTests {
  @Test func `a list follows what psql writes`() async throws {
    let database = try await ScratchServerDatabase(
      """
      CREATE TABLE contact(id bigint PRIMARY KEY, name text NOT NULL, team text);
      INSERT INTO contact VALUES (1, 'Ada', 'b'), (2, 'Grace', 'a'), (3, 'Alan', NULL);
      """)
    let store = try PostgresStore(database.url)
    let list = ResultsController(
      fetchRequest: ResultsRequest<StoredRow>(table: "contact", sortBy: [SortKey(.column("name"))]),
      store: store, sectionBy: .column("team"))
    try await list.performFetch()
    #expect(list.results.map(\.name) == ["", "a", "b"])
    try await database.write("UPDATE contact SET team = 'c' WHERE id = 3")
    try? await wait { list.results.map(\.name) == ["a", "b", "c"] }
    #expect(list.results.map(\.name) == ["a", "b", "c"])
  }
}

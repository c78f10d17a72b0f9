import Sectional
import SectionalPostgres
import SectionalSQL
import SectionalTesting
import TestSupport
import Testing

/// How often a list asks a server, as a proxy between them counts it.
@MainActor @Suite(.serialized) struct QuestionCountTests {
  @Test(arguments: [([], 4), (["name"], 6)])
  func `a look that finds a changed row asks a few questions, however many looks there were`(
    oldValues: [String], most: Int
  ) async throws {
    let database = try await ScratchServerDatabase(
      """
      CREATE TABLE item(id integer PRIMARY KEY, team text, name text);
      INSERT INTO item SELECT n, 'team ' || n % 5, 'name ' || n FROM generate_series(1, 200) n;
      """)
    let proxy = try DisturbingProxy(for: database.url)
    defer { proxy.stop() }
    let store = try database.store(through: proxy)
    try await store.installChangeLog(for: ["item"], oldValuesOf: oldValues)
    let list = ResultsController(
      fetchRequest: ResultsRequest<StoredRow>(table: "item", sortBy: [SortKey(.column("name"))]),
      store: store, sectionBy: .column("team"), changes: SilentSource(of: store))
    try await list.performFetch()
    var pieces: [Int] = []
    for step in 1...16 {
      try await database.write("UPDATE item SET name = 'new \(step)' WHERE id = \(step)")
      let before = proxy.pieces
      try await list.refresh()
      pieces.append(proxy.pieces - before)
      #expect(list.results.rows.contains { $0["name"] == .text("new \(step)") })
    }
    // Questions and their answers: the look with what was logged and its rows in one batch, what the rows were, and the end.
    // What a server sends at once can also arrive in several pieces, but not each time.
    #expect(pieces.suffix(12).contains { $0 <= most }, "\(pieces)")
    #expect(list.diagnostics.fullFetches == 1)
    await list.close()
  }
}

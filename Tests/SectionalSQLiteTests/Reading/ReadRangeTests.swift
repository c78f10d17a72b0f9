import Sectional
import SectionalSQL
import SectionalSQLite
import SectionalTesting
import TestSupport
import Testing

/// Changes of many rows whose rowids are close together or far apart.
@MainActor @Suite struct ReadRangeTests {
  @Test(
    arguments: ["id INTEGER PRIMARY KEY, code TEXT", "id INTEGER, code TEXT PRIMARY KEY"],
    ["id BETWEEN 100 AND 400", "id BETWEEN 100 AND 400 AND id % 3 = 0", "id % 40 = 0", "1"])
  func `only changed rows are read, however close together they are`(
    columns: String, changed: String
  ) async throws {
    let file = try ScratchDatabase(
      """
      CREATE TABLE item(\(columns), name TEXT);
      WITH n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 1999)
        INSERT INTO item SELECT i, 'c' || i, 'n' || i % 50 FROM n;
      """)
    let store = try SQLiteStore(path: file.path, pollInterval: .seconds(3600))
    let request = ResultsRequest<StoredRow>(
      table: "item", predicate: "name <> ?", arguments: ["n7"], sortBy: [SortKey(.column("name"))])
    let list = ResultsController(fetchRequest: request, store: store)
    try await list.performFetch()
    let read = list.diagnostics.rowsRead
    for suffix in ["x", "y"] {
      let count = try await store.write { db in
        try db.execute("UPDATE item SET name = name || '\(suffix)' WHERE \(changed)")
      }
      let fresh = try await store.write { db in try db.fetch(request) }
      try await wait { Array(list.results.rows) == fresh }
      #expect(list.diagnostics.rowsRead <= read + 2 * count)
    }
    #expect(list.diagnostics.fullFetches == 1)
  }
}

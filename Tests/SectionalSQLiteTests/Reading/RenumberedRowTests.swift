import Sectional
import SectionalSQL
import SectionalSQLite
import SectionalTesting
import Testing

/// Rows with a complete key that get another rowid stay where they are.
@MainActor @Suite struct RenumberedRowTests {
  @Test(arguments: [0, 900])
  func `a list that begins at its end keeps its first row when that gets another rowid`(
    number: Int
  ) async throws {
    let file = try ScratchDatabase(
      """
      CREATE TABLE note(code TEXT PRIMARY KEY, at INTEGER); CREATE INDEX note_by_time ON note(at, code);
      WITH RECURSIVE n(i) AS (VALUES (10) UNION ALL SELECT i + 1 FROM n WHERE i < 99)
      INSERT INTO note SELECT 'c' || i, i FROM n
      """)
    var request = ResultsRequest<StoredRow>(table: "note", sortBy: [SortKey(.column("at"))])
    request.fetchLast = 3
    let list = ResultsController(
      fetchRequest: request, store: try SQLiteStore(path: file.path))
    try await list.performFetch()
    func codes() -> [StoredValue?] { list.results.rows.map { $0["code"] } }
    #expect(codes() == ["c97", "c98", "c99"])
    try file.write("UPDATE note SET rowid = \(number) WHERE code = 'c97'")
    try await list.refresh()
    #expect(codes() == ["c97", "c98", "c99"])
    try await list.loadEarlier(2)
    #expect(codes() == ["c95", "c96", "c97", "c98", "c99"])
    list.stop()
  }
}

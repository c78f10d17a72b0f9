import Sectional
import SectionalComparison
import SectionalSQL
import SectionalSQLite
import SectionalTesting
import TestSupport
import Testing

/// The size of the page, whatever the tables contain.
struct PageSizeTests {
  @Test(arguments: [(columns: 3, rows: 300), (columns: 60, rows: 10), (columns: 500, rows: 2)])
  func `a page of long values that all differ has at most 2 MB`(
    columns: Int, rows: Int
  ) async throws {
    let (first, second) = (
      try Self.file(columns, rows, "\u{1}<"), try Self.file(columns, rows, "日é")
    )
    let request = ResultsRequest<StoredRow>(table: "t", sortBy: [SortKey(.column("c1"))])
    let report = try await StoreComparison(
      ComparedSource(try SQLiteStore(path: first.path), request),
      ComparedSource(try SQLiteStore(path: second.path), request)
    ).report(comparingNativeOrder: true)
    #expect(report.orders.first?.causes.count ?? 0 >= columns)
    let description = ComparisonPage.Description(
      stores: (first.path, second.path), tables: ("t", "t"), request: "all rows")
    let size = try ComparisonPage(report, of: description).html.utf8.count
    #expect((100_000...2_000_000).contains(size), "\(size) bytes")
  }

  /// Creates a table of texts of more than 300 characters.
  private static func file(_ columns: Int, _ rows: Int, _ unit: String) throws -> ScratchDatabase {
    let names = (1...columns).map { "c\($0)" }
    let value = "replace(hex(zeroblob(150)), '0', '\(unit)') || n"
    return try ScratchDatabase(
      """
      CREATE TABLE t(id INTEGER PRIMARY KEY, \(names.map { "\($0) TEXT" }.joined(separator: ", ")));
      WITH RECURSIVE numbers(n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM numbers WHERE n < \(rows))
      INSERT INTO t SELECT n, \(names.map { _ in value }.joined(separator: ", ")) FROM numbers
      """)
  }
}

import Sectional
import SectionalComparison
import SectionalSQL
import SectionalSQLite
import SectionalTesting
import Testing

/// Comparisons of stores while another program writes.
@Suite struct WrittenStoreTests {
  @Test(arguments: [
    "DELETE FROM t WHERE id = (SELECT min(id) FROM t)",
    "INSERT INTO t SELECT max(id) + 1, 'a' || max(id) FROM t",
    "UPDATE t SET v = 'a' || id || v WHERE id % 7 = abs(random() % 7)",
  ])
  func `a store that is written between the reads gets no causes that it doesn't have`(
    writing sql: String
  ) async throws {
    let rows = (1...60).map { "(\($0), 'v\($0 % 9)')" }.joined(separator: ", ")
    let table = "CREATE TABLE t(id INTEGER PRIMARY KEY, v TEXT); INSERT INTO t VALUES \(rows)"
    let (quiet, busy) = (try ScratchDatabase(table), try ScratchDatabase(table))
    let request = ResultsRequest<StoredRow>(table: "t", sortBy: [SortKey(.column("v"))])
    let written = WrittenStore(base: try SQLiteStore(path: busy.path)) { try busy.write(sql) }
    let report = try await StoreComparison(
      ComparedSource(try SQLiteStore(path: quiet.path), request), ComparedSource(written, request)
    ).report(comparingNativeOrder: true)
    for order in report.orders {
      #expect(!order.isEqual)
      #expect(Set(order.causes.map(\.kind)).isSubset(of: [.missingRow, .otherValue]))
    }
  }
}

/// A store that changes before each read.
private struct WrittenStore: DescribedStore {
  let base: SQLiteStore
  let write: @Sendable () throws -> Void

  var executor: any SerialExecutor { base.executor }

  func read<Output: Sendable>(
    _ body: (SQLiteStore.Reader) async throws -> Output
  ) async throws -> Output {
    try write()
    return try await base.read(body)
  }

  func description(
    of request: ResultsRequest<StoredRow>, sectionBy section: SectionKey<StoredRow>?
  ) async throws(StoreError) -> SourceDescription {
    try await base.description(of: request, sectionBy: section)
  }

  func changeSource() -> WrittenSource { WrittenSource(base: base.changeSource()) }
}

private struct WrittenSource: ChangeSource {
  typealias Store = WrittenStore
  let base: SQLiteStore.Source

  func run(_ doorbell: Doorbell) async throws { try await base.run(doorbell) }

  func changes(
    in region: TableRegion, since cursor: SQLiteStore.Source.Cursor?, _ reader: SQLiteStore.Reader
  ) async throws -> StoreChanges<SQLiteStore.Source.Cursor> {
    try await base.changes(in: region, since: cursor, reader)
  }

  static func isLasting(_ cursor: SQLiteStore.Source.Cursor) -> Bool {
    SQLiteStore.Source.isLasting(cursor)
  }
}

import Sectional
import SectionalSQL
import SectionalSQLite
import SectionalTesting
import TestSupport
import Testing

/// Rows next to a slice, which nobody sees.
@MainActor @Suite struct SliceMarginTests {
  /// A statement that returns one row twice.
  private static let request = ResultsRequest<StoredRow>(
    sql: "SELECT id, name FROM item UNION ALL SELECT id, name FROM item WHERE id = 25", key: ["id"])

  private func store(_ kind: StoreKind) async throws -> TestStore {
    try await TestStore(kind, of: Item.self, (0..<60).map { Item($0, "n\($0)") })
  }

  private func ids(_ list: ResultsController<StoredRow>) -> [StoredValue?]? {
    list.fetchedObjects?.map { $0["id"] }
  }

  private func integers(_ ids: ClosedRange<Int64>) -> [StoredValue?] { ids.map { .integer($0) } }

  @Test(arguments: StoreKind.databases, [(0, 10), (12, 10), (30, 10)])
  func `a row that is there twice next to a slice is no error`(
    kind: StoreKind, slice: (offset: Int, limit: Int)
  ) async throws {
    let store = try await store(kind)
    var request = Self.request
    (request.fetchOffset, request.fetchLimit) = slice
    let list = store.list(request)
    try await list.performFetch()
    // The row that is there twice counts twice.
    let first = Int64(slice.offset > 25 ? slice.offset - 1 : slice.offset)
    #expect(ids(list) == integers(first...first + 9))
    try await store.writeElsewhere("INSERT INTO item VALUES (-1, 'new', NULL)")
    try await store.settle(list)
    #expect(ids(list) == integers(first - 1...first + 8))
  }

  @Test(arguments: StoreKind.databases)
  func `a row that a slice shows twice is an error`(kind: StoreKind) async throws {
    let store = try await store(kind)
    var request = Self.request
    (request.fetchOffset, request.fetchLimit) = (20, 10)
    let list = store.list(request)
    await #expect(throws: StoreError.self) { try await list.performFetch() }
  }

  private struct Sized: StoredRecord {
    var id: Int64
    var size: Int
    static let table = RecordTable(
      "sized", RecordColumn("id", \.id, primaryKey: true), RecordColumn("size", \.size),
      row: Sized.init)
  }

  private func sizedList(
    _ misfit: Int
  ) throws -> (ScratchDatabase, ResultsController<Sized>) {
    let file = try ScratchDatabase(
      """
      CREATE TABLE sized(id INTEGER PRIMARY KEY, size);
      WITH RECURSIVE n(i) AS (SELECT 0 UNION ALL SELECT i + 1 FROM n WHERE i < 99)
        INSERT INTO sized SELECT i, i FROM n;
      UPDATE sized SET size = 'large' WHERE id = \(misfit);
      """)
    var request = ResultsRequest<Sized>(sortBy: [SortKey(\.id)])
    (request.fetchOffset, request.fetchLimit) = (20, 10)
    return (
      file, ResultsController(fetchRequest: request, store: try SQLiteStore(path: file.path))
    )
  }

  @Test(arguments: [16, 33, 90])
  func `a cell that doesn't fit is no error outside of a slice`(id: Int) async throws {
    let (file, list) = try sizedList(id)
    try await list.performFetch()
    #expect(list.fetchedObjects?.map(\.id) == Array(20...29))
    for write in [
      "UPDATE sized SET size = 'larger' WHERE id = \(id)", "DELETE FROM sized WHERE id = 25",
      "UPDATE sized SET size = -1 WHERE id = 22",
    ] {
      try file.write(write)
      try await list.refresh()
    }
    #expect(list.fetchedObjects?.map(\.id) == [20, 21, 22, 23, 24, 26, 27, 28, 29, 30])
    #expect(list.fetchedObjects?.map(\.size).contains(-1) == true)
    #expect(list.error == nil)
  }

  @Test func `a cell that doesn't fit is an error in a slice`() async throws {
    let (file, list) = try sizedList(24)
    let error = await storeError { try await list.performFetch() }
    #expect(error?.code == .unexpectedCell)
    try file.write("UPDATE sized SET size = 24 WHERE id = 24")
    try await list.performFetch()
    #expect(list.fetchedObjects?.count == 10)
  }
}

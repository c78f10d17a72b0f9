import Sectional
import SectionalSQL
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
}

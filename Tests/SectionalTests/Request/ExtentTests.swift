import Testing

@testable import Sectional

/// Which options of a request can be combined.
struct ExtentTests {
  private static func extent(
    offset: Int = 0, limit: Int = 0, batch: Int = 0, window: Int = 0
  ) throws -> Extent {
    var request = ResultsRequest<StoredRow>(source: .table("contact"))
    (request.fetchOffset, request.fetchLimit) = (offset, limit)
    (request.fetchBatchSize, request.fetchWindowSize) = (batch, window)
    return try request.rowRequest(sectionBy: nil).extent
  }

  private static func part(_ make: () throws -> Extent) -> StoreError.Part? {
    #expect(throws: StoreError.self) { try make() }?.part
  }

  @Test func `a negative number is an error about its option`() {
    #expect(ExtentTests.part { try ExtentTests.extent(offset: -1) } == .fetchOffset)
    #expect(ExtentTests.part { try ExtentTests.extent(limit: -1) } == .fetchLimit)
    #expect(ExtentTests.part { try ExtentTests.extent(batch: -1) } == .fetchBatchSize)
    #expect(ExtentTests.part { try ExtentTests.extent(window: -1) } == .fetchWindowSize)
  }

  @Test func `a window can't have a limit or an offset`() {
    #expect(ExtentTests.part { try ExtentTests.extent(limit: 5, window: 10) } == .fetchWindowSize)
    #expect(ExtentTests.part { try ExtentTests.extent(offset: 5, window: 10) } == .fetchWindowSize)
  }

  @Test func `no option means all rows with their contents`() throws {
    let extent = try ExtentTests.extent()
    #expect(extent == .all)
    #expect(extent.isSearchable && !extent.readsKeysAlone && !extent.isReadEachDay)
  }

  @Test func `a batch size has no effect beside a window`() throws {
    #expect(
      try ExtentTests.extent(batch: 5, window: 10) == ExtentTests.extent(window: 10))
  }

  @Test func `where batches can't be had, contents are held, and the reason is told`() throws {
    let layout = { (dependence: RowLayout.Dependence) in
      RowLayout(
        columns: RowColumns(["id"]), keyColumns: [0], fallsBackToRowID: false,
        region: TableRegion(allColumnsOf: ["contact"]), dependence: dependence)
    }
    let batches = try ExtentTests.extent(batch: 5)
    #expect(batches.effective(for: layout(.row)) == batches)
    #expect(batches.batchObstacle(in: layout(.row)) == nil)
    #expect(batches.effective(for: layout(.tables)) == .all)
    #expect(batches.batchObstacle(in: layout(.tables))?.contains("other rows") == true)
    let slice = try ExtentTests.extent(limit: 10, batch: 5)
    #expect(slice.effective(for: layout(.row)) == (try ExtentTests.extent(limit: 10)))
    #expect(slice.batchObstacle(in: layout(.row))?.contains("limit") == true)
    #expect(!slice.readsKeysAlone)
  }
}

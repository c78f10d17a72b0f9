import SectionalTesting
import Testing

@testable import Sectional

/// What a look tells of rows that it counts.
struct AppendedRowTests {
  @Test
  func `rows that are counted in a section that the same change inserts come with the section`()
    async throws
  {
    let (store, pipeline) = try await openList(of: 9)
    try store.write { tables in
      for id in 1..<Int64(4) { try tables.delete([.integer(id)], from: "item") }
    }
    let emptied = try #require(await pipeline.next()?.delivery)
    #expect(emptied.changes.sectionDeletes == [0])
    #expect(emptied.list.count == 0)
    try store.write { try $0.upsert([.integer(0), .text("a")], into: "item") }
    let delivery = try #require(await pipeline.next()?.delivery)
    #expect(delivery.changes.sectionInserts == [0])
    #expect(delivery.changes.appended.map(\.items) == [1..<7])
    #expect(delivery.changes.appended.map(\.isInInsertedSection) == [true])
    #expect(TableUpdates(delivery.changes).inserts.isEmpty)
  }

  @Test(arguments: [4, 5])
  func `a section is named if it gained more rows by counting than it lost, and not if as many`(
    count: Int
  ) async throws {
    let (store, pipeline) = try await openList(of: count)
    try store.write { try $0.delete([.integer(1)], from: "item") }
    let delivery = try #require(await pipeline.next()?.delivery)
    #expect(delivery.changes.appended.map(\.items) == [2..<count - 1])
    #expect(delivery.changes.sectionInfoUpdates == (count == 4 ? [] : [0]))
  }

  /// Opens a list of one section whose first three rows are counted.
  private func openList(of count: Int) async throws -> (
    MemoryStore, ResultsPipeline<MemoryStore, MemoryChangeSource>
  ) {
    let store = MemoryStore(try MemoryTable("item", columns: ["id", "team"], primaryKey: ["id"]))
    try store.write { tables in
      for id in 1...Int64(count) { try tables.upsert([.integer(id), .text("a")], into: "item") }
    }
    var request = ResultsRequest<StoredRow>(
      source: .table("item"), sortBy: [SortKey(.column("id"))])
    request.fetchWindowSize = 20
    var options = PipelineOptions(tracksChanges: false)
    options.reading.counting.firstRows = 3
    let pipeline = ResultsPipeline(
      store: store, source: store.changeSource(),
      request: try request.rowRequest(sectionBy: .column("team")), alongside: nil, options: options)
    _ = try await pipeline.open(.contents)
    return (store, pipeline)
  }
}

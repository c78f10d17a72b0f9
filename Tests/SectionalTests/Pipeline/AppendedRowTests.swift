import SectionalTesting
import Testing

@testable import Sectional

/// What a look tells of rows that it counts.
struct AppendedRowTests {
  @Test
  func `rows that are counted in a section that the same change inserts come with the section`()
    async throws
  {
    let store = MemoryStore(try MemoryTable("item", columns: ["id", "team"], primaryKey: ["id"]))
    try store.write { tables in
      for id in 1..<Int64(10) { try tables.upsert([.integer(id), .text("a")], into: "item") }
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
}

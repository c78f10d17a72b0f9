import SectionalTesting
import Testing

@testable import Sectional

/// What a look does about rows that somebody wants to look at.
struct WantedRowTests {
  @Test func `where a list is to begin is wanted step by step`() {
    var wanted = WantedRows.earlier(100)
    for more in [.last(50), .last(70), .earlier(2), .earlier(3), .earlier(0)] as [WantedRows] {
      wanted.add(more)
    }
    #expect(wanted.moves == [.earlier(100), .trim(to: 50), .earlier(5)])
    #expect(!WantedRows.earlier(0).movesStart)
  }

  @Test func `a row that is wanted is loaded by the look that counts it`() async throws {
    let store = MemoryStore(try MemoryTable("item", columns: ["id"], primaryKey: ["id"]))
    try store.write { tables in
      for id in 0..<Int64(40) { try tables.upsert([.integer(id)], into: "item") }
    }
    var request = ResultsRequest<StoredRow>(
      source: .table("item"), sortBy: [SortKey(.column("id"))])
    request.fetchWindowSize = 20
    var options = PipelineOptions(tracksChanges: false)
    options.reading.counting.firstRows = 3
    let pipeline = ResultsPipeline(
      store: store, source: store.changeSource(), request: try request.rowRequest(sectionBy: nil),
      alongside: nil, options: options)
    let opened = try await pipeline.open(.contents)
    #expect(opened.list.count == 3)
    let last = RowKey([.integer(39)])
    var wanted = WantedRows()
    wanted.keys = [last]
    pipeline.load(wanted)
    let delivery = try #require(await pipeline.next()?.delivery)
    #expect(delivery.list.counting?.isComplete == true)
    #expect(delivery.loaded.contains(last))
    #expect(delivery.list.rank(of: last) == 39)
  }
}

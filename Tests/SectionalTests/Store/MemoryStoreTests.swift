import Sectional
import Testing

@Suite struct MemoryStoreTests {
  @Test(.timeLimit(.minutes(1)))
  @MainActor func `a list that is fetched during a transaction shows what was there before it`()
    throws
  {
    let store = MemoryStore(try MemoryTable("item", columns: ["id"], primaryKey: ["id"]))
    func list() throws -> ResultsController<StoredRow> {
      try ResultsController(
        immediatelyFetching: ResultsRequest<StoredRow>(source: .table("item")), store: store,
        tracksChanges: false)
    }
    let number = try store.write { transaction in
      try transaction.upsert([.integer(1)], into: "item")
      return try list().results.numberOfObjects
    }
    #expect(number == 0)
    #expect(try list().results.numberOfObjects == 1)
  }
}

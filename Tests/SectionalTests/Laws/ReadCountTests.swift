import Sectional
import SectionalTesting
import TestSupport
import Testing

/// How much a list reads, counted.
@MainActor
struct ReadCountTests {
  private let store: MemoryStore
  private let controller: ResultsController<StoredRow>

  init() throws {
    store = MemoryStore(
      try MemoryTable("item", columns: ["id", "team", "name"], primaryKey: ["id"]))
    controller = ResultsController(
      fetchRequest: ResultsRequest(source: .table("item"), sortBy: [SortKey(.column("name"))]),
      store: store, sectionBy: .column("team"))
    try store.write { tables in
      for id in 0..<1000 { try tables.upsert(values(id, name: "\(id)"), into: "item") }
    }
  }

  private nonisolated func values(_ id: Int, name: String) -> [StoredValue] {
    [.integer(Int64(id)), .integer(Int64(id % 10)), .text(name)]
  }

  /// Writes, and waits until the list holds the resulting version.
  private func write(_ body: (inout MemoryTransaction) throws -> Void) async throws {
    let version = controller.version
    try store.write(body)
    try? await wait { controller.version != version }
    #expect(controller.version != version)
  }

  @Test
  func `opening reads every row once`() async throws {
    try await controller.performFetch()
    #expect(controller.diagnostics.rowsRead == 1000)
    #expect(controller.diagnostics.fullFetches == 1)
    #expect(controller.diagnostics.sortedHere == 0)
  }

  @Test
  func `one changed row of a thousand reads one row`() async throws {
    try await controller.performFetch()
    try await write { try $0.upsert(values(500, name: "changed"), into: "item") }
    #expect(controller.diagnostics.rowsRead == 1001)
    #expect(controller.diagnostics.fullFetches == 1)
    #expect(controller.diagnostics.fullFetchReason == nil)
  }

  @Test
  func `each change reads its own rows and none of those before`() async throws {
    try await controller.performFetch()
    for count in 1...5 {
      try await write { try $0.upsert(values(count, name: "changed"), into: "item") }
      #expect(controller.diagnostics.rowsRead == 1000 + count)
    }
    #expect(controller.diagnostics.fullFetches == 1)
  }

  @Test
  func `a deleted row reads none`() async throws {
    try await controller.performFetch()
    try await write { try $0.delete([500], from: "item") }
    #expect(controller.results.numberOfObjects == 999)
    #expect(controller.diagnostics.rowsRead == 1000)
    #expect(controller.diagnostics.fullFetches == 1)
  }

  @Test
  func `ten changed rows in one transaction read ten rows`() async throws {
    try await controller.performFetch()
    try await write { tables in
      for id in 0..<10 { try tables.upsert(values(id, name: "changed"), into: "item") }
    }
    #expect(controller.diagnostics.rowsRead == 1010)
    #expect(controller.diagnostics.fullFetches == 1)
  }
}

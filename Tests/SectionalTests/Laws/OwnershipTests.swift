import Sectional
import TestSupport
import Testing

/// A list lives as long as its owner, and doesn't keep its owner alive.
struct OwnershipTests {
  private actor Owner {
    private let controller: ResultsController<StoredRow>

    init(_ store: MemoryStore) {
      controller = ResultsController(
        fetchRequest: ResultsRequest(source: .table("item")), store: store)
    }

    func fetch() async throws { try await controller.performFetch() }
  }

  private func makeStore() throws -> MemoryStore {
    MemoryStore(try MemoryTable("item", columns: ["id"], primaryKey: ["id"]))
  }

  @Test @MainActor
  func `a list on the main actor is deallocated with its last reference`() async throws {
    var controller: ResultsController<StoredRow>? = ResultsController(
      fetchRequest: ResultsRequest(source: .table("item")), store: try makeStore())
    weak let remembered = controller
    try await controller?.performFetch()
    controller = nil
    try? await wait { remembered == nil }
    #expect(remembered == nil)
  }

  @Test
  func `an actor that owns a list is deallocated with its last reference`() async throws {
    var owner: Owner? = Owner(try makeStore())
    weak let remembered = owner
    try await owner?.fetch()
    owner = nil
    try? await wait { remembered == nil }
    #expect(remembered == nil)
  }
}

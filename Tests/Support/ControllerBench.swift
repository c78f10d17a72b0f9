package import Sectional

/// A list of items on the main actor over a store of some kind.
@MainActor package final class ControllerBench {
  package let store: TestStore
  package let controller: ResultsController<Item>

  package init(
    _ kind: StoreKind, _ items: [Item] = [], _ request: ResultsRequest<Item> = .byName,
    sectionBy section: SectionKey<Item>? = SectionKey(\.team), tracksChanges: Bool = true
  ) async throws {
    store = try await TestStore(kind, of: Item.self, items)
    controller = store.list(request, sectionBy: section, tracksChanges: tracksChanges)
  }

  /// Writes in one transaction, and waits until the list shows the result.
  package func write(_ body: (inout RecordBatch) throws -> Void) async throws {
    try await store.write(body)
    try await store.settle(controller)
  }

  /// Runs SQL in one transaction, and waits until the list shows the result.
  package func execute(_ sql: String) async throws {
    try await store.execute(sql)
    try await store.settle(controller)
  }

  /// The sections as text, such as "Red: ada bob".
  package var picture: [String] { ControllerBench.picture(controller.results) }

  package static func picture(_ results: ResultsList<Item>) -> [String] {
    results.map { "\($0.name): \($0.map(\.name).joined(separator: " "))" }
  }
}

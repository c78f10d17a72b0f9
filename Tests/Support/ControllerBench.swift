package import Sectional
package import SectionalSQLite
package import SectionalTesting

/// A list of items on the main actor over a file that the store itself made.
@MainActor package final class ControllerBench {
  package let file: ScratchDatabase
  package let store: SQLiteStore
  package let controller: ResultsController<Item>

  package init(
    _ items: [Item] = [], _ request: FetchRequest<Item> = .byName,
    sectionBy section: SectionKey<Item>? = SectionKey(\.team), tracksChanges: Bool = true
  ) async throws {
    file = try ScratchDatabase()
    store = try file.store()
    controller = ResultsController(
      fetchRequest: request, store: store, sectionBy: section, tracksChanges: tracksChanges)
    try await store.write { db in
      try db.execute(Item.sqlite)
      for item in items { try db.insert(item) }
    }
  }

  /// Writes as one transaction, and waits until the list holds what that made.
  package func write(_ body: @Sendable (SQLiteTransaction) throws -> Void) async throws {
    try await store.write(body)
    try await controller.settle(on: store)
  }

  /// The sections as text, such as "Red: ada bob".
  package var picture: [String] { ControllerBench.picture(controller.results) }

  package static func picture(_ results: SectionedResults<Item>) -> [String] {
    results.map { "\($0.name): \($0.map(\.name).joined(separator: " "))" }
  }
}

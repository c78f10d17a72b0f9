import Foundation
import SectionalTesting
import TestSupport
import Testing

@testable import Sectional

/// Checks that every store shows exactly the records for which Swift says that a predicate is true.
enum WareCheck {
  @MainActor static func run(_ examples: [WareCase]) async throws {
    let wares = Ware.some(200, seed: 42)
    let stores = try await RecordStores(sqlite: Ware.sqlite, postgres: Ware.postgres, wares)
    for example in examples {
      let expected = wares.filter(example.isTrue).map(\.id)
      let request = FetchRequest(predicate: example.predicate, sortBy: [SortKey(\.id)])
      for (name, list) in try await stores.lists(request) {
        #expect(list.fetchedObjects.map(\.id) == expected, "\(name): \(example.name)")
      }
    }
  }
}

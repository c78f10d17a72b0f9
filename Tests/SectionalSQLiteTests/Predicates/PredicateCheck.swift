import Foundation
import SectionalTesting
import TestSupport
import Testing

@testable import Sectional

/// Checks that every store shows exactly the records for which Swift says that a predicate is true.
enum PredicateCheck {
  @MainActor static func run(_ example: PredicateCase, count: Int64 = 300) async throws {
    var random = SeededGenerator(seed: 42)
    let parcels = (1...count).map { Parcel(id: $0, from: &random) }
    let stores = try await RecordStores(sqlite: Parcel.sql, parcels)
    let expected = parcels.filter(example.isTrue).map(\.id)
    // What is true for all records, or none, would prove little.
    #expect(!expected.isEmpty && expected.count < count)
    let request = FetchRequest(predicate: example.predicate, sortBy: [SortKey(\.id)])
    for (name, list) in try await stores.lists(request) {
      #expect(list.fetchedObjects.map(\.id) == expected, "\(name)")
    }
  }
}

import Foundation
import SectionalTesting
import TestSupport
import Testing

@testable import Sectional

/// Checks that every store shows exactly the records for which a predicate is true in Swift.
enum PredicateCheck {
  /// Checks predicates over parcels, each of which must be true for some of them and false for others.
  @MainActor static func run(_ examples: [PredicateCase], count: Int64 = 300) async throws {
    var random = SeededGenerator(seed: 42)
    let parcels = (1...count).map { Parcel(id: $0, from: &random) }
    for example in examples {
      let matches = parcels.count(where: example.isTrue)
      // A predicate that is true for all records, or for none, would prove little.
      #expect(matches > 0 && matches < count, "\(example.name)")
    }
    try await check(examples, over: parcels, by: \.id)
  }

  /// Checks predicates over wares.
  @MainActor static func run(_ examples: [WareCase]) async throws {
    try await check(examples, over: Ware.some(200, seed: 42), by: \.id)
  }

  /// Checks predicates over the same stores, because separate stores would cost more than the checks.
  @MainActor private static func check<Record: SchemaRecord>(
    _ examples: [RecordCase<Record>], over records: [Record],
    by id: any KeyPath<Record, Int64> & Sendable
  ) async throws {
    let stores = try await RecordStores(records)
    for example in examples {
      let expected = records.filter(example.isTrue).map { $0[keyPath: id] }
      let request = ResultsRequest(predicate: example.predicate, sortBy: [SortKey(id)])
      for (name, list) in try await stores.lists(request) {
        #expect(list.results.rows.map { $0[keyPath: id] } == expected, "\(name): \(example.name)")
      }
    }
  }
}

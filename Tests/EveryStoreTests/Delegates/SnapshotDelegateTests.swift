import Foundation
import Sectional
import SectionalTesting
import TestSupport
import Testing

/// The identifiers that a diffable data source gets.
@MainActor @Suite struct SnapshotDelegateTests {
  private final class Gatherer: ResultsSnapshotDelegate {
    var snapshots: [ResultsSnapshot<Item>] = []

    func controller(
      _ controller: ResultsController<Item>, didChangeContentWith snapshot: ResultsSnapshot<Item>
    ) {
      #expect(controller.results.rows.map(\.id) == snapshot.results.rows.map(\.id))
      snapshots.append(snapshot)
    }
  }

  private let gatherer = Gatherer()

  private func bench(_ kind: StoreKind, _ items: [Item]) async throws -> ControllerBench {
    let bench = try await ControllerBench(kind, items)
    bench.controller.snapshotDelegate = gatherer
    return bench
  }

  @Test(arguments: StoreKind.allCases)
  func `the first snapshot comes from the fetch itself`(kind: StoreKind) async throws {
    let bench = try await bench(
      kind, [Item(1, "ada", "Red"), Item(2, "bob"), Item(3, "cy", "Red")])
    try await bench.controller.performFetch()
    let first = try #require(gatherer.snapshots.first)
    #expect(gatherer.snapshots.count == 1)
    #expect(first.sectionIdentifiers == [.null, "Red"])
    #expect(first.itemIdentifiers(inSection: .null) == [RowKey([2])])
    #expect(first.itemIdentifiers(inSection: "Red") == [RowKey([1]), RowKey([3])])
    #expect(first.itemIdentifiers(inSection: "Tan").isEmpty)
    #expect(first.reconfiguredItemIdentifiers.isEmpty)
  }

  @Test(arguments: StoreKind.allCases)
  func `another fetch reconfigures the rows that stay`(kind: StoreKind) async throws {
    let bench = try await ControllerBench(
      kind, [Item(1, "ada", "Red"), Item(2, "bob")], tracksChanges: false)
    bench.controller.snapshotDelegate = gatherer
    try await bench.controller.performFetch()
    try await bench.store.write { db in
      db.update(Item(1, "zoe", "Red"))
      db.insert(Item(3, "cy"))
    }
    try await bench.controller.refresh()
    let keys = try #require(gatherer.snapshots.last).reconfiguredItemIdentifiers
    #expect(Set(keys) == [RowKey([1]), RowKey([2])])
  }

  @Test(arguments: StoreKind.allCases)
  func `the rows to reconfigure are those that stayed and changed`(kind: StoreKind)
    async throws
  {
    let bench = try await bench(kind, [])
    try await bench.controller.performFetch()
    var before: [RowKey: Item] = [:]
    for step in 0..<kind.steps(200) {
      try await bench.write { db in
        var random = SeededGenerator(seed: 77 &+ UInt64(step))
        for _ in 0...random.below(5) {
          let item = Item(
            Int64(random.below(15)), "n\(random.below(5))", "t\(random.below(3))")
          if random.happens(onceIn: 3) { db.delete(item) } else { db.upsert(item) }
        }
      }
      let snapshot = try #require(gatherer.snapshots.last)
      let ids = snapshot.itemIdentifiers
      #expect(Set(ids).count == ids.count)
      #expect(Set(snapshot.sectionIdentifiers).count == snapshot.sectionIdentifiers.count)
      #expect(snapshot.sectionIdentifiers.flatMap(snapshot.itemIdentifiers(inSection:)) == ids)
      let after = Dictionary(uniqueKeysWithValues: zip(ids, snapshot.results.rows))
      // A step that changes nothing produces no snapshot.
      guard after != before else { continue }
      let differing = Set(ids.filter { key in before[key].map { $0 != after[key] } ?? false })
      #expect(Set(snapshot.reconfiguredItemIdentifiers) == differing)
      before = after
    }
  }

  @Test(arguments: StoreKind.allCases)
  func `changing only the order reconfigures no row`(kind: StoreKind) async throws {
    let bench = try await bench(kind, [Item(1, "ada", "Red"), Item(2, "bob", "Red")])
    try await bench.controller.performFetch()
    try await bench.controller.setRequest(
      ResultsRequest(sortBy: [SortKey(\.name, order: .reverse)]))
    #expect(gatherer.snapshots.last?.itemIdentifiers == [RowKey([2]), RowKey([1])])
    #expect(gatherer.snapshots.last?.reconfiguredItemIdentifiers.isEmpty == true)
  }

  @Test(arguments: StoreKind.allCases)
  func `a row keeps its identifier when its contents change`(kind: StoreKind) async throws {
    let bench = try await bench(kind, [Item(1, "ada", "Red")])
    try await bench.controller.performFetch()
    try await bench.write { $0.update(Item(1, "zoe", nil)) }
    try await bench.write { db in
      db.delete(Item(1, ""))
      db.insert(Item(1, "mia", "Tan"))
    }
    #expect(gatherer.snapshots.map(\.itemIdentifiers) == Array(repeating: [RowKey([1])], count: 3))
    #expect(gatherer.snapshots.map(\.sectionIdentifiers) == [["Red"], [.null], ["Tan"]])
  }
}

import Foundation
import Sectional
import SectionalTesting
import TestSupport
import Testing

/// A table view that follows the delegate's calls shows what the list holds, no matter what is written.
@MainActor @Suite struct TableRecipeTests {
  private static let teams = ["Blue", "Green", "Red", "Tan", "Violet", nil]

  /// Changes a few of thirty rows in six teams, one of which is null.
  private static func edit(
    _ db: inout RecordBatch, _ items: inout [Int64: Item], _ random: inout SeededGenerator
  ) {
    func put(_ item: Item) {
      items[item.id] = item
      db.upsert(item)
    }
    func remove(_ id: Int64) {
      items[id] = nil
      db.delete(Item(id, ""))
    }
    for _ in 0...random.below(random.happens(onceIn: 10) ? 40 : 6) {
      let id = Int64(random.below(30))
      let team = teams[random.below(6)]
      let other = teams[random.below(6)]
      switch random.below(10) {
      case 0, 1: remove(id)
      case 2: if let item = items[id] { put(Item(id, item.name + "!", item.team)) }
      case 3: if let item = items[id] { put(Item(id, item.name, team)) }
      case 4 where random.happens(onceIn: 4):
        for item in sorted(items) where item.team == other { put(Item(item.id, item.name, team)) }
      case 5 where random.happens(onceIn: 6):
        for item in sorted(items) where item.team == team { remove(item.id) }
      default: put(Item(id, "n\(random.below(12))", team))
      }
    }
  }

  private static func sorted(_ items: [Int64: Item]) -> [Item] {
    items.values.sorted { $0.id < $1.id }
  }

  /// On a server, one history is enough, because a step takes longer there.
  nonisolated static let runs: [(StoreKind, UInt64)] = [
    (.memory, 1), (.memory, 2), (.memory, 3), (.memory, 4), (.sqlite, 1), (.sqlite, 2),
    (.sqlite, 3), (.sqlite, 4), (.postgres, 1),
  ]

  @Test(arguments: runs)
  func `a table view that applies the delegate's calls shows the list`(
    kind: StoreKind, seed: UInt64
  ) async throws {
    // One of the lists has a single section, which remains when it is empty.
    let section = seed == 4 ? nil : SectionKey<Item>(\.team)
    let bench = try await ControllerBench(kind, sectionBy: section)
    let table = TableRecipe()
    bench.controller.delegate = table
    try await bench.controller.performFetch()
    table.reload(bench.controller)
    var items: [Int64: Item] = [:]
    let steps = kind.steps(150)
    for step in 0..<steps {
      try await bench.write { db in
        var random = SeededGenerator(seed: seed &* 1000 &+ UInt64(step))
        Self.edit(&db, &items, &random)
      }
      let truth = bench.controller.sections.map { Array($0) }
      guard table.violation == nil, table.rows == truth else {
        Issue.record("step \(step): \(table.violation.map { "\($0)" } ?? "other rows are shown")")
        return
      }
    }
    #expect(table.brackets > steps / 2)
    let stored = try await bench.store.fetch(ResultsRequest<Item>.byName)
    #expect(Set(bench.controller.results.rows.map(\.id)) == Set(stored.map(\.id)))
    #expect(Set(stored.map(\.id)) == Set(items.keys))
  }
}

import Foundation
import Sectional
import SectionalTesting
import TestSupport
import Testing

/// Lists with batches under random changes and while random rows are looked at, compared with loops over all items.
@MainActor @Suite struct BatchHistoryTests {
  /// Returns a random change of some items, and applies it to them.
  private func change(
    _ items: inout [Int64: Item], _ random: inout SeededGenerator
  ) -> (written: [Item], deleted: [Item]) {
    var (written, deleted): ([Int64: Item], [Int64: Item]) = ([:], [:])
    let isLarge = random.happens(onceIn: 20)
    for _ in 0...(isLarge ? 400 : random.below(4)) {
      let id = Int64(random.below(isLarge ? 600 : 60))
      if let item = items[id], random.happens(onceIn: isLarge ? 2 : 3) {
        deleted[id] = item
        written[id] = nil
        items[id] = nil
      } else {
        let team = random.element(of: ["a", "b", "c", nil]) ?? nil
        let item = Item(id, "n\(random.below(12))", team)
        written[id] = item
        items[id] = item
      }
    }
    return (
      written.values.sorted { $0.id < $1.id }, deleted.values.filter { written[$0.id] == nil }
    )
  }

  private func paths(
    _ list: CheckedBatches, _ random: inout SeededGenerator
  ) -> [IndexPath] {
    let results = list.controller.results
    let all = results.indices.flatMap { section in
      results[section].indices.map { IndexPath(indexes: [section, $0]) }
    }
    guard !all.isEmpty else { return [] }
    return (0...random.below(3)).map { _ in all[random.below(all.count)] }
  }

  private func follow(_ kind: StoreKind, seed: UInt64, steps: Int, isLogged: Bool) async throws {
    var random = SeededGenerator(seed: seed)
    var window = WindowCase(&random)
    while window.offset > 0 || window.limit > 0 { window = WindowCase(&random) }
    let (batchSize, most) = (1 + random.below(6), 4 + random.below(6))
    var items: [Int64: Item] = [:]
    let (written, _) = change(&items, &random)
    let store = try await TestStore(kind, of: Item.self, written)
    if isLogged { try await store.installChangeLog(for: ["item"]) }
    let list = CheckedBatches(store, window, batchSize: batchSize, keeping: most)
    try await list.fetch(items)
    #expect(list.picture == window.picture(items.values), "seed \(seed): \(window)")
    for step in 1...steps {
      let (written, deleted) = change(&items, &random)
      list.note(items)
      try await store.write { batch in
        for item in deleted { batch.delete(item) }
        for item in written { batch.upsert(item) }
      }
      // Rows are looked at before and after the list has followed the change.
      if random.happens(onceIn: 3) {
        try await list.controller.loadRows(at: paths(list, &random))
      }
      // Rows that are loaded need no look.
      try await list.controller.refresh()
      try list.check()
      try #require(
        list.picture == window.picture(items.values), "seed \(seed), step \(step): \(window)")
      if random.happens(onceIn: 2) {
        let paths = paths(list, &random)
        try await list.controller.loadRows(at: paths)
        #expect(paths.allSatisfy { list.controller.row(ifLoaded: $0) != nil })
        try list.check()
      }
      // Six batches are read for each of at most four rows.
      try #require(list.loadedCount <= most + batchSize * 24 + 8, "seed \(seed), step \(step)")
    }
  }

  @Test(arguments: 1...24 as ClosedRange<UInt64>)
  func `a list with batches over memory shows what a loop finds`(seed: UInt64) async throws {
    try await follow(.memory, seed: seed, steps: HistoryLength.steps(30), isLogged: false)
  }

  @Test(arguments: 100...117 as ClosedRange<UInt64>)
  func `a list with batches over a file shows what a loop finds`(seed: UInt64) async throws {
    try await follow(
      .sqlite, seed: seed, steps: HistoryLength.steps(25), isLogged: seed.isMultiple(of: 2))
  }

  @Test(arguments: 200...207 as ClosedRange<UInt64>)
  func `a list with batches over a server shows what a loop finds`(seed: UInt64) async throws {
    try await follow(
      .postgres, seed: seed, steps: StoreKind.postgres.steps(60), isLogged: !seed.isMultiple(of: 4))
  }
}

import Foundation
import Sectional
import SectionalTesting
import TestSupport
import Testing

/// Lists with windows under random changes and random looks, compared with loops over all items.
@MainActor @Suite struct LongListHistoryTests {
  /// Returns a random change of some items, and applies it to them.
  private func change(
    _ items: inout [Int64: Item], _ random: inout SeededGenerator
  ) -> (written: [Item], deleted: [Item]) {
    let before = items
    for _ in 0...(random.happens(onceIn: 15) ? 40 : random.below(4)) {
      let id = Int64(random.below(90))
      if items[id] != nil, random.happens(onceIn: 3) {
        items[id] = nil
      } else {
        let team = random.element(of: ["a", "b", "c", nil]) ?? nil
        items[id] = Item(id, "n\(random.below(12))", team)
      }
    }
    let written = items.values.filter { before[$0.id] != $0 }
    return (
      written.sorted { $0.id < $1.id }, before.values.filter { items[$0.id] == nil }
    )
  }

  /// Looks at random rows.
  private func look(
    at list: CheckedLongList, _ items: [Int64: Item], _ window: WindowCase,
    _ random: inout SeededGenerator
  ) async throws {
    let results = list.controller.results
    guard results.numberOfObjects > 0 else { return }
    if random.happens(onceIn: 3) {
      let id = Int64(random.below(90))
      let isComplete = results.counting?.isComplete == true
      let found = try await list.controller.loadRow(forKey: RowKey([.integer(id)]))
      let shown = window.sorted(items.values).prefix(list.controller.results.numberOfObjects)
      // A row may be counted just after it was looked for.
      if isComplete || found != nil { #expect((found != nil) == shown.contains { $0.id == id }) }
      if let found { #expect(list.controller.row(ifLoaded: found)?.id == id) }
      return
    }
    let paths = (0...random.below(3)).map { _ in
      let section = random.below(results.count)
      return IndexPath(indexes: [section, random.below(max(results[section].count, 1))])
    }.filter { $0[1] < results[$0[0]].count }
    try await list.controller.loadRows(at: paths)
    #expect(paths.allSatisfy { list.controller.row(ifLoaded: $0) != nil })
  }

  private func follow(
    _ kind: StoreKind, seed: UInt64, steps: Int, _ log: WindowHistoryTests.Log
  ) async throws {
    var random = SeededGenerator(seed: seed)
    var window = WindowCase(&random)
    while window.offset > 0 || window.limit > 0 { window = WindowCase(&random) }
    var counting = CountingOptions()
    // No index of a file has nulls last, and this is about all orders.
    counting.requiresIndex = false
    (counting.firstRows, counting.leastRows) = (1 + random.below(5), 1 + random.below(4))
    counting.mostRows = counting.leastRows
    (counting.mostRestoredBlocks, counting.restFactor) = (2 + random.below(12), 0)
    var items: [Int64: Item] = [:]
    for _ in 0..<8 { _ = change(&items, &random) }
    let store = try await TestStore(kind, of: Item.self, items.values.sorted { $0.id < $1.id })
    try await log.install(in: store)
    let list = CheckedLongList(store, window, holding: 6, counting)
    try await list.fetch(items)
    try list.check()
    for step in 1...steps {
      let (written, deleted) = change(&items, &random)
      list.note(items)
      try await store.write { batch in
        for item in deleted { batch.delete(item) }
        for item in written { batch.upsert(item) }
      }
      try await list.controller.refresh()
      do { try list.check() } catch { throw Failure(seed: seed, step: step, cause: error) }
      if kind == .memory || log == .values {
        // It was always known what the rows were, so nothing had to be counted again.
        try #require(list.controller.diagnostics.fullFetches == 1, "seed \(seed), step \(step)")
      }
      if random.happens(onceIn: 2) {
        try await look(at: list, items, window, &random)
        do { try list.check() } catch { throw Failure(seed: seed, step: step, cause: error) }
      }
      // Three blocks, those of three rows that were looked at together, and parts of blocks that were split.
      try #require(list.heldCount <= 24, "seed \(seed), step \(step)")
    }
    try await list.finishCounting()
    try list.check()
    #expect(list.controller.results.numberOfObjects == window.sorted(items.values).count)
    #expect(list.controller.results.counting?.doubt == nil)
  }

  struct Failure: Error, CustomStringConvertible {
    let seed: UInt64
    let step: Int
    let cause: any Error

    var description: String { "seed \(seed), step \(step): \(cause)" }
  }

  @Test(arguments: 1...40 as ClosedRange<UInt64>)
  func `a list with a window over memory shows what a loop finds`(seed: UInt64) async throws {
    try await follow(.memory, seed: seed, steps: HistoryLength.steps(30), .none)
  }

  @Test(
    arguments: WindowHistoryTests.Log.allCases, 100...107 as ClosedRange<UInt64>)
  func `a list with a window over a file shows what a loop finds`(
    log: WindowHistoryTests.Log, seed: UInt64
  ) async throws {
    try await follow(.sqlite, seed: seed, steps: HistoryLength.steps(25), log)
  }

  @Test(
    arguments: WindowHistoryTests.Log.allCases, 200...202 as ClosedRange<UInt64>)
  func `a list with a window over a server shows what a loop finds`(
    log: WindowHistoryTests.Log, seed: UInt64
  ) async throws {
    try await follow(.postgres, seed: seed, steps: StoreKind.postgres.steps(60), log)
  }
}

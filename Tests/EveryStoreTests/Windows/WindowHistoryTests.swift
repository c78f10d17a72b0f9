import Sectional
import SectionalPostgres
import SectionalSQLite
import SectionalTesting
import TestSupport
import Testing

/// Lists with limits and offsets under random changes, compared with loops over all items.
@MainActor @Suite struct WindowHistoryTests {
  /// What is known of changed rows.
  enum Log: CaseIterable {
    case none
    case keys
    /// Keys, and the old values that decide a row's place.
    case values

    func install(in store: TestStore) async throws {
      let columns = self == .values ? ["name", "team"] : []
      switch store.base {
      case .sqlite(let store, _) where self != .none:
        try await store.installChangeLog(for: ["item"], oldValuesOf: columns)
      case .postgres(let store, _) where self != .none:
        try await store.installChangeLog(for: ["item"], oldValuesOf: columns)
      default: break
      }
    }
  }

  /// Returns a random change of some items, and applies it to them.
  private func change(
    _ items: inout [Int64: Item], _ random: inout SeededGenerator
  ) -> (written: [Item], deleted: [Item]) {
    var (written, deleted): ([Int64: Item], [Int64: Item]) = ([:], [:])
    let isLarge = random.happens(onceIn: 25)
    for _ in 0...(isLarge ? 60 : random.below(4)) {
      let id = Int64(random.below(120))
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

  private func follow(_ kind: StoreKind, seed: UInt64, steps: Int, _ log: Log) async throws {
    var random = SeededGenerator(seed: seed)
    let window = WindowCase(&random)
    var items: [Int64: Item] = [:]
    let (written, _) = change(&items, &random)
    let store = try await TestStore(kind, of: Item.self, written)
    try await log.install(in: store)
    let list = try await CheckedItems(store, window)
    #expect(list.picture == window.picture(items.values), "seed \(seed): \(window)")
    for step in 1...steps {
      let (written, deleted) = change(&items, &random)
      try await store.write { batch in
        for item in deleted { batch.delete(item) }
        for item in written { batch.upsert(item) }
      }
      try await store.settle(list.controller)
      try list.check()
      let picture = window.picture(items.values)
      try #require(list.picture == picture, "seed \(seed), step \(step): \(window)")
    }
    // With old values, only a span whose rows are all gone is read again.
    if log == .values { #expect(list.controller.diagnostics.fullFetches <= 1 + steps / 4) }
  }

  @Test(arguments: 1...24 as ClosedRange<UInt64>)
  func `a window over memory shows what a loop finds`(seed: UInt64) async throws {
    try await follow(.memory, seed: seed, steps: HistoryLength.steps(60), .none)
  }

  @Test(arguments: 100...117 as ClosedRange<UInt64>)
  func `a window over a file shows what a loop finds`(seed: UInt64) async throws {
    try await follow(
      .sqlite, seed: seed, steps: HistoryLength.steps(40), Log.allCases[Int(seed % 3)])
  }

  @Test(arguments: 200...207 as ClosedRange<UInt64>)
  func `a window over a server shows what a loop finds`(seed: UInt64) async throws {
    try await follow(
      .postgres, seed: seed, steps: StoreKind.postgres.steps(60),
      seed.isMultiple(of: 2) ? .keys : .values)
  }
}

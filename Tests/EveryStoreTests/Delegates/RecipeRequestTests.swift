import Foundation
import Sectional
import SectionalTesting
import TestSupport
import Testing

/// A table view that follows the delegate's calls, with computed sections, sections that move, or different sections
/// for each request.
@MainActor @Suite struct RecipeRequestTests {
  private nonisolated static let teams = ["Blue", "Green", "Red", "Tan"]

  /// On a server, one history is enough, because a step takes longer there.
  private nonisolated static func runs(_ seeds: UInt64...) -> [(StoreKind, UInt64)] {
    var runs: [(StoreKind, UInt64)] = [(.postgres, seeds[0])]
    for seed in seeds { runs += [(.memory, seed), (.sqlite, seed)] }
    return runs
  }

  /// Begins to follow a list with a table view.
  private func follow(_ bench: ControllerBench) async throws -> TableRecipe {
    let table = TableRecipe()
    bench.controller.delegate = table
    try await bench.controller.performFetch()
    table.reload(bench.controller)
    return table
  }

  private func check(_ table: TableRecipe, _ bench: ControllerBench, _ step: Int) throws {
    let isRight = table.rows == bench.controller.sections.map { Array($0) }
    try #require(
      table.violation == nil && isRight,
      "step \(step): \(table.violation.map { "\($0)" } ?? "other rows are shown")")
  }

  @Test(arguments: runs(11, 12))
  func `a table view follows sections that change places with their first row`(
    kind: StoreKind, seed: UInt64
  ) async throws {
    let section = SectionKey<Item>(\.team).asSorted
    let bench = try await ControllerBench(kind, [], sectionBy: section)
    let table = try await follow(bench)
    var items: [Int64: Item] = [:]
    let steps = kind.steps(100)
    for step in 0..<steps {
      try await bench.write { db in
        var random = SeededGenerator(seed: seed &* 1000 &+ UInt64(step))
        for _ in 0...random.below(4) {
          let item = Item(
            Int64(random.below(16)), "x\(random.below(9))", Self.teams[random.below(4)])
          let isDeleted = random.happens(onceIn: 3)
          items[item.id] = isDeleted ? nil : item
          if isDeleted { db.delete(item) } else { db.upsert(item) }
        }
        // The same first letter for all rows of a team keeps them together, wherever the team is.
        let isShuffled = random.happens(onceIn: 2)
        var letters = ["a", "b", "c", "d"]
        if isShuffled { letters.shuffle(using: &random) }
        for (team, letter) in zip(Self.teams, letters) {
          for item in items.values.sorted(by: { $0.id < $1.id }) where item.team == team {
            let renamed = Item(item.id, letter + item.name.dropFirst(), team)
            items[item.id] = renamed
            db.update(renamed)
          }
        }
      }
      try check(table, bench, step)
    }
    #expect(table.brackets > steps / 2)
  }

  @Test(arguments: runs(21, 22))
  func `a table view follows sections of first letters`(
    kind: StoreKind, seed: UInt64
  ) async throws {
    let bench = try await ControllerBench(kind, [], sectionBy: .firstLetter(of: \.name))
    let table = try await follow(bench)
    let steps = kind.steps(100)
    for step in 0..<steps {
      try await bench.write { db in
        var random = SeededGenerator(seed: seed &* 1000 &+ UInt64(step))
        let names = ["ada", "Abe", "bob", "é", "", "éa", "Zoe", "zed", "9"]
        for _ in 0...random.below(4) {
          let item = Item(Int64(random.below(12)), names[random.below(9)])
          if random.happens(onceIn: 3) { db.delete(item) } else { db.upsert(item) }
        }
      }
      try check(table, bench, step)
    }
    #expect(table.brackets > steps / 2)
  }

  @Test(arguments: runs(31, 32, 33))
  func `a table view follows changes of the request`(
    kind: StoreKind, seed: UInt64
  ) async throws {
    // One row stays in every request, because other tests cover empty lists.
    let bench = try await ControllerBench(kind, [Item(100, "m", "Red")])
    let table = try await follow(bench)
    let steps = kind.steps(120)
    for step in 0..<steps {
      var random = SeededGenerator(seed: seed &* 1000 &+ UInt64(step))
      let (request, section) = Self.request(&random)
      if random.happens(onceIn: 2) {
        try await bench.controller.setRequest(request, sectionBy: section)
      }
      try check(table, bench, step)
      try await bench.write { db in
        var random = SeededGenerator(seed: seed &* 7000 &+ UInt64(step))
        for _ in 0...random.below(4) {
          let item = Item(
            Int64(random.below(16)), "\(["a", "b", "m", "z"][random.below(4)])\(random.below(3))",
            random.happens(onceIn: 6) ? nil : Self.teams[random.below(4)])
          if random.happens(onceIn: 3) { db.delete(item) } else { db.upsert(item) }
        }
      }
      try check(table, bench, step)
    }
    #expect(table.brackets > steps / 2)
  }

  private static func request(
    _ random: inout SeededGenerator
  ) -> (ResultsRequest<Item>, SectionKey<Item>?) {
    let predicates: [Predicate<Item>?] = [
      nil, #Predicate { $0.id > 7 }, #Predicate { $0.team == "Red" },
      #Predicate { $0.name != "a1" },
    ]
    let orders: [[SortKey<Item>]] = [
      [], [SortKey(\.name)], [SortKey(\.name, order: .reverse)], [SortKey(\.id, order: .reverse)],
      [SortKey(\.team, order: .reverse), SortKey(\.name)],
    ]
    let sections: [SectionKey<Item>?] = [
      nil, SectionKey(\.team), SectionKey(\.team).ordered(.reverse), .firstLetter(of: \.name),
      .computed("parity") { Int($0.id % 2) },
    ]
    return (
      ResultsRequest(predicate: predicates[random.below(4)], sortBy: orders[random.below(5)]),
      sections[random.below(5)]
    )
  }
}

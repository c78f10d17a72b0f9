import Foundation
import Sectional
import SectionalTesting
import TestSupport
import Testing

/// A list whose declared and listed sections are declared and listed otherwise between random changes, compared with a grouping in
/// loops.
@MainActor @Suite struct DeclaredRegroupingTests {
  /// How the sections are made, for the list and for the comparison.
  struct Grouping: Sendable {
    var listed: [String?]?
    var declared: [String?] = []
    var isReversed = false

    var section: SectionKey<StoredRow> {
      var section = SectionKey<StoredRow>.column("team").named(nil: "none")
      if let listed { section = section.ordered(as: listed) }
      return section.declaring(declared).ordered(isReversed ? .reverse : .forward)
    }

    /// Returns the sections of items, each with the ids of its rows.
    func picture(_ items: [Int64: Item]) -> [String] {
      var groups: [String?: [Item]] = [:]
      for team in declared { groups[team] = [] }
      for item in items.values { groups[item.team, default: []].append(item) }
      let teams = groups.keys.sorted(by: precedes)
      return teams.map { team in
        let rows = (groups[team] ?? []).sorted { ($0.name, $0.id) < ($1.name, $1.id) }
        return (["\(team ?? "none"):"] + rows.map { "\($0.id)" }).joined(separator: " ")
      }
    }

    private func precedes(_ left: String?, _ right: String?) -> Bool {
      let (first, second) = (place(of: left), place(of: right))
      if first != second { return first < second }
      guard let left, let right else { return (left == nil && right != nil) != isReversed }
      return isReversed ? right < left : left < right
    }

    private func place(of team: String?) -> Int {
      let order = isReversed ? (listed ?? []).reversed() : listed ?? []
      return order.firstIndex { $0 == team } ?? order.count
    }
  }

  nonisolated static let groupings = [
    Grouping(declared: ["b", "d", "z"]),
    Grouping(listed: ["c", "a", "q"], declared: ["a", "c", "q"]),
    Grouping(listed: ["c", nil, "a"], declared: [nil, "c", "y"], isReversed: true),
    Grouping(declared: ["", nil, "b", "c"], isReversed: true), Grouping(listed: ["e", "b"]),
    Grouping(declared: ["a", "b", "c", "d", "e", "f", "", nil]),
  ]

  private func change(
    _ batch: inout RecordBatch, _ items: inout [Int64: Item], _ random: inout SeededGenerator
  ) {
    // Now and then, everything disappears, or a team is emptied.
    if random.happens(onceIn: 20) {
      for item in items.values { batch.delete(item) }
      items = [:]
      return
    }
    if random.happens(onceIn: 10), let id = random.element(of: items.keys.sorted()) {
      let team = items[id]?.team
      for item in items.values where item.team == team {
        batch.delete(item)
        items[item.id] = nil
      }
      return
    }
    for _ in 0...random.below(5) {
      let id = Int64(random.below(12))
      if random.happens(onceIn: 3) {
        batch.delete(Item(id, ""))
        items[id] = nil
      } else {
        let team = random.element(of: ["a", "b", "c", "d", "e", "f", "", nil]) ?? nil
        let item = Item(id, random.element(of: ["x", "y", "z"]) ?? "", team)
        batch.upsert(item)
        items[id] = item
      }
    }
  }

  @Test(arguments: 1...3 as ClosedRange<UInt64>)
  func `a list is grouped otherwise again and again`(seed: UInt64) async throws {
    var random = SeededGenerator(seed: seed)
    let list = try await CheckedList(
      try await TestStore(.memory, of: Item.self), Self.groupings[0].section)
    var items: [Int64: Item] = [:]
    for step in 1...HistoryLength.steps(100) {
      let grouping = Self.groupings[random.below(Self.groupings.count)]
      try await list.regroup(by: grouping.section)
      try #require(list.picture == grouping.picture(items), "step \(step)")
      try await list.write { change(&$0, &items, &random) }
      try #require(list.picture == grouping.picture(items), "step \(step)")
    }
  }
}

import Foundation
import Sectional
import SectionalTesting
import TestSupport
import Testing

/// Lists and sections in the order of a collator, followed as they change.
@MainActor @Suite struct CollatorFollowingTests {
  private static let words = ["a", "The a", "A", "b", "The b", "The c", "c", "", "The ", "d"]
  private static let collation = TextCollation.collator(TestCollator.withoutArticle)

  /// Returns the order of two texts as a person would determine it.
  private static func precedes(_ left: String, _ right: String) -> Bool {
    let (first, second) = (rest(left), rest(right))
    return first == second
      ? left.utf8.lexicographicallyPrecedes(right.utf8)
      : first.utf8.lexicographicallyPrecedes(second.utf8)
  }

  private static func rest(_ text: String) -> String {
    (text.hasPrefix("The ") ? String(text.dropFirst(4)) : text).lowercased()
  }

  @Test(arguments: StoreKind.allCases)
  func `sections are in the order of the first sort key's collator`(kind: StoreKind) async throws {
    let items = Self.words.enumerated().map { Item(Int64($0), "x\($0)", $1) }
    let store = try await TestStore(kind, of: Item.self, items + [Item(90, "nobody", nil)])
    for order in [SortOrder.forward, .reverse] {
      let list = store.list(
        ResultsRequest<Item>(sortBy: [
          SortKey(\.team, order: order, collation: Self.collation), SortKey(\.name),
        ]), sectionBy: SectionKey(\.team).named(nil: "none"))
      try await list.performFetch()
      let names = ["none"] + Self.words.sorted(by: Self.precedes)
      #expect(list.results.map(\.name) == (order == .forward ? names : names.reversed()))
      #expect(list.results.map(\.count) == Array(repeating: 1, count: 11))
    }
    let reversed = store.list(
      ResultsRequest<Item>(sortBy: [SortKey(\.team, collation: Self.collation)]),
      sectionBy: SectionKey(\.team).ordered(.reverse))
    try await reversed.performFetch()
    #expect(reversed.results.map(\.name) == Self.words.sorted(by: Self.precedes).reversed() + [""])
  }

  @Test(arguments: StoreKind.allCases)
  func `sections and rows follow every change in a collator's order`(kind: StoreKind) async throws {
    var random = SeededGenerator(seed: 5)
    let store = try await TestStore(kind, of: Item.self)
    try await store.installChangeLog(for: ["item"])
    let request = ResultsRequest<StoredRow>(
      source: .table("item"),
      sortBy: [
        SortKey(.column("team"), order: .reverse, collation: Self.collation),
        SortKey(.column("name"), collation: Self.collation),
      ])
    let list = try await RecordedList(request, store.store, sectionBy: .column("team"))
    var items: [Int64: Item] = [:]
    for step in 0..<kind.steps(60) {
      try await store.write { batch in
        for _ in 0...random.below(4) {
          let id = Int64(random.below(25))
          if random.happens(onceIn: 4) {
            batch.delete(Item(id, ""))
            items[id] = nil
          } else {
            let item = Item(
              id, random.element(of: Self.words) ?? "", random.element(of: Self.words.prefix(6)))
            batch.upsert(item)
            items[id] = item
          }
        }
      }
      try await store.settle(list.controller)
      #expect(list.picture == Self.expected(items), "step \(step)")
      #expect(list.violation == nil, "step \(step)")
    }
    #expect(list.controller.diagnostics.fullFetches == 1)
    #expect(list.shown == ListPicture(list.controller.results))
  }

  /// Returns the sections' names with the ids of their rows, by grouping items in a loop.
  private static func expected(_ items: [Int64: Item]) -> [String] {
    let teams = Set(items.values.map { $0.team ?? "" }).sorted(by: precedes).reversed()
    return teams.map { team in
      let rows = items.values.filter { $0.team == team }.sorted { left, right in
        left.name == right.name ? left.id < right.id : precedes(left.name, right.name)
      }
      return "\(team): \(rows.map { "\($0.id)" }.joined(separator: " "))"
    }
  }

  @Test(arguments: StoreKind.allCases)
  func `another collator moves rows, and another version of it does too`(
    kind: StoreKind
  ) async throws {
    let store = try await TestStore(
      kind, of: Item.self, [Item(1, "ab"), Item(2, "ba"), Item(3, "cc")])
    func request(_ version: String, _ key: @escaping @Sendable (String) -> [UInt8])
      -> ResultsRequest<StoredRow>
    {
      let collation = TextCollation.collator(TestCollator("letters", version: version, key))
      return ResultsRequest(
        source: .table("item"), sortBy: [SortKey(.column("name"), collation: collation)])
    }
    let list = try await RecordedList(
      request("1") { Array($0.utf8) }, store.store, sectionBy: nil)
    #expect(list.picture == [": 1 2 3"])
    try await list.controller.setRequest(request("2") { Array($0.utf8.reversed()) })
    #expect(list.picture == [": 2 1 3"])
    #expect(list.changesets == 1)
    #expect(list.violation == nil)
    #expect(list.shown == ListPicture(list.controller.results))
  }
}

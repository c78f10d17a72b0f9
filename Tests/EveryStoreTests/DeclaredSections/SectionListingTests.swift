import Foundation
import Sectional
import TestSupport
import Testing

/// Sections in an order that someone listed.
@MainActor @Suite struct SectionListingTests {
  private static let items = [
    Item(1, "a", "low"), Item(2, "b", "high"), Item(3, "c", nil), Item(4, "d", "zzz"),
    Item(5, "e", "aaa"), Item(6, "f", "normal"), Item(7, "g", ""), Item(8, "h", "High"),
  ]
  private static let listed = SectionKey<Item>(\.team).named(nil: "none")
    .ordered(as: ["high", "normal", "low", "unused"])

  private func expect(
    _ section: SectionKey<Item>, sortBy: [SortKey<Item>] = [SortKey(\.name)], _ names: [String],
    sourceLocation: SourceLocation = #_sourceLocation
  ) async throws {
    let stores = try await RecordStores(Self.items)
    for (name, list) in try await stores.lists(
      ResultsRequest(sortBy: sortBy), sectionBy: section)
    {
      #expect(list.results.map(\.name) == names, "\(name)", sourceLocation: sourceLocation)
      #expect(list.results.numberOfObjects == Self.items.count, sourceLocation: sourceLocation)
    }
  }

  @Test func `other values follow those that are listed, beginning with nil`() async throws {
    try await expect(
      Self.listed, ["high", "normal", "low", "none", "", "High", "aaa", "zzz"])
    try await expect(
      SectionKey(\.team).named(nil: "none").ordered(as: [] as [String]),
      ["none", "", "High", "aaa", "high", "low", "normal", "zzz"])
  }

  @Test func `in reverse the last one comes first, and others still follow`() async throws {
    let reversed = ["low", "normal", "high", "zzz", "aaa", "High", "", "none"]
    try await expect(Self.listed.ordered(.reverse), reversed)
    try await expect(Self.listed, sortBy: [SortKey(\.team, order: .reverse)], reversed)
    // The order of the sections overrides the first sort key.
    try await expect(
      Self.listed.ordered(.forward), sortBy: [SortKey(\.team, order: .reverse)],
      ["high", "normal", "low", "none", "", "High", "aaa", "zzz"])
  }

  @Test func `nil can be listed, and its place counts only if it isn't`() async throws {
    let section = SectionKey<Item>(\.team).named(nil: "none")
    try await expect(
      section.ordered(as: ["high", nil, "low"]),
      ["high", "none", "low", "", "High", "aaa", "normal", "zzz"])
    try await expect(
      section.ordered(as: ["high", nil, "low"]).ordered(.reverse),
      ["low", "none", "high", "zzz", "normal", "aaa", "High", ""])
    try await expect(
      Self.listed, sortBy: [SortKey(\.team, nulls: .last)],
      ["high", "normal", "low", "", "High", "aaa", "zzz", "none"])
  }

  @Test func `values are listed exactly, and the first place of a value counts`() async throws {
    let section = SectionKey<Item>(\.team).named(nil: "none")
    try await expect(
      section.ordered(as: ["zzz", "high", "zzz", "HIGH"]),
      ["zzz", "high", "none", "", "High", "aaa", "low", "normal"])
    try await expect(
      section.ordered(as: ["zzz", "high", "zzz"]).ordered(.reverse),
      ["high", "zzz", "normal", "low", "aaa", "High", "", "none"])
    try await expect(
      section.ordered(as: ["zzz", "high"]),
      sortBy: [SortKey(\.team, collation: .folded), SortKey(\.name)],
      ["zzz", "high", "none", "", "aaa", "High", "low", "normal"])
  }

  @Test func `numbers, truth values and derived values can be listed`() async throws {
    let visits = [
      Visit(id: 1, name: "ab", level: 3, weight: 1),
      Visit(id: 2, name: "ba", level: -1, weight: 2.5),
      Visit(id: 3, name: "b", level: 7, isOpen: true), Visit(id: 4, name: "c", level: 3, weight: 2),
    ]
    let stores = try await RecordStores(visits)
    for (section, keys) in [
      (SectionKey<Visit>(\.level).ordered(as: [7, 3]), [7, 3, -1]),
      (SectionKey(\.weight).ordered(as: [2.5, 1]), [2.5, 1, .null, 2]),
      (SectionKey(\.isOpen).ordered(as: [true, false]), [1, 0]),
      (.firstLetter(of: \.name).ordered(as: ["C", "B"]), ["C", "B", "A"]),
      (.buckets(of: \.level, from: [0, 5]).ordered(as: [2, 0]), [2, 0, 1]),
      (.computed("parity") { $0.level % 2 == 0 ? "even" : "odd" }.ordered(as: ["odd"]), ["odd"]),
    ] as [(SectionKey<Visit>, [StoredValue])] {
      for (name, list) in try await stores.lists(
        ResultsRequest(sortBy: [SortKey(\.id)]), sectionBy: section)
      { #expect(list.results.map(\.key) == keys, "\(name)") }
    }
  }

  @Test(arguments: StoreKind.allCases)
  func `listed sections come and go where they belong`(kind: StoreKind) async throws {
    let store = try await TestStore(kind, of: Item.self, [Item(1, "a", "low"), Item(2, "b", "x")])
    let list = try await CheckedList(
      store, .column("team").ordered(as: ["high", "normal", "low"]))
    #expect(list.picture == ["low: 1", "x: 2"])
    try await list.write { $0.insert(Item(3, "c", "normal")) }
    try await list.write { $0.insert(Item(4, "d", "high")) }
    #expect(list.picture == ["high: 4", "normal: 3", "low: 1", "x: 2"])
    let moved = try await list.write { batch in
      batch.update(Item(2, "b", "high"))
      batch.update(Item(4, "d", "x"))
      batch.update(Item(3, "c", "low"))
    }
    #expect(list.picture == ["high: 2", "low: 1 3", "x: 4"])
    #expect(moved.map(\.sectionDeletes) == [[1]])
    let regrouped = try await list.regroup(by: .column("team").ordered(as: ["x", "low"]))
    #expect(list.picture == ["x: 4", "low: 1 3", "high: 2"])
    #expect(regrouped.count == 1)
  }

  @Test func `a list as sorted can't have an order of its own`() async throws {
    let stores = try await RecordStores(Self.items)
    for section in [
      Self.listed.asSorted, SectionKey(\.team).asSorted.ordered(as: ["a"]),
      SectionKey(\.team).declaring(["a"]).asSorted,
      SectionKey(\.team).asSorted.ordered(as: ["a"], showsEmpty: true),
    ] {
      for error in await stores.errors(
        ResultsRequest(sortBy: [SortKey(\.team)]), sectionBy: section)
      {
        #expect(error?.code == .unsupported)
        #expect(error?.part == .section)
      }
    }
  }
}

import Foundation
import Sectional
import TestSupport
import Testing

/// The sections of lists with batches, whose keys are read from the order of the rows, compared with those of lists that
/// hold all contents.
@MainActor @Suite struct BatchSectionTests {
  private static let teams: [String?] = [
    "b", "B", "ä", "a", "A", nil, "", "Ähre", "ß", "zebra crossing", "\u{1F600}", "1", "Zoë", "zoe",
  ]

  private var items: [Item] {
    (0..<60).map { number in
      Item(Int64(number - 30), "n\(number % 5)", Self.teams[number % Self.teams.count])
    }
  }

  /// Returns the names, keys, titles and rows of the sections.
  private func picture(_ results: ResultsList<Item>) -> [String] {
    ["\(results.sectionIndexTitles)"]
      + results.map { "\($0.name)|\($0.key)|\($0.indexTitle ?? "-")|\($0.rows.keys)" }
  }

  private func compare(
    _ store: TestStore, _ section: SectionKey<Item>, _ sort: [SortKey<Item>] = [],
    _ comment: Comment, names: [String]? = nil
  ) async throws {
    var request = ResultsRequest<Item>(sortBy: sort)
    let whole = store.list(request, sectionBy: section, tracksChanges: false)
    request.fetchBatchSize = 3
    let batched = store.list(request, sectionBy: section, tracksChanges: false)
    try await whole.performFetch()
    try await batched.performFetch()
    #expect(picture(batched.results) == picture(whole.results), comment)
    if let names {
      // Null and an empty text are two sections with the same name.
      #expect(batched.results.map(\.name).sorted() == names.sorted(), comment)
      #expect(Set(batched.results.map(\.key)).count == names.count, comment)
    }
    let last = batched.results.indices.last ?? 0
    #expect(batched.results.row(ifLoaded: IndexPath(indexes: [last, 0])) == nil, comment)
    try await batched.loadRows(at: [IndexPath(indexes: [last, 0])])
    #expect(
      batched.row(ifLoaded: IndexPath(indexes: [last, 0])) == whole.results[last][0], comment)
  }

  @Test(arguments: StoreKind.allCases)
  func `sections have the same keys, names and rows`(kind: StoreKind) async throws {
    let store = try await TestStore(kind, of: Item.self, items)
    let team = SectionKey<Item>(\.team)
    for order in [SortOrder.forward, .reverse] {
      for nulls in [NullPlacement.first, .last] {
        for collation in [TextCollation.binary, .caseInsensitive, .folded] {
          try await compare(
            store, team, [SortKey(\.team, order: order, collation: collation, nulls: nulls)],
            "\(order) \(nulls) \(collation)", names: Self.teams.map { $0 ?? "" })
        }
      }
      try await compare(store, SectionKey(\.id).ordered(order), [], "numbers \(order)")
      try await compare(store, .firstLetter(of: \.team).ordered(order), [], "letters \(order)")
      try await compare(store, .prefix(of: \.team, length: 2).ordered(order), [], "prefix")
      try await compare(store, team.ordered(as: ["zoe", "A", "b"]).ordered(order), [], "listed")
    }
    try await compare(
      store, team.ordered(as: ["zoe", "A", "nobody"], showsEmpty: true), [], "empty")
    try await compare(store, team.named(nil: "none").declaring(["c", "zz"]), [], "declared")
    try await compare(
      store, .computed("length") { Int64($0.name.count + ($0.team?.count ?? 0)) },
      [SortKey(\.name, order: .reverse)], "computed")
  }

  @Test(arguments: StoreKind.allCases)
  func `a section cache of batches is found by the next list`(kind: StoreKind) async throws {
    let store = try await TestStore(kind, of: Item.self, items)
    var request = ResultsRequest<Item>(sortBy: [SortKey(\.name)])
    request.fetchBatchSize = 3
    let folder = FileManager.default.temporaryDirectory.appending(path: UUID().uuidString)
    defer { try? FileManager.default.removeItem(at: folder) }
    func list(_ store: some ResultsStore) -> ResultsController<Item> {
      let list = ResultsController(
        fetchRequest: request, store: store, sectionBy: SectionKey(\.team), cacheName: "batches")
      list.options.cache?.folder = SectionCacheFolder(path: folder.path)
      return list
    }
    let first = list(store.store)
    try await first.performFetch()
    let expected = picture(first.results)
    await first.close()
    let second = list(store.store)
    try await second.performFetch(.sections)
    // A server or a store in memory may not prove that nothing changed.
    if kind == .sqlite { #expect(second.diagnostics.cache?.outcome == .hit) }
    #expect(picture(second.results) == expected)
    try await second.refresh()
    #expect(picture(second.results) == expected)
    #expect(second.row(ifLoaded: IndexPath(indexes: [0, 0])) != nil)
    await second.close()
  }
}

import Foundation
import Sectional
import SectionalSQLite
import TestSupport
import Testing

/// The order of an application's own collator, which is the same in every store.
@MainActor @Suite struct CollatorTests {
  /// Checks the order of names, given in the order of their ids, over every store.
  private func expect(
    _ names: [String?], by sortBy: [SortKey<Visit>], _ expected: [String?],
    sourceLocation: SourceLocation = #_sourceLocation
  ) async throws {
    let stores = try await RecordStores(
      names.enumerated().map { Visit(id: Int64($0), name: $1 ?? "", team: $1) })
    for (name, list) in try await stores.lists(ResultsRequest(sortBy: sortBy)) {
      let shown = list.results.rows.map(\.team)
      #expect(
        shown.elementsEqual(expected) { $0.map { Array($0.utf8) } == $1.map { Array($0.utf8) } },
        "\(name): \(shown)", sourceLocation: sourceLocation)
    }
  }

  private func key(
    _ collator: TestCollator, _ order: SortOrder = .forward, nulls: NullPlacement? = nil
  ) -> SortKey<Visit> {
    SortKey(\.team, order: order, collation: .collator(collator), nulls: nulls)
  }

  @Test func `titles can be ordered without their article`() async throws {
    let titles = ["The Wall", "Abbey Road", "the end", "The Band", "Bandit", "The ", "Zebra"]
    let ordered = ["The ", "Abbey Road", "The Band", "Bandit", "the end", "The Wall", "Zebra"]
    try await expect(titles, by: [key(.withoutArticle)], ordered)
    try await expect(titles, by: [key(.withoutArticle, .reverse)], ordered.reversed())
  }

  @Test func `texts with equal sort keys are in the order of their bytes`() async throws {
    let names = ["b", "The A", "a", "A", "e\u{301}", "\u{E9}", "The a", ""]
    try await expect(
      names, by: [key(.none)], ["", "A", "The A", "The a", "a", "b", "e\u{301}", "\u{E9}"])
    try await expect(
      names, by: [key(.withoutArticle)],
      ["", "A", "The A", "The a", "a", "b", "e\u{301}", "\u{E9}"])
    try await expect(
      names, by: [key(.none, .reverse)],
      ["\u{E9}", "e\u{301}", "b", "a", "The a", "The A", "A", ""])
  }

  private static let anyBytes = TestCollator("any-bytes") { name in
    let keys: [String: [UInt8]] = [
      "a": [], "b": [0], "c": [0, 0], "d": [0, 0, 1], "e": [0, 1], "f": [0, 1, 0], "g": [0, 255],
      "h": [0, 255, 0], "i": [1], "j": [1, 0], "k": [254, 255], "l": [255], "m": [255, 0],
      "n": [255, 1], "o": [255, 255],
    ]
    return keys[name] ?? [128]
  }

  @Test func `sort keys can be of any bytes and any length`() async throws {
    let names = ["h", "o", "b", "m", "a", "d", "k", "f", "c", "n", "e", "j", "g", "l", "i"]
    try await expect(names, by: [key(Self.anyBytes)], names.sorted())
    try await expect(names, by: [key(Self.anyBytes, .reverse)], names.sorted().reversed())
    // What follows in the order isn't mistaken for a part of the key.
    try await expect(
      names + names, by: [key(Self.anyBytes), SortKey(\.id, order: .reverse)],
      names.sorted().flatMap { [$0, $0] })
  }

  @Test func `nulls are where they are placed`() async throws {
    let names = [nil, "The b", "a", nil, ""]
    let (all, none) = (["", "a", "The b"] as [String?], [nil, nil] as [String?])
    try await expect(names, by: [key(.withoutArticle)], none + all)
    try await expect(names, by: [key(.withoutArticle, nulls: .last)], all + none)
    try await expect(names, by: [key(.withoutArticle, .reverse)], all.reversed() + none)
    try await expect(
      names, by: [key(.withoutArticle, .reverse, nulls: .first)], none + all.reversed())
  }

  @Test func `letters without case and accents stand together`() async throws {
    let names = ["zoo", "Zoë", "zoe", "ZOÉ", "Åsa", "Bo", "asb", "ø", "Øa", "straße", "Strasse"]
    try await expect(
      names, by: [SortKey(\.team, collation: .folded)],
      ["Åsa", "asb", "Bo", "Strasse", "straße", "ZOÉ", "Zoë", "zoe", "zoo", "ø", "Øa"])
  }

  @Test func `a collator that can't be used is an error about the order`() async throws {
    let stores = try await RecordStores([Visit(id: 1)])
    let problem = StoreError(.unsupported, "no rules for Klingon")
    let broken = TestCollator("broken", problem: problem) { _ in [] }
    let request = ResultsRequest<Visit>(
      sortBy: [SortKey(\.id), SortKey(\.name, collation: .collator(broken))])
    for error in await stores.errors(request) {
      #expect(error?.code == .unsupported)
      #expect(error?.message == "no rules for Klingon")
      #expect(error?.part == .sortBy)
    }
    // A list that is shown already stays as it is.
    for (_, list) in try await stores.lists(ResultsRequest<Visit>(sortBy: [SortKey(\.id)])) {
      let error = await storeError { try await list.setRequest(request) }
      #expect(error?.part == .sortBy)
      #expect(list.results.numberOfObjects == 1)
    }
  }

  @Test func `bytes that aren't UTF-8 have a sort key, and order what has the same one`()
    async throws
  {
    let store = try await TestStore(
      .sqlite, sqlite: "CREATE TABLE word(id INTEGER PRIMARY KEY, text TEXT)")
    try await store.execute(
      "INSERT INTO word VALUES (1, CAST(x'FF' AS TEXT)), (2, CAST(x'FE' AS TEXT)), "
        + "(3, 'z'), (4, x'00'), (5, 7), (6, NULL)")
    let list = store.list(
      ResultsRequest<StoredRow>(
        source: .table("word"),
        sortBy: [SortKey(.column("text"), collation: .collator(TestCollator.withoutArticle))]))
    try await list.performFetch()
    #expect(list.results.rows.keys.flatMap(\.values) == [6, 5, 3, 2, 1, 4])
  }

  @Test func `collations are equal if their names and versions are`() {
    let one = TextCollation.collator(TestCollator("a", version: "1") { _ in [] })
    #expect(one == .collator(TestCollator("a", version: "1") { _ in [1] }))
    #expect(one.hashValue == TextCollation.collator(TestCollator("a") { _ in [] }).hashValue)
    #expect(one != .collator(TestCollator("a", version: "2") { _ in [] }))
    #expect(one != .collator(TestCollator("1", version: "a") { _ in [] }))
    #expect(one != .binary && one != .caseInsensitive && one != .folded)
    #expect(TextCollation.folded == .folded)
    #expect(one.collator?.identifier == "a" && TextCollation.binary.collator == nil)
  }
}

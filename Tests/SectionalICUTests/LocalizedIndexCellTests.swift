import Sectional
import SectionalICU
import SectionalSQL
import TestSupport
import Testing

/// Sections by letters of what isn't text, and of locales that ICU doesn't understand.
@MainActor @Suite struct LocalizedIndexCellTests {
  private static let table = "CREATE TABLE thing(id INTEGER PRIMARY KEY, name)"

  private func list(
    _ insert: String, _ section: SectionKey<StoredRow> = .indexBucket(of: "name", locale: "sv"),
    _ indexTitle: SectionIndexTitle = .localized("sv")
  ) async throws -> ResultsController<StoredRow> {
    let store = try await TestStore(
      .sqlite, sqlite: "\(Self.table); INSERT INTO thing VALUES \(insert)")
    defer { withExtendedLifetime(store) {} }
    let list = store.list(
      ResultsRequest<StoredRow>(
        table: "thing", sortBy: [SortKey(.column("name"), collation: .localized("sv"))]),
      sectionBy: section, indexTitle: indexTitle, tracksChanges: false)
    try await list.performFetch()
    return list
  }

  private func picture(_ list: ResultsController<StoredRow>) -> [String] {
    list.results.map { section in
      "\(section.name): \(section.rows.keys.map { "\($0.values)" }.joined(separator: " "))"
    }
  }

  @Test func `a number in a text column is in none of the letters' sections`() async throws {
    let list = try await list("(1, 'Ceasar'), (2, 3), (3, 3.0), (4, 0), (5, '1')")
    #expect(list.sections.map(\.name) == ["…", "C"])
    #expect(list.sections.map(\.key) == [0, 3])
    #expect(list.sections.map(\.count) == [4, 1])
  }

  @Test func `nothing has a section of its own, and bytes stand before the letters`() async throws {
    let list = try await list("(1, 'a'), (2, NULL), (3, x'4142'), (4, NULL), (5, '')")
    #expect(list.sections.map(\.name) == ["", "…", "A"])
    #expect(list.sections[0].key == .null)
    #expect(list.sections.map(\.count) == [2, 2, 1])
    let named = try await self.list(
      "(1, 'a'), (2, NULL)",
      SectionKey<StoredRow>.indexBucket(of: "name", locale: "sv").named(nil: "Ö without"))
    #expect(named.sections.map(\.name) == ["Ö without", "A"])
    #expect(named.sections.map(\.indexTitle) == [nil, "A"])
    #expect(named.section(forSectionIndexTitle: "Ö", at: 29) == 1)
  }

  @Test func `every section has a title, whatever the bar calls what isn't a letter`() async throws
  {
    let list = try await list(
      "(1, '1'), (2, 'a'), (3, 'あ')", .indexBucket(of: "name", locale: "sv"),
      .localized("sv", other: "#"))
    #expect(list.sections.map(\.name) == ["…", "A", "…"])
    #expect(list.sectionIndexTitles.first == "#" && list.sectionIndexTitles.last == "#")
    #expect(list.section(forSectionIndexTitle: "#", at: 0) == 0)
    #expect(list.section(forSectionIndexTitle: "#", at: 30) == 2)
  }

  @Test(arguments: ["sv", "ja", "ko", "th", "cs", "ar", "de-u-co-phonebk", "en-u-ka-shifted", "zh"])
  func `sections are contiguous and rows are in order`(locale: String) async throws {
    let items = try WordGenerator.words(600, seed: 3).enumerated().map { Item(Int64($0), $1) }
    let store = try await TestStore(.memory, of: Item.self, items)
    let request = ResultsRequest<Item>(sortBy: [SortKey(\.name, collation: .localized(locale))])
    let plain = store.list(request, tracksChanges: false)
    try await plain.performFetch()
    let order = plain.results.rows.map(\.id)
    let places = Dictionary(uniqueKeysWithValues: zip(order, order.indices))
    for others in [[], ["ru", "en"]] {
      let section = SectionKey<Item>.indexBucket(of: \.name, locale: locale, including: others)
      let list = store.list(request, sectionBy: section, tracksChanges: false)
      try await list.performFetch()
      #expect(Set(list.sections.map(\.key)).count == list.sections.count)
      for section in list.sections {
        let here = section.compactMap { places[$0.id] }
        #expect(here == here.sorted() && here.count == section.count, "\(section.name)")
      }
      // Letters that Chinese and Latin names share are in two places of the order.
      guard locale != "zh" else { continue }
      #expect(list.results.rows.map(\.id) == order)
      let asSorted = store.list(request, sectionBy: section.asSorted, tracksChanges: false)
      try await asSorted.performFetch()
      #expect(asSorted.picture == list.picture)
    }
  }

  nonisolated private static let malformed = [
    "sv_SE", "", "x", "de-u-co-nonsense", "a b", "sv\u{0}", "ö",
  ]

  @Test(arguments: malformed)
  func `a locale that ICU doesn't understand is an error of the first fetch`(locale: String)
    async throws
  {
    for kind in StoreKind.allCases {
      let store = try await TestStore(kind, of: Item.self, [Item(1, "a")])
      let sorted = store.list(
        ResultsRequest<Item>(sortBy: [SortKey(\.name, collation: .localized(locale))]))
      let sectioned = store.list(
        ResultsRequest<Item>(), sectionBy: .indexBucket(of: \.name, locale: locale))
      let including = store.list(
        ResultsRequest<Item>(),
        sectionBy: .indexBucket(of: \.name, locale: "sv", including: [locale]))
      let titled = store.list(ResultsRequest<Item>(), indexTitle: .localized(locale))
      let also = store.list(
        ResultsRequest<Item>(), indexTitle: .localized("sv", including: [locale]))
      let parts: [StoreError.Part?] = [.sortBy, .section, .section, .indexTitle, .indexTitle]
      for (list, part) in zip([sorted, sectioned, including, titled, also], parts) {
        let error = await storeError { try await list.performFetch() }
        #expect(error?.code == .unsupported && error?.part == part, "\(kind)")
        #expect(list.results.rows.isEmpty)
      }
    }
  }
}

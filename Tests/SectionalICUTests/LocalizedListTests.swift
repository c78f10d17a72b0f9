import Foundation
import Sectional
import SectionalICU
import SectionalTesting
import TestSupport
import Testing

/// Lists in the order of a language are the same over every store, and are what the server's own sorting returns.
@MainActor @Suite struct LocalizedListTests {
  @Test(arguments: [SortOrder.forward, .reverse])
  func `every store and the server agree on the order of texts and of nulls`(order: SortOrder)
    async throws
  {
    let stores = try await LocalizedStores.stores(try LocalizedStores.items())
    let word = order == .forward ? "ASC" : "DESC"
    for (place, locale) in LocalizedStores.locales.enumerated() {
      let nulls: NullPlacement = place.isMultiple(of: 2) ? .first : .last
      let request = ResultsRequest<Item>(sortBy: [
        SortKey(\.team, order: order, collation: .localized(locale), nulls: nulls),
        SortKey(\.name, order: order, collation: .localized(locale)),
      ])
      let expected = try await LocalizedStores.order(
        stores, "team COLLATE \"\(locale)\" \(word) NULLS \(nulls == .first ? "FIRST" : "LAST")",
        "name COLLATE \"\(locale)\" \(word)")
      for (name, list) in try LocalizedStores.controllers(stores, request, nil, locale) {
        try await list.performFetch()
        #expect(list.results.rows.map(\.id) == expected, "\(name), \(locale)")
      }
    }
  }

  @Test(arguments: [SortOrder.forward, .reverse])
  func `sections follow the order of the language`(order: SortOrder) async throws {
    let items = try LocalizedStores.items()
    let teams = Set(items.map { $0.team.map { Array($0.utf8) } })
    let stores = try await LocalizedStores.stores(items)
    let word = order == .forward ? "ASC NULLS FIRST" : "DESC NULLS LAST"
    for locale in LocalizedStores.locales {
      let request = ResultsRequest<Item>(sortBy: [
        SortKey(\.team, order: order, collation: .localized(locale)),
        SortKey(\.name, collation: .localized(locale)),
      ])
      let expected = try await LocalizedStores.order(
        stores, "team COLLATE \"\(locale)\" \(word)", "name COLLATE \"\(locale)\"")
      var pictures: [[String]] = []
      for (name, list) in try LocalizedStores.controllers(
        stores, request, SectionKey(\.team), locale)
      {
        try await list.performFetch()
        #expect(list.results.rows.map(\.id) == expected, "\(name), \(locale)")
        for section in list.sections {
          #expect(section.allSatisfy { Array(($0.team ?? "").utf8) == Array(section.name.utf8) })
        }
        #expect(list.sections.count == teams.count, "\(name), \(locale)")
        pictures.append(list.picture + list.sectionIndexTitles)
      }
      #expect(pictures[0] == pictures[1] && pictures[1] == pictures[2], "\(locale)")
    }
  }

  /// A server compares these in another way than ICU's sort keys, so it can't sort them for a list.
  @Test(arguments: ["th", "en-u-ka-shifted", "km", "und-u-ks-identic"])
  func `texts that ICU orders in two ways have one order in lists`(locale: String) async throws {
    let texts = [
      "'\u{2019}", "'\u{200D}\u{302}", "'\u{1}\u{31B}..", "'\u{200D}\u{302}\u{308}", "-a",
      "-\u{200D}\u{302}a", "2.\u{200B}①", "2.\u{200B}\u{E48}①", "½.\u{7F}\u{FE0F}",
      "½.\u{7F}\u{303}\u{FE0F}", "د\u{622}\u{34F}\u{651}", "د\u{622}\u{651}",
    ]
    let stores = try await RecordStores<Item>(
      texts.enumerated().map { Item(Int64($0), $1, $1) })
    let request = ResultsRequest<Item>(sortBy: [SortKey(\.team, collation: .localized(locale))])
    for section in [nil, SectionKey<Item>(\.team)] {
      var pictures: [[String]] = []
      for (_, list) in try LocalizedStores.controllers(stores, request, section, locale) {
        try await list.performFetch()
        pictures.append(list.picture)
      }
      #expect(pictures[0] == pictures[1] && pictures[0] == pictures[2])
    }
  }
}

import Sectional
import SectionalICU
import SectionalTesting
import TestSupport
import Testing

/// Lists in the order of a language, while their rows change.
@MainActor @Suite struct LocalizedFollowingTests {
  @Test(arguments: ["sv", "de-u-co-phonebk", "ja", "th", "und-u-kn", "zh-u-co-stroke"])
  func `a followed list stays what a fresh one is`(locale: String) async throws {
    var random = SeededGenerator(seed: 9)
    let words = try LocalizedStores.words()
    var items = try Array(LocalizedStores.items().prefix(80))
    let stores = try await LocalizedStores.stores(items)
    let request = ResultsRequest<Item>(sortBy: [SortKey(\.name, collation: .localized(locale))])
    let section = SectionKey<Item>.indexBucket(of: \.name, locale: locale)
    let lists = try LocalizedStores.controllers(
      stores, request, section, locale, tracksChanges: true)
    for (_, list) in lists { try await list.performFetch() }
    for step in 1...HistoryLength.steps(12) {
      let name = random.element(of: words) ?? ""
      let place = random.below(items.count)
      let (renamed, deleted) = (items[place].id, items[items.count - 1 - place].id)
      let added = Item(Int64(1000 + step), random.element(of: words) ?? "")
      items = items.map { $0.id == renamed ? Item($0.id, name, $0.team) : $0 }
      let change = items[place]
      items.removeAll { $0.id == deleted && step.isMultiple(of: 2) }
      items.append(added)
      let isDeleting = step.isMultiple(of: 2)
      try await stores.write { batch in
        batch.update(change)
        batch.insert(added)
        if isDeleting { batch.delete(Item(deleted, "")) }
      }
      let expected = try await LocalizedStores.order(stores, "name COLLATE \"\(locale)\"")
      #expect(expected.count == items.count)
      let fresh = try LocalizedStores.controllers(stores, request, section, locale)
      for ((name, list), (_, fresh)) in zip(lists, fresh) {
        try await fresh.performFetch()
        #expect(fresh.results.rows.map(\.id) == expected, "\(name), step \(step)")
        try await wait(for: "step \(step) \(name)") { list.picture == fresh.picture }
        #expect(list.sectionIndexTitles == fresh.sectionIndexTitles)
        #expect(list.picture == lists[0].list.picture, "\(name), step \(step)")
      }
    }
  }
}

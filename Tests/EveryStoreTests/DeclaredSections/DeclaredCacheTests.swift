import Foundation
import Sectional
import SectionalSQLite
import SectionalTesting
import TestSupport
import Testing

/// Section caches of lists with declared and listed sections.
@MainActor @Suite struct DeclaredCacheTests {
  private let bench: CacheBench

  init() throws { bench = try CacheBench() }

  private static let section = SectionKey<Item>(\.team)
    .ordered(as: ["Red", "Green", "Blue"], showsEmpty: true)

  private func list(
    _ section: SectionKey<Item>, over store: SQLiteStore, keeping isWritingCache: Bool = false
  ) -> ResultsController<Item> {
    let list = ResultsController(
      fetchRequest: .byName, store: store, sectionBy: section, cacheName: "items")
    list.options.cache?.folder = bench.folder
    list.options.cache?.isWritten = isWritingCache
    return list
  }

  private func keep(_ section: SectionKey<Item>, over store: SQLiteStore) async throws {
    let list = list(section, over: store, keeping: true)
    try await list.performFetch()
    await list.close()
    try #require(list.diagnostics.cacheProblem == nil)
  }

  /// Opens a list with the cache, and checks what it shows before and after the contents are loaded.
  private func expect(
    _ section: SectionKey<Item>, over store: SQLiteStore, _ outcome: SectionCacheReport.Outcome,
    _ outline: [String], sourceLocation: SourceLocation = #_sourceLocation
  ) async throws {
    let list = list(section, over: store)
    try await list.performFetch(.sections)
    #expect(list.diagnostics.cache?.outcome == outcome, sourceLocation: sourceLocation)
    #expect(list.results.isLoaded == (outcome == .miss), sourceLocation: sourceLocation)
    for _ in 0..<2 {
      #expect(CacheBench.outline(list.results) == outline, sourceLocation: sourceLocation)
      #expect(
        list.results.map(\.count).reduce(0, +) == list.results.numberOfObjects,
        sourceLocation: sourceLocation)
      for (place, section) in list.results.enumerated() {
        #expect(list.results.section(forKey: section.key) == place, sourceLocation: sourceLocation)
        for (item, key) in section.rows.keys.enumerated() {
          #expect(
            list.results.indexPath(forKey: key) == IndexPath(indexes: [place, item]),
            sourceLocation: sourceLocation)
        }
      }
      try await wait { list.results.isLoaded }
    }
    list.stop()
  }

  @Test func `sections without rows are there before the contents`() async throws {
    let store = try bench.file.store()
    try await keep(Self.section, over: store)
    try await expect(Self.section, over: store, .hit, ["Red: 1 4", "Green: ", "Blue: 3", ": 2"])
    // What is declared, titled and named isn't in the file.
    try await expect(
      Self.section.declaring(["Amber", "Green", "Zinc"]).named(nil: "none"), over: store, .hit,
      ["Red: 1 4", "Green: ", "Blue: 3", "none: 2", "Amber: ", "Zinc: "])
    try await expect(
      SectionKey(\.team).ordered(as: ["Red", "Green", "Blue"]), over: store, .hit,
      ["Red: 1 4", "Blue: 3", ": 2"])
  }

  @Test func `sections that were emptied or filled since then are merged`() async throws {
    let store = try bench.file.store()
    try await store.installChangeLog(for: ["item"])
    try await keep(Self.section, over: store)
    try await store.write { transaction in
      try transaction.delete(Item(3, ""))
      try transaction.update(Item(4, "dan", "Green"))
      try transaction.insert(Item(5, "eve", "Tan"))
    }
    let list = list(Self.section, over: store)
    try await list.performFetch(.sections)
    #expect(list.diagnostics.cache?.outcome == .caughtUp)
    let outline = ["Red: 1", "Green: 4", "Blue: ", ": 2", "Tan: 5"]
    #expect(CacheBench.outline(list.results) == outline)
    try await wait { list.results.isLoaded }
    #expect(CacheBench.outline(list.results) == outline)
    list.stop()
  }

  @Test func `another order of the sections is a miss`() async throws {
    let store = try bench.file.store()
    try await keep(Self.section, over: store)
    try await expect(
      SectionKey(\.team).ordered(as: ["Red", "Blue", "Green"], showsEmpty: true), over: store,
      .miss,
      ["Red: 1 4", "Blue: 3", "Green: ", ": 2"])
    try await expect(
      Self.section.ordered(.reverse), over: store, .miss,
      ["Blue: 3", "Green: ", "Red: 1 4", ": 2"])
    try await expect(
      SectionKey(\.team).declaring(["Red", "Green", "Blue"]), over: store, .miss,
      [": 2", "Blue: 3", "Green: ", "Red: 1 4"])
  }

  @Test func `a list without rows shows its declared sections from the cache`() async throws {
    let empty = try CacheBench(rows: "(1, 'ada', 'Red')")
    try empty.file.write("DELETE FROM item")
    let store = try empty.file.store()
    for keeps in [true, false] {
      let list = ResultsController(
        fetchRequest: .byName, store: store, sectionBy: Self.section, cacheName: "items")
      list.options.cache?.folder = empty.folder
      try await list.performFetch(.sections)
      #expect(list.diagnostics.cache?.outcome == (keeps ? .miss : .hit))
      #expect(CacheBench.outline(list.results) == ["Red: ", "Green: ", "Blue: "])
      try await wait { list.results.isLoaded }
      #expect(CacheBench.outline(list.results) == ["Red: ", "Green: ", "Blue: "])
      await list.close()
    }
  }
}

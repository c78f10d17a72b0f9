import Foundation
import Sectional
import SectionalSQLite
import SectionalTesting
import TestSupport
import Testing

/// Section caches of lists in a collator's order.
@MainActor @Suite struct CollatorCacheTests {
  private let bench: CacheBench

  init() throws {
    bench = try CacheBench(
      rows: "(1, 'ada', 'The Zoo'), (2, 'bob', NULL), (3, 'cy', 'Art'), (4, 'dan', 'The Art')")
  }

  private func request(_ collator: TestCollator) -> ResultsRequest<Item> {
    ResultsRequest(sortBy: [SortKey(\.team, collation: .collator(collator)), SortKey(\.name)])
  }

  /// Fetches the sections of a list, and returns it.
  private func opened(_ collator: TestCollator) async throws -> ResultsController<Item> {
    let list = bench.list(request(collator), over: try bench.file.store(), keeping: false)
    try await list.performFetch(.sections)
    return list
  }

  @Test func `sections of the same collator come from the cache`() async throws {
    try await bench.keep(request(.withoutArticle))
    let list = try await opened(.withoutArticle)
    #expect(list.diagnostics.cache?.outcome == .hit)
    #expect(CacheBench.outline(list.results) == [": 2", "Art: 3", "The Art: 4", "The Zoo: 1"])
    try await wait { list.results.isLoaded }
    #expect(CacheBench.outline(list.results) == [": 2", "Art: 3", "The Art: 4", "The Zoo: 1"])
    list.stop()
  }

  @Test func `rows that were written since then are merged in the collator's order`()
    async throws
  {
    let store = try bench.file.store()
    try await store.installChangeLog(for: ["item"])
    try await bench.keep(request(.withoutArticle), over: store)
    try await store.write { transaction in
      try transaction.insert(Item(5, "eve", "The B"))
      try transaction.update(Item(4, "dan", "Zoo"))
    }
    let list = bench.list(request(.withoutArticle), over: store, keeping: false)
    try await list.performFetch(.sections)
    #expect(list.diagnostics.cache?.outcome == .caughtUp)
    #expect(
      CacheBench.outline(list.results) == [": 2", "Art: 3", "The B: 5", "The Zoo: 1", "Zoo: 4"])
    try await wait { list.results.isLoaded }
    #expect(
      CacheBench.outline(list.results) == [": 2", "Art: 3", "The B: 5", "The Zoo: 1", "Zoo: 4"])
    list.stop()
  }

  @Test(
    arguments: [
      TestCollator("without-article", version: "2") { Array($0.utf8.reversed()) },
      TestCollator("with-article", version: "1") { Array($0.utf8) },
      TestCollator("without-article 1", version: "") { _ in [] },
      TestCollator("without-article\n", version: "1") { _ in [] },
    ]) func `another collator, or another version of it, is a miss`(collator: TestCollator)
    async throws
  {
    try await bench.keep(request(.withoutArticle))
    let list = try await opened(collator)
    #expect(list.diagnostics.cache?.outcome == .miss)
    #expect(list.diagnostics.cacheMissReason?.contains("order") == true)
    #expect(list.results.isLoaded)
    list.stop()
  }

  @Test func `a search is a part of what the cache holds`() async throws {
    var found = request(.withoutArticle)
    found.search = .contains("a", in: \.name)
    try await bench.keep(found)
    for (text, isHit) in [("a", true), ("A", true), ("\u{E1}", true), ("b", false), ("", false)] {
      var request = request(.withoutArticle)
      request.search = .contains(text, in: \.name)
      let list = bench.list(request, over: try bench.file.store(), keeping: false)
      try await list.performFetch(.sections)
      #expect((list.diagnostics.cache?.outcome == .hit) == isHit, "\(text)")
      list.stop()
    }
    for search in [
      TextSearch<Item>.hasPrefix("a", in: \.name), .equals("a", in: \.name),
      .contains("a", in: \.team), .contains("a", in: \.name, \.team),
    ] {
      var request = request(.withoutArticle)
      request.search = search
      let list = bench.list(request, over: try bench.file.store(), keeping: false)
      try await list.performFetch(.sections)
      #expect(list.diagnostics.cache?.outcome == .miss)
      list.stop()
    }
  }
}

import Foundation
import Sectional
import SectionalSQLite
import SectionalTesting
import TestSupport
import Testing

/// The section cache of lists with a window, which keeps counts.
@MainActor @Suite struct LongListCacheTests {
  private let bench: LongListBench
  private let folder: SectionCacheFolder
  private let store: SQLiteStore
  private let file: ScratchDatabase

  init() async throws {
    bench = try await LongListBench(.sqlite)
    guard case .sqlite(_, let file) = bench.store.base else {
      throw StoreError(.unsupported, "the bench has a file")
    }
    self.file = file
    store = try file.store()
    folder = SectionCacheFolder(path: file.folder.path + "/cache")
  }

  private func list() -> ResultsController<Item> {
    var request = ResultsRequest<Item>.byName
    request.fetchWindowSize = 500
    let list = ResultsController(
      fetchRequest: request, store: store, sectionBy: SectionKey(\.team), cacheName: "items")
    list.options.cache?.folder = folder
    return list
  }

  /// Opens a list, counts its rows and closes it.
  private func keep() async throws {
    let list = list()
    try await list.performFetch()
    try await bench.finishCounting(list)
    await list.close()
    try #require(list.diagnostics.cacheProblem == nil)
    try #require(folder.fileNames.count == 1)
  }

  @Test func `the next list is counted when it opens`() async throws {
    try await keep()
    let list = list()
    try await list.performFetch()
    #expect(list.diagnostics.cache?.outcome == .hit)
    #expect(list.results.counting?.isComplete == true)
    #expect(list.results.map(\.count) == [2000, 2000, 2000])
    #expect(list.diagnostics.rowsRead <= 513)
    #expect(list.row(ifLoaded: LongListBench.path(0, 0)) != nil)
    try await list.loadRows(at: [LongListBench.path(2, 1999)])
    #expect(list.row(ifLoaded: LongListBench.path(2, 1999))?.id != nil)
    await list.close()
  }

  @Test func `what changed since is added up`() async throws {
    try await keep()
    try file.write(
      "UPDATE item SET team = 'd' WHERE id = 59990; DELETE FROM item WHERE id < 1000; "
        + "INSERT INTO item VALUES (3, 'aaa', NULL)")
    let list = list()
    try await list.performFetch()
    #expect(list.diagnostics.cache?.outcome == .caughtUp)
    #expect(list.results.counting?.isComplete == true)
    #expect(list.results.map(\.name) == ["", "a", "b", "c", "d"])
    #expect(list.results.map(\.count) == [1, 1966, 1967, 1966, 1])
    #expect(list.row(ifLoaded: LongListBench.path(0, 0))?.id == 3)
    for section in 0..<5 {
      let last = LongListBench.path(section, list.results[section].count - 1)
      try await list.loadRows(at: [last])
      #expect(list.row(ifLoaded: last) != nil)
    }
    #expect(list.results.counting?.doubt == nil)
    await list.close()
  }

  @Test func `counting goes on where it stopped`() async throws {
    let first = list()
    first.options.reading.counting.leastRows = 448
    first.options.reading.counting.mostRows = 448
    try await first.performFetch()
    try await wait(for: "some rows to be counted") { first.results.numberOfObjects > 1000 }
    await first.close()
    try #require(first.diagnostics.cacheProblem == nil)
    let second = list()
    try await second.performFetch()
    #expect(second.diagnostics.cache?.outcome == .hit)
    #expect(second.results.numberOfObjects > 1000)
    try await bench.finishCounting(second)
    #expect(second.results.map(\.count) == [2000, 2000, 2000])
    await second.close()
  }

  @Test func `a damaged file is a miss`() async throws {
    try await keep()
    let path = file.folder.path + "/cache/" + folder.fileNames[0]
    var bytes = try Data(contentsOf: URL(filePath: path))
    bytes[bytes.count - 5] ^= 1
    try bytes.write(to: URL(filePath: path))
    let list = list()
    try await list.performFetch()
    #expect(list.diagnostics.cache?.outcome == .miss)
    #expect(list.diagnostics.cacheMissReason?.contains("damaged") == true)
    try await bench.finishCounting(list)
    #expect(list.results.map(\.count) == [2000, 2000, 2000])
    await list.close()
  }

  @Test func `a list that holds all rows has another file`() async throws {
    try await keep()
    let list = ResultsController(
      fetchRequest: .byName, store: store, sectionBy: SectionKey<Item>(\.team), cacheName: "items")
    list.options.cache?.folder = folder
    try await list.performFetch(.sections)
    #expect(list.diagnostics.cache?.outcome == .miss)
    #expect(list.results.map(\.count) == [2000, 2000, 2000])
    await list.close()
  }
}

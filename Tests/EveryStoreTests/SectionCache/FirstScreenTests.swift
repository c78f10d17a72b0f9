import Foundation
import Sectional
import SectionalSQLite
import SectionalTesting
import TestSupport
import Testing

/// The rows that a fetch of the sections from the section cache has contents of.
@MainActor @Suite struct FirstScreenTests {
  private let bench: CacheBench
  private let store: GatedStore<SQLiteStore>
  private let gate = ReadGate()

  init() async throws {
    let rows = (1...120).map { id in
      "(\(id), 'n\(String(format: "%03d", id))', '\(id <= 40 ? "a" : "b")')"
    }
    let bench = try CacheBench(rows: rows.joined(separator: ", "))
    store = GatedStore(try bench.file.store(), gate)
    try await bench.keep(over: store)
    self.bench = bench
  }

  /// Fetches the sections, and stops before the contents are read.
  private func opened(
    _ list: ResultsController<Item>, _ outcome: SectionCacheReport.Outcome = .hit
  ) async throws {
    gate.close()
    let fetch = Task { try await list.performFetch(.sections) }
    try await wait { gate.waiting == 1 }
    gate.letThrough(1)
    try await fetch.value
    try #require(list.diagnostics.cache?.outcome == outcome)
    try #require(!list.results.isLoaded)
    try await wait { gate.waiting == 1 }
  }

  private func finish(_ list: ResultsController<Item>) async throws {
    gate.open()
    try await wait { list.results.isLoaded }
    #expect(list.results.rows.map { RowKey([.integer($0.id)]) } == list.results.rows.keys)
    await list.close()
  }

  private func names(_ list: ResultsController<Item>) -> [String?] {
    list.results.indices.flatMap { section in
      list.results[section].rows.indices.map { item in
        list.row(ifLoaded: IndexPath(indexes: [section, item]))?.name
      }
    }
  }

  @Test func `the first fifty rows have their contents, across sections, and the others follow`()
    async throws
  {
    let list = bench.list(over: store)
    try await opened(list)
    let names = names(list)
    #expect(names.count == 120)
    #expect(names.prefix(50).map { $0 ?? "nil" } == (1...50).map { String(format: "n%03d", $0) })
    #expect(names.dropFirst(50).allSatisfy { $0 == nil })
    #expect(list.results[1][9].id == 50)
    #expect(list.results.object(forKey: RowKey([.integer(50)]))?.name == "n050")
    #expect(list.results.object(forKey: RowKey([.integer(51)])) == nil)
    try await finish(list)
  }

  @Test func `they are those of the version to which the sections were brought up`() async throws {
    try await bench.file.store().installChangeLog(for: ["item"])
    try await bench.keep(over: store)
    try bench.file.write(
      "UPDATE item SET name = 'n000' WHERE id = 120; DELETE FROM item WHERE id = 1")
    let list = bench.list(over: store)
    try await opened(list, .caughtUp)
    #expect(names(list).prefix(2) == ["n002", "n003"])
    #expect(list.results[1][0].id == 120)
    #expect(names(list).count { $0 != nil } == 50)
    try await finish(list)
  }

  @Test func `if one of them doesn't fit, all wait for the contents`() async throws {
    // A list with batches keeps the sections of rows that it never read. In this order, the row is the first one of the
    // second section.
    var request = ResultsRequest<Item>(sortBy: [SortKey(\.name, order: .reverse)])
    request.fetchBatchSize = 10
    try bench.file.write("UPDATE item SET name = x'00' WHERE id = 45")
    try await bench.keep(request, over: store)
    let list = bench.list(request, over: store)
    try await opened(list)
    #expect(names(list).allSatisfy { $0 == nil })
    gate.open()
    try await wait { list.results.isLoaded }
    #expect(list.row(ifLoaded: IndexPath(indexes: [0, 0]))?.name == "n040")
    await list.close()
  }
}

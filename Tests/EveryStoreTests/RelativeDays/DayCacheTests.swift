import Foundation
import Sectional
import SectionalSQLite
import SectionalTesting
import TestSupport
import Testing

/// Section caches of lists of relative days.
@MainActor @Suite struct DayCacheTests {
  private let file: ScratchDatabase
  private let store: SQLiteStore
  private let folder: SectionCacheFolder
  private let clock: DayClock

  init() async throws {
    file = try ScratchDatabase(Visit.sqlite)
    store = try file.store()
    folder = SectionCacheFolder(path: file.folder.path + "/cache")
    clock = DayClock(
      try Date(utc: DayBench.friday), try #require(TimeZone(identifier: "Europe/Stockholm")))
    let dates = ["2026-11-20T10:00:00Z", "2026-11-14T10:00:00Z", "2026-11-01T10:00:00Z"]
    let visits = try dates.enumerated().map { Visit(id: Int64($0) + 1, at: try Date(utc: $1)) }
    try await store.write { db in for visit in visits { try db.insert(visit) } }
  }

  private static let friday = ["November 2026: 3", "Saturday: 2", "Today: 1"]
  private static let saturday = ["November 2026: 3 2", "Yesterday: 1"]
  private static let date = SortKey<Visit>(\.at)
  /// The day decides in which section of a list with this order a row is.
  private static let id = SortKey<Visit>(\.id)

  private func list(
    keeping isWritingCache: Bool, earlier: EarlierDays = .months,
    sortBy order: SortKey<Visit> = DayCacheTests.date
  ) -> ResultsController<Visit> {
    let list = ResultsController(
      fetchRequest: ResultsRequest<Visit>(sortBy: [order]), store: store,
      sectionBy: .relativeDay(of: \.at, clock: clock, earlier: earlier), cacheName: "visits")
    list.options.cache?.folder = folder
    list.options.cache?.isWritten = isWritingCache
    return list
  }

  private func keep(sortBy order: SortKey<Visit> = DayCacheTests.date) async throws {
    let list = list(keeping: true, sortBy: order)
    try await list.performFetch()
    await list.close()
    try #require(list.diagnostics.cacheProblem == nil)
  }

  /// Opens a list, and checks whether its sections came from the cache, and what they are.
  private func expect(
    _ outcome: SectionCacheReport.Outcome, _ picture: [String], earlier: EarlierDays = .months,
    sortBy order: SortKey<Visit> = DayCacheTests.date,
    sourceLocation: SourceLocation = #_sourceLocation
  ) async throws {
    let list = list(keeping: false, earlier: earlier, sortBy: order)
    try await list.performFetch(.sections)
    #expect(list.diagnostics.cache?.outcome == outcome, sourceLocation: sourceLocation)
    let ids = list.results.map { section in
      let ids = section.rows.keys.flatMap(\.values).map { id in
        if case .integer(let id) = id { "\(id)" } else { "?" }
      }
      return ([section.name + ":"] + ids).joined(separator: " ")
    }
    #expect(ids == picture, sourceLocation: sourceLocation)
    try await wait { list.results.isLoaded }
    #expect(DayBench.picture(list) == picture, sourceLocation: sourceLocation)
    list.stop()
  }

  @Test func `sections of the same day come from the cache`() async throws {
    try await keep()
    try await expect(.hit, Self.friday)
    // The day counts, not the time.
    clock.setNow(try Date(utc: "2026-11-20T22:59:59Z"))
    try await expect(.hit, Self.friday)
  }

  @Test func `days that a list is sorted by come from the cache on any day`() async throws {
    try await keep()
    clock.setNow(try Date(utc: "2026-11-20T23:00:00Z"))
    try await expect(.hit, Self.saturday)
    clock.setNow(try Date(utc: "2027-11-20T23:00:00Z"))
    try await expect(.hit, ["November 2026: 3 2 1"])
    // The clock can be set back.
    clock.setNow(try Date(utc: DayBench.friday))
    try await expect(.hit, Self.friday)
  }

  @Test func `sections of yesterday aren't those of today if the order is another one`()
    async throws
  {
    let saturday = ["November 2026: 2 3", "Yesterday: 1"]
    try await keep(sortBy: Self.id)
    clock.setNow(try Date(utc: "2026-11-20T23:00:00Z"))
    try await expect(.miss, saturday, sortBy: Self.id)
    let list = list(keeping: false, sortBy: Self.id)
    try await list.performFetch()
    #expect(list.diagnostics.cacheMissReason?.contains("day") == true)
    list.stop()
    try await keep(sortBy: Self.id)
    try await expect(.hit, saturday, sortBy: Self.id)
    // A clock that is set back finds no sections of that day.
    clock.setNow(try Date(utc: DayBench.friday))
    try await expect(.miss, Self.friday, sortBy: Self.id)
  }

  @Test func `another time zone and another grouping are a miss`() async throws {
    try await keep()
    try await expect(.miss, ["Earlier: 3", "Saturday: 2", "Today: 1"], earlier: .together)
    clock.setNow(nil, TimeZone(identifier: "Europe/Oslo"))
    try await expect(.miss, Self.friday)
  }

  @Test func `a list that is followed past midnight keeps the sections of the new day`()
    async throws
  {
    let list = list(keeping: true)
    try await list.performFetch()
    try await clock.set(try Date(utc: "2026-11-20T23:00:00Z"))
    try await wait { DayBench.picture(list) == Self.saturday }
    await list.close()
    #expect(list.diagnostics.cacheProblem == nil)
    try await expect(.hit, Self.saturday)
  }

  @Test func `midnight between the sections and the contents isn't missed`() async throws {
    let gate = ReadGate()
    let gated = GatedStore(store, gate)
    func list() -> ResultsController<Visit> {
      let list = ResultsController(
        fetchRequest: ResultsRequest<Visit>(sortBy: [SortKey(\.at)]), store: gated,
        sectionBy: .relativeDay(of: \.at, clock: clock), cacheName: "visits")
      list.options.cache?.folder = folder
      return list
    }
    let first = list()
    try await first.performFetch()
    await first.close()
    try await clock.awaited(by: 0)
    let list = list()
    gate.close()
    let fetch = Task { try await list.performFetch(.sections) }
    try await wait { gate.waiting == 1 }
    gate.letThrough(1)
    try await fetch.value
    try #require(!list.results.isLoaded)
    #expect(list.results.map(\.name) == ["November 2026", "Saturday", "Today"])
    try await wait { gate.waiting == 1 }
    try await clock.set(try Date(utc: "2026-11-20T23:00:00Z"))
    gate.open()
    try await wait { list.results.isLoaded && DayBench.picture(list) == Self.saturday }
    await list.close()
    #expect(list.diagnostics.cacheProblem == nil)
  }
}

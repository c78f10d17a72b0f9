import Foundation
import Sectional
import SectionalPostgres
import SectionalSQLite
import SectionalTesting
import TestSupport
import Testing

/// Sections in the order in which the sort keys put their first rows.
@MainActor @Suite struct AsSortedTests {
  private let request = ResultsRequest<StoredRow>(
    source: .table("visit"), sortBy: [SortKey(.column("level"))])
  private let section = SectionKey<StoredRow>.column("team").asSorted

  private func visit(_ id: Int64, _ level: Int, _ team: String?) -> Visit {
    Visit(id: id, team: team, level: level)
  }

  @Test func `sections are at the position of their first record`() async throws {
    let stores = try await RecordStores(
      [visit(1, 3, "a"), visit(2, 1, "b"), visit(3, 2, nil), visit(4, 1, "b")])
    let request = ResultsRequest<Visit>(sortBy: [SortKey(\.level)])
    for (_, list) in try await stores.lists(request, sectionBy: SectionKey(\.team).asSorted) {
      #expect(list.results.map(\.name) == ["b", "", "a"])
      #expect(list.results.map { $0.map(\.id) } == [[2, 4], [3], [1]])
      #expect(list.sectionIndexTitles == ["B", "A"])
      #expect(list.section(forSectionIndexTitle: "A", at: 1) == 2)
    }
  }

  @Test func `a section that reappears is an error that names both rows`() async throws {
    let stores = try await RecordStores(
      [visit(11, 1, "a"), visit(22, 2, "b"), visit(33, 3, "a")])
    let request = ResultsRequest<Visit>(sortBy: [SortKey(\.level)])
    for error in await stores.errors(request, sectionBy: SectionKey(\.team).asSorted) {
      #expect(error?.code == .outOfOrderSection)
      #expect(error?.message.contains("33") == true && error?.message.contains("11") == true)
      #expect(error?.message.contains("22") == false)
      #expect(error?.keys.map(\.values) == [[33], [11]])
    }
    for (_, list) in try await stores.lists(request, sectionBy: SectionKey(\.team)) {
      #expect(list.results.map { $0.map(\.id) } == [[11, 33], [22]])
    }
  }

  @Test func `computed sections can be in the order of the sort keys`() async throws {
    let stores = try await RecordStores(
      [visit(1, 3, "x"), visit(2, 1, "y"), visit(3, 2, "y")])
    let request = ResultsRequest<Visit>(sortBy: [SortKey(\.level, order: .reverse)])
    let section = SectionKey<Visit>.computed("odd") { $0.level / 3 }.asSorted
    for (_, list) in try await stores.lists(request, sectionBy: section) {
      #expect(list.results.map(\.key) == [1, 0])
      #expect(list.results.map { $0.map(\.id) } == [[1], [3, 2]])
    }
  }

  @Test(arguments: StoreKind.allCases)
  func `sections of relative days that a new day tears recover with the records`(kind: StoreKind)
    async throws
  {
    let clock = DayClock(try Date(utc: DayBench.friday), .gmt)
    let dates = ["2026-11-22T12:00:00Z", "2026-11-23T12:00:00Z", "2026-11-22T12:00:00Z"]
    let visits = try dates.enumerated().map { place, date in
      Visit(id: Int64(place) + 1, level: place, at: try Date(utc: date))
    }
    let store = try await TestStore(kind, of: Visit.self, visits)
    let list = store.list(
      ResultsRequest<Visit>(sortBy: [SortKey(\.level)]),
      sectionBy: SectionKey<Visit>.relativeDay(of: \.at, clock: clock).asSorted)
    try await list.performFetch()
    #expect(DayBench.picture(list) == ["Later: 1 2 3"])
    // On Saturday, the first and the last record are of the next day.
    clock.setNow(try Date(utc: "2026-11-21T12:00:00Z"))
    try await wait { list.error?.code == .outOfOrderSection }
    try await store.write { $0.delete(visits[1]) }
    try await wait {
      try? await list.refresh()
      return DayBench.picture(list) == ["Tomorrow: 1 3"]
    }
    #expect(list.isCurrent)
    await list.close()
  }

  @Test(arguments: StoreKind.allCases)
  func `a search that doesn't find what tears sections shows what it finds`(kind: StoreKind)
    async throws
  {
    let visits = [
      Visit(id: 1, name: "ada", team: "a", level: 1),
      Visit(id: 2, name: "bob", team: "b", level: 2),
      Visit(id: 3, name: "cy", team: "c", level: 3),
    ]
    let store = try await TestStore(kind, of: Visit.self, visits)
    try await store.installChangeLog(for: ["visit"])
    let request = ResultsRequest<Visit>(sortBy: [SortKey(\.level)])
    let section = SectionKey<Visit>(\.team).asSorted
    let list = store.list(request, sectionBy: section)
    try await list.performFetch()
    try await store.write { $0.update(Visit(id: 3, name: "cy", team: "a", level: 3)) }
    try await wait { list.error?.code == .outOfOrderSection }
    try await list.setRequest(
      ResultsRequest<Visit>(search: .contains("bob", in: \.name), sortBy: [SortKey(\.level)]),
      sectionBy: section)
    #expect(DayBench.picture(list) == ["b: 2"])
    #expect(list.isCurrent)
    await list.close()
  }

  /// Follows a list while one record is moved to a wrong place and back.
  private func tear(
    _ list: RecordedList, _ write: ([Visit]) async throws -> Void
  ) async throws {
    #expect(list.picture == ["b: 2 4", "a: 1 3"])
    try await write([visit(4, 9, "b")])
    try await list.wait { list.error != nil }
    #expect(list.error?.code == .outOfOrderSection)
    #expect(list.picture == ["b: 2 4", "a: 1 3"])
    #expect(list.changesets == 0)
    // Another write to a list with a split section, which doesn't repair it.
    try await write([visit(2, 0, "b")])
    try await Task.sleep(for: .milliseconds(20))
    #expect(list.picture == ["b: 2 4", "a: 1 3"])
    try await write([visit(4, 9, "a")])
    try await list.wait { list.error == nil && list.picture == ["b: 2", "a: 1 3 4"] }
    try await write([visit(2, 99, "b")])
    try await list.wait { list.picture == ["a: 1 3 4", "b: 2"] }
    #expect(list.changesets == 2)
    #expect(list.violation == nil)
  }

  @Test func `a split section makes the list stale until it is repaired`() async throws {
    let visits = [visit(1, 5, "a"), visit(2, 1, "b"), visit(3, 6, "a"), visit(4, 2, "b")]
    let stores = try await RecordStores(visits)
    let inMemory = try await RecordedList(request, stores.memory, sectionBy: section)
    try await tear(inMemory) { visits in
      try stores.memory.write { for visit in visits { try $0.update(visit) } }
    }
    let onServer = try await RecordedList(request, stores.postgres, sectionBy: section)
    try await tear(onServer) { visits in
      try await stores.postgres.write { for visit in visits { try await $0.update(visit) } }
    }
    let inFile = try await RecordedList(request, stores.sqlite, sectionBy: section)
    try await tear(inFile) { visits in
      _ = try await stores.sqlite.write { for visit in visits { try $0.update(visit) } }
    }
  }
}

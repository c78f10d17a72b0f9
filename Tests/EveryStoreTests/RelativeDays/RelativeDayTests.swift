import Foundation
import Sectional
import TestSupport
import Testing

/// Sections by the day of a date as people name it, on a fixed day.
@MainActor @Suite struct RelativeDayTests {
  private static let dates = [
    "2026-11-23T10:00:00Z", "2026-11-21T22:59:59Z", "2026-11-20T22:59:59Z", "2026-11-19T23:00:00Z",
    "2026-11-19T22:59:59Z", "2026-11-18T10:00:00Z", "2026-11-17T10:00:00Z", "2026-11-16T10:00:00Z",
    "2026-11-15T10:00:00Z", "2026-11-13T23:00:00Z", "2026-11-13T22:59:59Z", "2026-10-31T23:00:00Z",
    "2026-10-31T22:59:59Z", "2025-11-20T12:00:00Z", "2026-11-21T23:00:00Z",
  ]
  private static let named = [
    "November 2025: 14", "October 2026: 13", "November 2026: 12 11", "Saturday: 10", "Sunday: 9",
    "Monday: 8", "Tuesday: 7", "Wednesday: 6", "Yesterday: 5", "Today: 4 3", "Tomorrow: 2",
    "Later: 15 1",
  ]

  @Test(arguments: StoreKind.allCases)
  func `days are named as people name them, in chronological order`(kind: StoreKind) async throws {
    let bench = try await DayBench(kind, Self.dates)
    try await bench.list.performFetch()
    #expect(bench.picture == Self.named)
    #expect(
      bench.list.results.map(\.key).prefix(11) == [
        20_251_100, 20_261_000, 20_261_100, 20_261_114, 20_261_115, 20_261_116, 20_261_117,
        20_261_118, 20_261_119, 20_261_120, 20_261_121,
      ])
    #expect(bench.list.results.section(forKey: 20_261_120) == 9)
    #expect(bench.list.sectionIndexTitle(forSectionName: "Today") == "T")
  }

  @Test(arguments: StoreKind.allCases)
  func `earlier days can be together, and the newest can come first`(kind: StoreKind) async throws {
    let bench = try await DayBench(kind, Self.dates, earlier: .together)
    try await bench.list.performFetch()
    #expect(bench.picture == ["Earlier: 14 13 12 11"] + Self.named.dropFirst(3))
    let newest = bench.store.list(
      ResultsRequest<Visit>(sortBy: [SortKey(\.at, order: .reverse)]),
      sectionBy: .relativeDay(of: \.at, clock: bench.clock).ordered(.reverse))
    try await newest.performFetch()
    #expect(newest.results.map(\.name).first == "Later")
    #expect(newest.results.map(\.name).last == "November 2025")
    #expect(newest.results[2].map(\.id) == [3, 4])
  }

  @Test(arguments: StoreKind.allCases)
  func `another request's names, titles and name of nil are told`(kind: StoreKind) async throws {
    let bench = try await DayBench(kind, Self.dates)
    let list = bench.list
    let recorder = ChangesetRecorder<Visit>()
    list.changesetDelegate = recorder
    try await list.performFetch()
    let days = SectionKey<Visit>.relativeDay(of: \.at, clock: bench.clock) { "\($0)" }
    try await list.setRequest(list.fetchRequest, sectionBy: days)
    #expect(list.results[9].name == "today")
    #expect(recorder.changesets.map(\.sectionUpdates) == [Array(list.results.indices)])
    try await list.setRequest(list.fetchRequest, sectionBy: days)
    #expect(recorder.changesets.count == 1)
    try await list.setRequest(
      list.fetchRequest, sectionBy: days.titled { "<\($0.integerValue ?? 0)>" })
    #expect(list.results[9].title == "<20261120>")
    #expect(recorder.changesets.count == 2)
  }

  @Test func `a name can be made of the day`() async throws {
    let bench = try await DayBench(.memory, Self.dates)
    let list = bench.store.list(
      ResultsRequest<Visit>(sortBy: [SortKey(\.at)]),
      sectionBy: .relativeDay(of: \.at, clock: bench.clock) { day in
        switch day {
        case .later: "senare"
        case .tomorrow: "imorgon"
        case .today: "idag"
        case .yesterday: "igår"
        case .weekday(let number): "veckodag \(number)"
        case .month(let year, let month): "\(month)/\(year)"
        case .earlier: "tidigare"
        }
      })
    try await list.performFetch()
    #expect(
      list.results.map(\.name) == [
        "11/2025", "10/2026", "11/2026", "veckodag 7", "veckodag 1", "veckodag 2", "veckodag 3",
        "veckodag 4", "igår", "idag", "imorgon", "senare",
      ])
  }

  @Test func `the system's clock knows today`() async throws {
    let now = Date()
    let stores = try await RecordStores([Visit(id: 1, at: now), Visit(id: 2, at: .distantPast)])
    let section = SectionKey<Visit>.relativeDay(
      of: \.at, clock: SystemWallClock(timeZone: .gmt), earlier: .together)
    for (name, list) in try await stores.lists(ResultsRequest(), sectionBy: section) {
      // The test may run at midnight.
      #expect(
        [["Earlier", "Today"], ["Earlier", "Yesterday"]].contains(list.results.map(\.name)))
      #expect(list.results.map { $0.map(\.id) } == [[2], [1]], "\(name)")
    }
  }

  @Test func `years before the first and after the last four digits are named`() async throws {
    let seconds = [-62_198_755_200.0, -62_135_596_800, 253_402_300_800]
    let clock = DayClock(Date(timeIntervalSince1970: 300_000_000_000), .gmt)
    let stores = try await RecordStores(
      seconds.enumerated().map {
        Visit(id: Int64($0), at: Date(timeIntervalSince1970: $1))
      })
    for (_, list) in try await stores.lists(
      ResultsRequest(), sectionBy: .relativeDay(of: \.at, clock: clock))
    {
      #expect(list.results.map { $0.map(\.id) } == [[0], [1], [2]])
      #expect(list.results.map(\.name) == ["January -0001", "January 0001", "January +10000"])
    }
    let far = try await RecordStores([Visit(id: 1, at: Date(timeIntervalSince1970: 1e15))])
    for error in await far.errors(
      ResultsRequest(), sectionBy: .relativeDay(of: \.at, clock: clock))
    {
      #expect(error?.code == .unexpectedCell)
      #expect(error?.message.contains("-999999 to 999999") == true)
    }
  }

  @Test func `English names need no locale`() {
    #expect(RelativeDay.today.englishName == "Today")
    #expect(
      (1...7).map { RelativeDay.weekday($0).englishName } == [
        "Sunday", "Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday",
      ])
    #expect(
      (1...12).map { RelativeDay.month(year: 2026, month: $0).englishName.prefix(3) } == [
        "Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec",
      ])
    #expect(RelativeDay.month(year: 7, month: 3).englishName == "March 0007")
  }
}

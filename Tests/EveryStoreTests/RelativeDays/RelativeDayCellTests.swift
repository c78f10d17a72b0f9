import Foundation
import Sectional
import TestSupport
import Testing

/// Relative days of optional dates, and of rows whose dates are numbers or text.
@MainActor @Suite struct RelativeDayCellTests {
  private let clock: DayClock

  init() throws {
    clock = DayClock(
      try Date(utc: DayBench.friday), try #require(TimeZone(identifier: "Europe/Stockholm")))
  }

  private static let dates = [
    "2026-11-20T22:59:59Z", "2026-11-20T23:00:00Z", "2026-11-19T12:00:00Z", "2026-01-01T12:00:00Z",
  ]
  private static let named = ["January 2026: 4", "Yesterday: 3", "Today: 1", "Tomorrow: 2"]

  private func visits() throws -> [Visit] {
    try Self.dates.enumerated().map { number, text in
      let date = try Date(utc: text)
      return Visit(
        id: Int64(number) + 1, name: text, level: Int(date.timeIntervalSince1970 * 1000),
        weight: date.timeIntervalSinceReferenceDate, at: date, seen: date)
    }
  }

  private func picture(_ list: ResultsController<StoredRow>) -> [String] {
    list.results.map { section in
      let ids = section.rows.keys.flatMap(\.values).map { id in
        if case .integer(let id) = id { "\(id)" } else { "?" }
      }
      return ([section.name + ":"] + ids).joined(separator: " ")
    }
  }

  @Test(arguments: StoreKind.allCases)
  func `nil has a section of its own`(kind: StoreKind) async throws {
    let store = try await TestStore(
      kind, of: Visit.self, try visits() + [Visit(id: 8), Visit(id: 9)])
    for (section, place) in [
      (SectionKey<Visit>.relativeDay(of: \.seen, clock: clock).named(nil: "Never"), 0),
      (.relativeDay(of: \.seen, clock: clock).named(nil: "Never").ordered(.reverse), 4),
    ] {
      let list = store.list(ResultsRequest<Visit>(), sectionBy: section)
      try await list.performFetch()
      #expect(list.results.map(\.count) == (place == 0 ? [2, 1, 1, 1, 1] : [1, 1, 1, 1, 2]))
      #expect(list.results[place].name == "Never" && list.results[place].key == .null)
      list.stop()
    }
  }

  @Test(arguments: StoreKind.allCases)
  func `rows have dates as numbers of any unit, or as text`(kind: StoreKind) async throws {
    let store = try await TestStore(kind, of: Visit.self, try visits())
    for section in [
      SectionKey<StoredRow>.relativeDay(of: "at", clock: clock),
      .relativeDay(of: "level", as: .milliseconds, clock: clock),
      .relativeDay(of: "weight", as: .seconds.since2001, clock: clock),
      .relativeDay(of: "seen", clock: clock), .relativeDay(of: "name", clock: clock),
    ] {
      let list = store.list(ResultsRequest(source: .table("visit")), sectionBy: section)
      try await list.performFetch()
      #expect(picture(list) == Self.named)
      list.stop()
    }
  }

  @Test(arguments: StoreKind.allCases)
  func `a cell that isn't a date is an error, also at midnight`(kind: StoreKind) async throws {
    let store = try await TestStore(kind, of: Visit.self, try visits())
    let section = SectionKey<StoredRow>.relativeDay(of: "name", clock: clock)
    let list = store.list(ResultsRequest(source: .table("visit")), sectionBy: section)
    try await list.performFetch()
    try await store.write { $0.insert(Visit(id: 5, name: "soon")) }
    try await wait { list.error != nil }
    #expect(list.error?.code == .unexpectedCell)
    try await clock.set(try Date(utc: "2026-11-20T23:00:00Z"))
    // The rows that are held get the sections of the day although the store's can't be listed.
    try await wait {
      picture(list) == ["January 2026: 4", "Thursday: 3", "Yesterday: 1", "Today: 2"]
    }
    #expect(list.error != nil)
    try await store.write { $0.delete(Visit(id: 5)) }
    try await store.settle(list)
    #expect(list.error == nil)
    list.stop()
  }

  @Test(arguments: StoreKind.allCases)
  func `days of optional dates can be declared and followed`(kind: StoreKind) async throws {
    let store = try await TestStore(kind, of: Visit.self, [Visit(id: 8)])
    let section = SectionKey<Visit>.relativeDay(of: \.seen, clock: clock)
      .named(nil: "Never").declaring([20_261_120, 20_261_121])
    let list = store.list(ResultsRequest<Visit>(), sectionBy: section)
    let recorder = ChangesetRecorder<Visit>()
    list.changesetDelegate = recorder
    try await list.performFetch()
    #expect(DayBench.picture(list) == ["Never: 8", "Today:", "Tomorrow:"])
    try await clock.set(try Date(utc: "2026-11-20T23:00:00Z"))
    try await wait { DayBench.picture(list) == ["Never: 8", "Yesterday:", "Today:"] }
    #expect(recorder.changesets.map(\.sectionUpdates) == [[1, 2]])
    #expect(recorder.changesets.flatMap(\.rowChanges).isEmpty)
    list.stop()
  }
}

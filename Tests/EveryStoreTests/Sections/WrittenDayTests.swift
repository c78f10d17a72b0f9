import Foundation
import Sectional
import SectionalTesting
import TestSupport
import Testing

/// Sections of texts that are only a date, and of a server's days: they have the day they say, in every zone.
@MainActor @Suite struct WrittenDayTests {
  private struct Line: SchemaRecord {
    var id: Int64
    var at: String

    static let table = RecordTable(
      "line", RecordColumn("id", \.id, primaryKey: true), RecordColumn("at", \.at), row: Line.init)
    static let sqlite = "CREATE TABLE line(id INTEGER PRIMARY KEY, at TEXT NOT NULL)"
    static let postgres = "CREATE TABLE line(id bigint PRIMARY KEY, at text NOT NULL)"
  }

  /// The same lines, with dates.
  private struct DatedLine: StoredRecord {
    var id: Int64
    var at: Date

    static let table = RecordTable(
      "line", RecordColumn("id", \.id, primaryKey: true),
      RecordColumn("at", \.at, as: .iso8601), row: DatedLine.init)
  }

  /// The same lines, written as days.
  private struct DayLine: StoredRecord {
    var id: Int64
    var at: Date

    static let table = RecordTable(
      "line", RecordColumn("id", \.id, primaryKey: true),
      RecordColumn("at", \.at, as: .iso8601Day), row: DayLine.init)
  }

  /// The same lines, with dates as numbers.
  private struct NumberedLine: StoredRecord {
    var id: Int64
    var at: Date

    static let table = RecordTable(
      "line", RecordColumn("id", \.id, primaryKey: true), RecordColumn("at", \.at),
      row: NumberedLine.init)
  }

  /// From eleven hours behind UTC to fourteen hours ahead of it.
  nonisolated static let zones = [
    "Pacific/Pago_Pago", "America/New_York", "UTC", "Asia/Kathmandu", "Pacific/Kiritimati",
  ]

  private func lines(_ texts: [String]) -> [Line] {
    texts.enumerated().map { Line(id: Int64($0) + 1, at: $1) }
  }

  /// The names of the sections with the keys of their rows.
  private func picture(_ list: ResultsController<some Sendable>) -> [String] {
    list.results.map { section in
      let ids = section.rows.keys.flatMap(\.values).map { id in
        if case .integer(let id) = id { "\(id)" } else { "?" }
      }
      return "\(section.name): \(ids.joined(separator: " "))"
    }
  }

  private func pictures(
    _ store: TestStore, _ unit: CalendarUnit, _ zone: TimeZone
  ) async throws -> [[String]] {
    let rows = store.list(
      ResultsRequest<StoredRow>(source: .table("line"), sortBy: [SortKey(.column("at"))]),
      sectionBy: .calendar(unit, of: "at", in: zone), tracksChanges: false)
    let dates = store.list(
      ResultsRequest<DatedLine>(sortBy: [SortKey(\.at)]),
      sectionBy: .calendar(unit, of: \.at, in: zone), tracksChanges: false)
    let days = store.list(
      ResultsRequest<DayLine>(sortBy: [SortKey(\.at)]),
      sectionBy: .calendar(unit, of: \.at, in: zone), tracksChanges: false)
    try await rows.performFetch()
    try await dates.performFetch()
    try await days.performFetch()
    return [picture(rows), picture(dates), picture(days)]
  }

  @Test(arguments: StoreKind.allCases)
  func `a text that is only a date has the day it says`(kind: StoreKind) async throws {
    var random = SeededGenerator(seed: 4)
    // Noons from 1900 to 2100, and the first and last days of some years and months.
    let noons =
      (0..<60).map { _ in (random.below(73_000) - 25_500) * 86_400 + 43_200 }
      + [1_777_593_600, 1_767_182_400, 1_767_268_800, 1_709_164_800, 1_709_251_200].map {
        $0 + 43_200
      }
    let parts = try DateProgram.parts(of: noons, in: "UTC")
    let store = try await TestStore(kind, of: Line.self, lines(parts.map { $0[0] }))
    for zone in try Self.zones.map({ try #require(TimeZone(identifier: $0)) }) {
      for (place, unit) in [CalendarUnit.day, .week, .month, .year].enumerated() {
        let expected = Dictionary(grouping: parts.indices) { parts[$0][place] }
          .sorted { $0.key < $1.key }
          .map { name, places in
            let places = places.sorted { (parts[$0][0], $0) < (parts[$1][0], $1) }
            return "\(name): \(places.map { "\($0 + 1)" }.joined(separator: " "))"
          }
        for picture in try await pictures(store, unit, zone) {
          #expect(picture == expected, "\(zone.identifier), \(unit)")
        }
      }
    }
  }

  @Test(arguments: StoreKind.allCases)
  func `a time without an offset is in UTC, and one with an offset is a moment`(
    kind: StoreKind
  ) async throws {
    let store = try await TestStore(
      kind, of: Line.self,
      lines([
        "2026-05-01", "2026-05-01 02:00:00", "2026-05-01 12:00:00", "2026-04-30",
        "2026-05-01T00:30:00+05:00", "2026-05-01T00:00:00-05:00",
      ]))
    let newYork = try #require(TimeZone(identifier: "America/New_York"))
    for picture in try await pictures(store, .day, newYork) {
      #expect(picture == ["2026-04-30: 4 2 5", "2026-05-01: 1 3 6"])
    }
    for picture in try await pictures(store, .month, .gmt) {
      #expect(picture == ["2026-04: 4 5", "2026-05: 1 2 3 6"])
    }
    // The texts alone lead to May, April, and May again.
    let sorted = store.list(
      ResultsRequest<StoredRow>(source: .table("line"), sortBy: [SortKey(.column("at"))]),
      sectionBy: .calendar(.day, of: "at", in: newYork).asSorted, tracksChanges: false)
    let error = await storeError { try await sorted.performFetch() }
    #expect(error?.code == .outOfOrderSection)
  }

  @Test(arguments: StoreKind.allCases)
  func `today is the day that a text says`(kind: StoreKind) async throws {
    let store = try await TestStore(
      kind, of: Line.self,
      lines(["2026-04-30", "2026-05-01", "2026-05-02", "2026-05-02 12:00:00"]))
    for (now, zone, days) in [
      ("2026-05-01T03:00:00Z", "America/New_York", ["Today: 1", "Tomorrow: 2", "Later: 3 4"]),
      (
        "2026-05-01T23:30:00Z", "Pacific/Kiritimati",
        ["Thursday: 1", "Yesterday: 2", "Today: 3", "Tomorrow: 4"]
      ),
      ("2026-05-01T23:30:00Z", "UTC", ["Yesterday: 1", "Today: 2", "Tomorrow: 3 4"]),
    ] {
      let clock = DayClock(
        try Date(utc: now), try #require(TimeZone(identifier: zone)))
      let rows = store.list(
        ResultsRequest<StoredRow>(source: .table("line")),
        sectionBy: .relativeDay(of: "at", clock: clock), tracksChanges: false)
      let dates = store.list(
        ResultsRequest<DatedLine>(), sectionBy: .relativeDay(of: \.at, clock: clock),
        tracksChanges: false)
      try await rows.performFetch()
      try await dates.performFetch()
      #expect(picture(rows) == days)
      #expect(picture(dates) == days)
    }
  }

  @Test(arguments: StoreKind.allCases)
  func `a day beyond the years of sections is an error in every zone`(
    kind: StoreKind
  ) async throws {
    let store = try await TestStore(
      kind, of: Line.self, lines(["+999999-12-31", "-999999-01-01"]))
    for zone in try Self.zones.map({ try #require(TimeZone(identifier: $0)) }) {
      for picture in try await pictures(store, .day, zone) {
        #expect(picture == ["-999999-01-01: 2", "+999999-12-31: 1"], "\(zone.identifier)")
      }
    }
    try await store.write { $0.insert(Line(id: 3, at: "+1000000-01-01")) }
    for zone in try Self.zones.map({ try #require(TimeZone(identifier: $0)) }) {
      let error = await storeError { _ = try await pictures(store, .day, zone) }
      #expect(error?.code == .unexpectedCell, "\(zone.identifier)")
    }
  }

  @Test func `a server's day and a text of only the date are in one section`() async throws {
    let days = ["2026-05-01", "2025-12-31", "2026-01-01", "0044-03-15"]
    let insert =
      "INSERT INTO line VALUES "
      + days.enumerated().map { "(\($0 + 1), '\($1)')" }.joined(separator: ", ")
    let file = try await TestStore(.sqlite, sqlite: "\(Line.sqlite); \(insert)")
    let server = try await TestStore(
      .postgres, postgres: "CREATE TABLE line(id bigint PRIMARY KEY, at date NOT NULL); \(insert)")
    for zone in try Self.zones.map({ try #require(TimeZone(identifier: $0)) }) {
      for unit in CalendarUnit.allCases {
        let expected = try await pictures(file, unit, zone)
        let found = try await pictures(server, unit, zone)
        #expect(found == expected, "\(zone.identifier), \(unit)")
        #expect(Set(found).count == 1, "\(zone.identifier), \(unit)")
      }
      #expect(
        try await pictures(server, .day, zone)[0]
          == ["0044-03-15: 4", "2025-12-31: 2", "2026-01-01: 3", "2026-05-01: 1"])
    }
  }

  @Test func `a server's day that is held as a number is its midnight in UTC`() async throws {
    let server = try await TestStore(
      .postgres,
      postgres: """
        CREATE TABLE line(id bigint PRIMARY KEY, at date NOT NULL);
        INSERT INTO line VALUES (1, '2026-05-01')
        """)
    let newYork = try #require(TimeZone(identifier: "America/New_York"))
    let list = server.list(
      ResultsRequest<NumberedLine>(), sectionBy: .calendar(.day, of: \.at, in: newYork),
      tracksChanges: false)
    try await list.performFetch()
    #expect(picture(list) == ["2026-04-30: 1"])
  }

  @Test(arguments: StoreKind.allCases)
  func `a record is written as a day, and found by its date`(kind: StoreKind) async throws {
    let store = try await TestStore(kind, of: Line.self)
    let noon = try Date(utc: "2026-05-01T12:00:00Z")
    let midnight = try Date(utc: "2026-05-01T00:00:00Z")
    try await store.write { $0.insert(DayLine(id: 1, at: noon)) }
    #expect(try await store.fetch(ResultsRequest<Line>()).map(\.at) == ["2026-05-01"])
    #expect(try await store.fetch(ResultsRequest<DayLine>()).map(\.at) == [midnight])
    let found = ResultsRequest<DayLine>(predicate: #Predicate { $0.at == midnight })
    #expect(try await store.fetch(found).map(\.id) == [1])
    let later = ResultsRequest<DayLine>(predicate: #Predicate { $0.at > midnight })
    #expect(try await store.fetch(later).isEmpty)
  }

  /// A record whose key is a server's day.
  private struct Page: StoredRecord {
    var day: Date
    var text: String

    static let table = RecordTable(
      "page", RecordColumn("day", \.day, as: .iso8601, primaryKey: true),
      RecordColumn("text", \.text), row: Page.init)
  }

  @Test func `a record whose key is a server's day is known by its key`() async throws {
    let server = try await TestStore(
      .postgres,
      postgres: """
        CREATE TABLE page(day date PRIMARY KEY, text text NOT NULL);
        INSERT INTO page VALUES ('2026-05-01', 'a'), ('2026-05-02', 'b')
        """)
    let list = server.list(ResultsRequest<Page>(), tracksChanges: false)
    try await list.performFetch()
    let second = try #require(list.results.rows.last)
    #expect(list.indexPath(forObject: second) == IndexPath(indexes: [0, 1]))
  }
}

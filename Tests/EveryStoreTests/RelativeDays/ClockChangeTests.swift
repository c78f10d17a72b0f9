import Foundation
import Sectional
import TestSupport
import Testing

/// Days of 23 and 25 hours, days without a midnight, days left out, and clocks that are set.
@MainActor @Suite struct ClockChangeTests {
  /// A day in a time zone: its first moment, and that of the next day.
  struct Day: Sendable, CustomTestStringConvertible {
    let zone: String
    let start: String
    let end: String
    /// The name of this day on the next one.
    var later = "Yesterday"

    var testDescription: String { "\(zone) \(start)" }
  }

  nonisolated static let days = [
    Day(zone: "Europe/Stockholm", start: "2026-03-28T23:00:00Z", end: "2026-03-29T22:00:00Z"),
    Day(zone: "Europe/Stockholm", start: "2026-10-24T22:00:00Z", end: "2026-10-25T23:00:00Z"),
    Day(zone: "America/New_York", start: "2026-03-08T05:00:00Z", end: "2026-03-09T04:00:00Z"),
    Day(zone: "America/New_York", start: "2026-11-01T04:00:00Z", end: "2026-11-02T05:00:00Z"),
    // The next day begins at one o'clock, and is an hour short.
    Day(zone: "America/Santiago", start: "2026-09-05T04:00:00Z", end: "2026-09-06T04:00:00Z"),
    Day(zone: "America/Santiago", start: "2026-09-06T04:00:00Z", end: "2026-09-07T03:00:00Z"),
    Day(zone: "Asia/Beirut", start: "2026-03-27T22:00:00Z", end: "2026-03-28T22:00:00Z"),
    Day(zone: "Asia/Beirut", start: "2026-03-28T22:00:00Z", end: "2026-03-29T21:00:00Z"),
    // At midnight it is eleven o'clock again.
    Day(zone: "Asia/Beirut", start: "2026-10-23T21:00:00Z", end: "2026-10-24T22:00:00Z"),
    Day(zone: "Africa/Cairo", start: "2026-10-28T21:00:00Z", end: "2026-10-29T22:00:00Z"),
    // There was no Friday, so the day before Saturday was a Thursday.
    Day(
      zone: "Pacific/Apia", start: "2011-12-29T10:00:00Z", end: "2011-12-30T10:00:00Z",
      later: "Thursday"),
    Day(zone: "Pacific/Kiritimati", start: "2026-12-31T10:00:00Z", end: "2027-01-01T10:00:00Z"),
    Day(zone: "Asia/Kathmandu", start: "2026-06-14T18:15:00Z", end: "2026-06-15T18:15:00Z"),
    Day(zone: "UTC", start: "2028-02-29T00:00:00Z", end: "2028-03-01T00:00:00Z"),
  ]

  @Test(arguments: days) func `a day ends once, at its last second`(day: Day) async throws {
    let end = try Date(utc: day.end)
    let bench = try await DayBench(.memory, at: day.start, in: day.zone, [day.start, day.end])
    try await bench.store.write { batch in
      batch.insert(Visit(id: 3, at: end.addingTimeInterval(-1)))
      batch.insert(Visit(id: 4, at: end.addingTimeInterval(-0.001)))
    }
    try await bench.fetch()
    let today = try #require(bench.list.results.first { $0.name == "Today" })
    #expect(today.map(\.id) == [1, 3, 4])
    #expect(bench.clock.deadlines == [end])
    // None of these is midnight.
    let start = try Date(utc: day.start)
    for hour in stride(from: start, to: end, by: 3600) { try await bench.setQuietly(hour) }
    try await bench.setQuietly(end.addingTimeInterval(-1))
    try await bench.setQuietly(end.addingTimeInterval(-0.001))
    #expect(bench.clock.deadlines == [end])
    let change = try await bench.turn(end)
    #expect(bench.picture == ["\(day.later): 1 3 4", "Today: 2"])
    #expect(change.rowChanges.filter { $0.key != RowKey([2]) }.isEmpty)
    #expect(change.sectionUpdates.contains(0))
  }

  /// For an hour around midnight, the clocks of Newfoundland showed Saturday, a minute of Sunday, Saturday and Sunday.
  @Test func `a day that is interrupted ends when the next one begins for good`() async throws {
    let end = try Date(utc: "2010-11-07T03:30:00Z")
    let bench = try await DayBench(
      .memory, at: "2010-11-06T20:00:00Z", in: "America/St_Johns", ["2010-11-06T20:00:00Z"])
    try await bench.fetch()
    #expect(bench.clock.deadlines == [end])
    // In the minute of Sunday, it is still Saturday.
    try await bench.store.write {
      $0.insert(Visit(id: 2, at: Date(timeIntervalSince1970: end.timeIntervalSince1970 - 3570)))
    }
    try await bench.list.refresh()
    #expect(bench.picture == ["Today: 1 2"])
    try await bench.turn(end)
    #expect(bench.picture == ["Yesterday: 1 2"])
  }

  @Test func `a day that is taken back while a list is paused leaves the list following`()
    async throws
  {
    let bench = try await DayBench(.memory, [DayBench.friday])
    try await bench.fetch()
    // A look that begins before the pause may see Saturday.
    try await bench.settle()
    let friday = bench.clock.now
    bench.list.pause()
    try await bench.clock.set(friday.addingTimeInterval(86_400))
    try await bench.clock.set(friday)
    bench.list.resume()
    try await bench.setQuietly(friday.addingTimeInterval(1))
    try await bench.turn(friday.addingTimeInterval(86_400))
    #expect(bench.picture == ["Yesterday: 1"])
  }

  @Test func `a list follows through a year of days`() async throws {
    let zone = "Europe/Stockholm"
    let bench = try await DayBench(.memory, at: "2026-01-01T12:00:00Z", in: zone, [])
    var calendar = Calendar(identifier: .gregorian)
    calendar.timeZone = bench.clock.timeZone
    try await bench.store.write { batch in
      for day in 0..<380 {
        let date = bench.clock.now.addingTimeInterval(Double(day - 10) * 86_400)
        batch.insert(Visit(id: Int64(day), at: date))
      }
    }
    try await bench.fetch()
    for _ in 0..<365 {
      let start = calendar.startOfDay(for: bench.clock.now)
      let midnight = try #require(calendar.date(byAdding: .day, value: 1, to: start))
      #expect(bench.clock.deadlines == [midnight])
      let change = try await bench.turn(midnight)
      // One row leaves the weekdays, and one becomes tomorrow's.
      #expect(change.rowChanges.count == 2)
    }
    #expect(bench.list.diagnostics.fullFetches == 1)
    #expect(bench.list.diagnostics.rowsRead == 380)
  }

  @Test func `a clock can be set back, and jump several days`() async throws {
    let dates = (1...28).map { "2026-11-\($0 < 10 ? "0" : "")\($0)T12:00:00Z" }
    let bench = try await DayBench(.memory, dates)
    try await bench.fetch()
    for day in ["18", "25", "24", "05", "30", "01", "20"] {
      let now = try Date(utc: "2026-11-\(day)T11:00:00Z")
      try await bench.turn(now)
      #expect(bench.clock.deadlines.first.map { $0 > now } == true)
    }
    try await bench.turn(try Date(utc: "2031-01-01T00:00:00Z"))
    #expect(bench.picture.count == 1)
    try await bench.turn(try Date(utc: "2019-01-01T00:00:00Z"))
    #expect(bench.picture.first?.hasPrefix("Later: 1 2 3") == true)
  }

  @Test func `only rows whose day is another one move to another time zone`() async throws {
    // In Stockholm it is Friday at five, and in Tokyo Saturday at one.
    let bench = try await DayBench(
      .memory, at: "2026-11-20T16:00:00Z",
      ["2026-11-20T14:30:00Z", "2026-11-20T15:30:00Z", "2026-11-18T12:00:00Z"])
    try await bench.fetch()
    #expect(bench.picture == ["Wednesday: 3", "Today: 1 2"])
    try await bench.settle()
    let before = bench.list.diagnostics
    let change = try await bench.turn(nil, TimeZone(identifier: "Asia/Tokyo"))
    #expect(bench.picture == ["Wednesday: 3", "Yesterday: 1", "Today: 2"])
    #expect(bench.clock.deadlines == [try Date(utc: "2026-11-21T15:00:00Z")])
    #expect(bench.list.diagnostics.rowsRead == before.rowsRead)
    #expect(bench.list.diagnostics.versionChecks == before.versionChecks)
    #expect(change.rowChanges.map(\.key) == [RowKey([2])])
    #expect(change.sectionInserts == [2] && change.sectionDeletes.isEmpty)
    #expect(change.sectionUpdates == [1])
  }

  @Test func `another time zone with the same days changes nothing but midnight`() async throws {
    let bench = try await DayBench(.memory, ["2026-11-20T10:00:00Z", "2026-11-18T12:00:00Z"])
    try await bench.fetch()
    let picture = bench.picture
    try await bench.clock.set(nil, TimeZone(identifier: "Europe/London"))
    try await bench.list.refresh()
    #expect(bench.picture == picture)
    #expect(try bench.changesets.isEmpty)
    #expect(bench.clock.deadlines == [try Date(utc: "2026-11-21T00:00:00Z")])
    // The other zone counts from now on.
    try await bench.store.write {
      $0.insert(Visit(id: 9, at: try Date(utc: "2026-11-20T23:30:00Z")))
    }
    try await bench.store.settle(bench.list)
    #expect(bench.picture == ["Wednesday: 2", "Today: 1 9"])
    #expect(try bench.changesets.count == 1)
  }
}

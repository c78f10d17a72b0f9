import Foundation
import Sectional
import SectionalTesting
import TestSupport
import Testing

/// Dates in every storage form: reading returns the date that was written.
@MainActor @Suite struct DateStorageTests {
  /// Dates in whole milliseconds, from 1900 to 2100.
  private static func moments(_ count: Int) -> [Date] {
    var random = SeededGenerator(seed: 8)
    return (0..<count).map { _ in
      Date(
        timeIntervalSince1970: Double(random.below(6_311_433_600_000) - 2_208_988_800_000) / 1000)
    }
  }

  nonisolated static let storages: [Date.Storage] = [
    .unixSeconds, .unixMilliseconds, .unixMicroseconds, .secondsSince2001, .iso8601, .sqliteText,
    .sqliteMillisecondsText,
  ]

  @Test(arguments: storages)
  func `a date in milliseconds is read as it was written`(storage: Date.Storage) throws {
    var wrong: [Date] = []
    for moment in Self.moments(2000) {
      let read = try #require(Date(cell: moment.cell(as: storage), as: storage))
      if abs(read.timeIntervalSince(moment)) > 1e-5 { wrong.append(moment) }
    }
    #expect(
      wrong.isEmpty, "\(wrong.count), the first is \(wrong.first?.timeIntervalSince1970 ?? 0)")
  }

  @Test(arguments: storages)
  func `a date cell that is read and written back is unchanged`(storage: Date.Storage) throws {
    var wrong: [StoredValue] = []
    for moment in Self.moments(2000) {
      let cell = moment.cell(as: storage)
      let read = try #require(Date(cell: cell, as: storage))
      if read.cell(as: storage) != cell { wrong.append(cell) }
    }
    #expect(wrong.isEmpty, "\(wrong.count), such as \(wrong.prefix(2))")
  }

  @Test func `microseconds and Core Data's dates are written back unchanged`() throws {
    var random = SeededGenerator(seed: 9)
    for _ in 0..<2000 {
      // From 1900 to 2100.
      let count = random.below(6_311_433_600_000_000) - 2_208_988_800_000_000
      let microseconds = StoredValue.integer(Int64(count))
      let date = try #require(Date(cell: microseconds, as: .unixMicroseconds))
      #expect(date.cell(as: .unixMicroseconds) == microseconds)
      let seconds = StoredValue.real(Double(random.below(1 << 50)) / 1_048_576.5)
      #expect(Date(cell: seconds, as: .secondsSince2001)?.cell(as: .secondsSince2001) == seconds)
    }
    let new = Date(timeIntervalSinceReferenceDate: 0)
    #expect(new.cell(as: .secondsSince2001) == 0)
    #expect(new.cell(as: .unixMicroseconds) == .integer(978_307_200_000_000))
  }

  @Test func `the last microsecond of a far year is in that year`() throws {
    let cell = StoredValue.integer(253_402_300_799_999_999)
    let date = try #require(Date(cell: cell, as: .unixMicroseconds))
    #expect(date < Date(timeIntervalSince1970: 253_402_300_800))
    #expect(abs(date.timeIntervalSince1970 - 253_402_300_800) < 1e-3)
  }

  @Test func `a date text of another program is written back unchanged`() throws {
    let text = StoredValue.text("2009-02-13T23:31:30.123Z")
    let date = try #require(Date(cell: text, as: .iso8601))
    #expect(date.cell(as: .iso8601) == text)
    #expect(Date(timeIntervalSince1970: 1_234_567_890.123).cell(as: .iso8601) == text)
  }

  @Test func `a date in the form of SQLite's own functions is written back unchanged`() throws {
    for text in ["2026-11-20 13:57:45", "2026-11-20 13:57:45.250", "-0044-03-15 00:00:00"] {
      let date = try #require(Date(cell: .text(text), as: .sqliteText))
      #expect(date.cell(as: .sqliteText) == .text(text))
    }
    let date = try #require(Date(cell: "2026-11-20T13:57:45Z", as: .sqliteText))
    #expect(date.cell(as: .sqliteText) == "2026-11-20 13:57:45")
  }

  @Test func `a record is found by the date it was read with`() async throws {
    let visits = Self.moments(40).enumerated().map { Visit(id: Int64($0), seen: $1) }
    let stores = try await RecordStores(visits)
    for (name, list) in try await stores.lists(ResultsRequest()) {
      var lost = 0
      for visit in list.results.rows {
        let seen = visit.seen
        let found = try await stores.lists(
          ResultsRequest(predicate: #Predicate { $0.seen == seen }))
        if !found.allSatisfy({ $0.list.results.rows.map(\.id) == [visit.id] }) { lost += 1 }
      }
      #expect(lost == 0, "\(name)")
    }
  }

  private struct Timed: SchemaRecord, Hashable {
    var id: Int64
    var seconds: Date
    var milliseconds: Date
    var microseconds: Date
    var since2001: Date
    var text: Date

    init(_ id: Int64, _ date: Date) { self.init(id, date, date, date, date, date) }

    init(_ id: Int64, _ one: Date, _ two: Date, _ three: Date, _ four: Date, _ five: Date) {
      (self.id, seconds, milliseconds, microseconds) = (id, one, two, three)
      (since2001, text) = (four, five)
    }

    static let table = RecordTable(
      "timed", RecordColumn("id", \.id, primaryKey: true), RecordColumn("seconds", \.seconds),
      RecordColumn("milliseconds", \.milliseconds, as: .unixMilliseconds),
      RecordColumn("microseconds", \.microseconds, as: .unixMicroseconds),
      RecordColumn("since2001", \.since2001, as: .secondsSince2001),
      RecordColumn("text", \.text, as: .iso8601)
    ) { Timed($0, $1, $2, $3, $4, $5) }

    static let sqlite = """
      CREATE TABLE timed(id INTEGER PRIMARY KEY, seconds REAL, milliseconds INTEGER,
        microseconds INTEGER, since2001 REAL, text TEXT);
      """

    static let postgres = """
      CREATE TABLE timed(id bigint PRIMARY KEY, seconds float8, milliseconds bigint,
        microseconds bigint, since2001 float8, text text);
      """
  }

  @Test func `records are found, sorted and grouped by dates in every form`() async throws {
    let records = Self.moments(60).enumerated().map { Timed(Int64($0), $1) }
    let stores = try await RecordStores(records)
    let sorted = records.sorted { $0.seconds < $1.seconds }.map(\.id)
    let late = records[7].seconds
    let found = Set(records.filter { $0.seconds >= late }.map(\.id))
    let requests: [(ResultsRequest<Timed>, SortKey<Timed>)] = [
      (ResultsRequest(predicate: #Predicate { $0.seconds >= late }), SortKey(\.seconds)),
      (ResultsRequest(predicate: #Predicate { $0.milliseconds >= late }), SortKey(\.milliseconds)),
      (ResultsRequest(predicate: #Predicate { $0.microseconds >= late }), SortKey(\.microseconds)),
      (ResultsRequest(predicate: #Predicate { $0.since2001 >= late }), SortKey(\.since2001)),
      (ResultsRequest(predicate: #Predicate { $0.text >= late }), SortKey(\.text)),
    ]
    let sections: [SectionKey<Timed>] = [
      .calendar(.day, of: \.seconds, in: .gmt), .calendar(.day, of: \.milliseconds, in: .gmt),
      .calendar(.day, of: \.microseconds, in: .gmt), .calendar(.day, of: \.since2001, in: .gmt),
      .calendar(.day, of: \.text, in: .gmt),
    ]
    for ((request, sort), section) in zip(requests, sections) {
      for (name, list) in try await stores.lists(request) {
        #expect(Set(list.results.rows.map(\.id)) == found, "\(name), \(sort)")
      }
      for (name, list) in try await stores.lists(ResultsRequest(sortBy: [sort])) {
        #expect(list.results.rows.map(\.id) == sorted, "\(name), \(sort)")
      }
      let inMemory = try await stores.lists(ResultsRequest(), sectionBy: sections[0])[0].list
      for (name, list) in try await stores.lists(ResultsRequest(), sectionBy: section) {
        #expect(list.results.map(\.name) == inMemory.results.map(\.name), "\(name), \(sort)")
      }
    }
  }

  @Test(arguments: [
    -62_167_219_201, -62_167_219_200, -62_135_596_801, 253_402_300_800, 1e11, 9e12, 1.85e14, -9e15,
    9e15,
  ])
  func `far dates written as text can be read`(seconds: Double) {
    let date = Date(timeIntervalSince1970: seconds)
    let cell = date.cell(as: .iso8601)
    #expect(Date(cell: cell, as: .iso8601) == date, "\(cell)")
  }

  @Test func `texts before 1582 are read by the Gregorian calendar`() throws {
    for text in ["1582-10-10", "0001-01-01", "1000-02-28"] {
      let seconds = try ScratchDatabase().write("SELECT unixepoch('\(text)')")
      let date = Date(cell: .text(text), as: .iso8601)
      #expect(date.map { "\(Int($0.timeIntervalSince1970))\n" } == seconds, "\(text)")
    }
  }

  nonisolated static let texts: [(String, Double?)] = [
    ("1970-01-02", 86_400), ("1970-01-01 00:01", 60), ("1970-01-01T00:00:01", 1),
    ("1970-01-01 00:00:01.5", 1.5), ("1970-01-01T00:00:01.250Z", 1.25),
    ("1970-01-01T01:00:00+01:00", 0), ("1970-01-01T00:00:00-0530", 19_800),
    ("1970-01-01T01:00+01", 0), ("1969-12-31T23:59:59Z", -1), ("2000-02-29", 951_782_400),
    ("1900-02-29", nil), ("1970-13-01", nil), ("1970-00-01", nil), ("1970-1-1", nil), ("", nil),
    ("1970-01-01T", nil), ("1970-01-01T25:00", nil), ("1970-01-01T00:60", nil),
    ("1970-01-01T00:00:00Z ", nil), (" 1970-01-01", nil), ("1970-01-01T00:00:00.Z", nil),
    ("1970-01-01\0", nil), ("\u{661}970-01-01", nil), ("1970-01-01T00:00:00+1:00", nil),
    ("1970-01-01T00:00:00+01:", nil), ("now", nil), ("2440587.5", nil),
    // A decimal comma, small letters, hours alone, and the end of a day.
    ("1970-01-01T00:00:01,25Z", 1.25), ("1970-01-01 00:00:01,5", 1.5),
    ("1970-01-01t00:00:01z", 1), ("1970-01-01T06Z", 21_600), ("1970-01-01 06", 21_600),
    ("1970-01-01T06+01", 18_000), ("1970-01-01T06-0530", 41_400), ("1970-01-01T24:00", 86_400),
    ("1970-01-01 24:00:00.000Z", 86_400), ("1970-01-01T24", 86_400),
    ("1970-01-01T24:00:00+01:00", 82_800), ("1970-01-01T23:59:60Z", 86_400),
    ("1970-01-01T24:00:01", nil), ("1970-01-01T24:01", nil), ("1970-01-01T24:00:00.5", nil),
    ("1970-01-01T06,5", nil), ("1970-01-01T06:30.5", nil), ("1970-01-01T00:00:00,Z", nil),
    ("1970-01-01x00:00", nil), ("1970-01-01 ", nil), ("1970-01-01Z", nil),
    // What the documentation says isn't read.
    ("19700101", nil), ("19700101T000000Z", nil), ("1970-01-01T000000Z", nil),
    ("1970-W01-4", nil), ("1970-W01", nil), ("1970-001", nil), ("1970-08", nil), ("1970", nil),
    ("00:00:00", nil), ("1970-01-01T00:00:00 +01:00", nil),
  ]

  @Test(arguments: [
    "1970-01-02", "1970-01-01 00:01", "1970-01-01T00:00:01", "1970-01-01 00:00:01.5",
    "1970-01-01T00:00:01.250Z", "1970-01-01T00:00:01z", "1970-01-01T01:00:00+01:00",
    "1970-01-01T24:00", "1970-01-01 24:00:00",
  ])
  func `a text that SQLite reads is the same moment here`(text: String) throws {
    let date = try #require(Date(cell: .text(text), as: .iso8601))
    let answer = try ScratchDatabase().write(
      "SELECT round((julianday('\(text)') - julianday('1970-01-01')) * 86400, 3)")
    #expect(Double(answer.dropLast()) == date.timeIntervalSince1970)
  }

  @Test(arguments: texts) func `texts are read in the forms of ISO 8601`(
    text: String, seconds: Double?
  ) {
    #expect(Date(cell: .text(text), as: .iso8601)?.timeIntervalSince1970 == seconds)
  }
}

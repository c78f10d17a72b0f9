import Foundation
import Sectional
import SectionalSQLite
import SectionalTesting
import TestSupport
import Testing

/// Sections of the days that numbers represent, in any unit and epoch.
@MainActor @Suite struct CalendarNumberTests {
  private struct Stamp: SchemaRecord {
    var id: Int64
    var count: Int64
    var real: Double?

    static let table = RecordTable(
      "stamp", RecordColumn("id", \.id, primaryKey: true), RecordColumn("count", \.count),
      RecordColumn("real", \.real), row: Stamp.init)

    static let sqlite =
      "CREATE TABLE stamp(id INTEGER PRIMARY KEY, count INTEGER NOT NULL, real REAL);"
    static let postgres =
      "CREATE TABLE stamp(id bigint PRIMARY KEY, count bigint NOT NULL, real float8);"
  }

  nonisolated static let numbers = DateNumber.Unit.allCases.flatMap { unit in
    DateNumber.Epoch.allCases.map { DateNumber(unit, since: $0) }
  }.filter {
    // Nanoseconds since 1601 passed the largest integer in 1893.
    $0 != DateNumber(.nanoseconds, since: .year1601)
  }

  /// Returns how many of a unit are in a second.
  private func perSecond(_ number: DateNumber) -> Int64 {
    switch number.unit {
    case .seconds: 1
    case .milliseconds: 1000
    case .microseconds: 1_000_000
    case .hundredNanoseconds: 10_000_000
    case .nanoseconds: 1_000_000_000
    }
  }

  /// Returns the number at the start of a second since 1970.
  private func count(_ number: DateNumber, at second: Int) -> Int64 {
    let start =
      switch number.epoch {
      case .year1601: -11_644_473_600
      case .year1970: 0
      case .year2001: 978_307_200
      }
    return (Int64(second) - Int64(start)) * perSecond(number)
  }

  private func key(_ place: Int) -> RowKey { RowKey([StoredValue.integer(Int64(place))]) }

  /// Returns the names of the sections by the identities of their rows.
  private func names(_ results: ResultsList<some Sendable>) -> [RowKey: String] {
    var names: [RowKey: String] = [:]
    for section in results { for key in section.rows.keys { names[key] = section.name } }
    return names
  }

  @Test(arguments: numbers)
  func `numbers are on the days that the date program says`(number: DateNumber) async throws {
    let zone = try #require(TimeZone(identifier: "Europe/Stockholm"))
    var random = SeededGenerator(seed: 7)
    // From 1900 to 2100.
    let seconds = (0..<200).map { _ in random.below(6_311_433_600) - 2_208_988_800 }
    let expected = try DateProgram.parts(of: seconds, in: "Europe/Stockholm")
    let stamps = seconds.enumerated().map { place, second in
      let first = count(number, at: second)
      // The last number in the second, and the first one as a real number.
      return Stamp(id: Int64(place), count: first + perSecond(number) - 1, real: Double(first))
    }
    let stores = try await RecordStores(stamps)
    for (place, unit) in [CalendarUnit.day, .week, .month, .year].enumerated() {
      for section in [
        SectionKey<Stamp>.calendar(unit, of: \.count, as: number, in: zone),
        .calendar(unit, of: \.real, as: number, in: zone),
      ] {
        for (name, list) in try await stores.lists(ResultsRequest(), sectionBy: section) {
          let shown = names(list.results)
          let wrong = expected.indices.first {
            shown[key($0)] != expected[$0][place]
          }
          #expect(wrong == nil, "\(name), \(number), \(unit), \(wrong.map { seconds[$0] } ?? 0)")
        }
      }
      for column in ["count", "real"] {
        let list = ResultsController(
          fetchRequest: ResultsRequest<StoredRow>(source: .table("stamp")), store: stores.sqlite,
          sectionBy: .calendar(unit, of: column, as: number, in: zone), tracksChanges: false)
        try await list.performFetch()
        let shown = names(list.results)
        #expect(
          expected.indices.allSatisfy {
            shown[key($0)] == expected[$0][place]
          }, "\(column), \(number), \(unit)")
      }
    }
  }

  @Test(arguments: numbers)
  func `the last number before midnight is on the day before`(number: DateNumber) async throws {
    // 2023-11-15, and 9999-12-31, when a double no longer distinguishes milliseconds.
    let midnights =
      number.unit == .nanoseconds ? [1_700_006_400] : [1_700_006_400, 253_402_300_800]
    let names = [("2023-11-14", "2023-11-15"), ("9999-12-31", "+10000-01-01")]
    for (midnight, (before, after)) in zip(midnights, names) {
      let first = count(number, at: midnight)
      let stores = try await RecordStores(
        sqlite: Stamp.sqlite, [Stamp(id: 1, count: first - 1), Stamp(id: 2, count: first)])
      for (_, list) in try await stores.lists(
        ResultsRequest(), sectionBy: .calendar(.day, of: \.count, as: number, in: .gmt))
      {
        #expect(list.results.map(\.name) == [before, after])
      }
    }
  }

  @Test func `a number of another unit is named, and the list recovers`() async throws {
    let stores = try await RecordStores([Stamp(id: 1, count: 0)])
    let section = SectionKey<Stamp>.calendar(.day, of: \.count, as: .seconds, in: .gmt)
    let lists = stores.controllers(ResultsRequest(), sectionBy: section, tracksChanges: true)
      .map { $0.list }
    for list in lists { try await list.performFetch() }
    try await stores.insert([Stamp(id: 42, count: 1_700_000_000_000_000)])
    for list in lists {
      try await wait { list.status.error != nil }
      let message = list.status.error?.message ?? ""
      for part in [
        "\"count\" of \"stamp\" with the key 42 is an integer",
        "a number of seconds since 1970 in the years -999999 to 999999",
      ] {
        #expect(message.contains(part), "\(message)")
      }
      #expect(!message.contains("17000000"), "\(message)")
      #expect(list.results.map(\.name) == ["1970-01-01"])
    }
    try await stores.write { $0.update(Stamp(id: 42, count: 1_700_000_000)) }
    for list in lists {
      try await wait { list.isCurrent }
      #expect(list.results.map(\.name) == ["1970-01-01", "2023-11-14"])
    }
  }

  @Test func `changing a number's unit changes the sections`() async throws {
    let stores = try await RecordStores(
      [Stamp(id: 1, count: 0), Stamp(id: 2, count: 86_400_000)])
    let request = ResultsRequest<Stamp>()
    let list = ResultsController(
      fetchRequest: request, store: stores.memory,
      sectionBy: .calendar(.day, of: \.count, as: .seconds, in: .gmt))
    try await list.performFetch()
    #expect(list.results.map(\.name) == ["1970-01-01", "1972-09-27"])
    try await list.setRequest(
      request, sectionBy: .calendar(.day, of: \.count, as: .milliseconds, in: .gmt))
    #expect(list.results.map(\.name) == ["1970-01-01", "1970-01-02"])
  }
}

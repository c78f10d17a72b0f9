import Foundation
import Sectional
import SectionalTesting
import TestSupport
import Testing

/// Sections of days, weeks, months and years, compared with the `date` program.
///
/// A day begins when it begins for good.
@MainActor @Suite struct CalendarSectionTests {
  nonisolated static let zones = [
    "Europe/Berlin", "America/New_York", "America/Havana", "Pacific/Kwajalein", "Pacific/Apia",
    "Asia/Kathmandu", "Australia/Lord_Howe", "America/St_Johns", "Africa/Monrovia", "UTC",
    "Asia/Tehran", "Pacific/Chatham",
  ]

  /// Checks that each section has the name that the program gives its records, and that the names and keys ascend; with
  /// few records, it checks a server as well.
  private func check(
    _ seconds: [Int], in zone: String, onServer: Bool = false
  ) async throws {
    let timeZone = try #require(TimeZone(identifier: zone))
    let expected = try Self.lastingParts(of: seconds, in: zone)
    let stores = try await RecordStores(
      sqlite: Visit.sqlite, postgres: onServer ? Visit.postgres : nil,
      seconds.enumerated().map {
        Visit(id: Int64($0), at: Date(timeIntervalSince1970: Double($1)))
      })
    for (place, unit) in [CalendarUnit.day, .week, .month, .year].enumerated() {
      for (name, list) in try await stores.lists(
        ResultsRequest(sortBy: [SortKey(\.at)]),
        sectionBy: .calendar(unit, of: \.at, in: timeZone))
      {
        var shown: [Int64: String] = [:]
        for section in list.results {
          for visit in section { shown[visit.id] = section.name }
          let digits = section.name.filter(\.isNumber)
          #expect(section.key == .integer(Int64(digits) ?? 0), "\(name)")
        }
        let wrong = expected.indices.first { shown[Int64($0)] != expected[$0][place] }
        #expect(
          wrong == nil,
          "\(name), \(zone), \(wrong.map { "\(seconds[$0]): \(shown[Int64($0)] ?? "") is not \(expected[$0][place])" } ?? "")"
        )
        let names = list.results.map(\.name)
        #expect(names == Set(expected.map { $0[place] }).sorted(), "\(name), \(zone)")
      }
    }
  }

  /// Returns the parts of the earliest day that the clocks of a zone show at each of some seconds or at a later one.
  private static func lastingParts(of seconds: [Int], in zone: String) throws -> [[String]] {
    var parts = try DateProgram.parts(of: seconds, in: zone)
    let latestFirst = seconds.indices.sorted { seconds[$0] > seconds[$1] }
    for (later, place) in zip(latestFirst, latestFirst.dropFirst()) {
      parts[place] = zip(parts[place], parts[later]).map(min)
    }
    return parts
  }

  @Test(arguments: zones) func `random moments are in the right section`(zone: String)
    async throws
  {
    var random = SeededGenerator(seed: UInt64(zone.count))
    // From 1900 to 2100.
    let seconds = (0..<400).map { _ in random.below(6_311_433_600) - 2_208_988_800 }
    try await check(seconds, in: zone)
  }

  /// Returns the times between 1900 and 2040 at which the clock of a zone changes.
  private nonisolated static func changes(of zone: String) throws -> [Int] {
    let timeZone = try #require(TimeZone(identifier: zone))
    var moments: [Int] = []
    for start in stride(from: -2_208_988_800, to: 2_208_988_800, by: 86_400 * 14) {
      var (low, high) = (start, start + 86_400 * 14)
      func offset(_ second: Int) -> Int {
        timeZone.secondsFromGMT(for: Date(timeIntervalSince1970: Double(second)))
      }
      guard offset(low) != offset(high) else { continue }
      while high - low > 1 {
        let middle = (low + high) / 2
        if offset(middle) == offset(low) { low = middle } else { high = middle }
      }
      moments.append(high)
    }
    return moments
  }

  @Test(arguments: zones) func `sections are right around every change of the clock`(zone: String)
    async throws
  {
    let seconds = try Self.changes(of: zone).suffix(120).flatMap { moment in
      [-86_400, -3601, -3600, -1, 0, 1, 1799, 1800, 3599, 3600, 86_400].map { moment + $0 }
    }
    try await check(seconds.isEmpty ? [0] : seconds, in: zone)
  }

  @Test func `days begin at midnight when daylight saving begins and ends`() async throws {
    // In Berlin on 2026-03-29 and 2026-10-25, in New York on 2026-03-08 and 2026-11-01.
    for (zone, midnights) in [
      ("Europe/Berlin", [1_774_738_800, 1_774_821_600, 1_792_879_200, 1_792_969_200]),
      ("America/New_York", [1_772_946_000, 1_773_028_800, 1_793_505_600, 1_793_595_600]),
    ] {
      let days = try DateProgram.parts(of: midnights.flatMap { [$0 - 1, $0] }, in: zone)
      #expect(Set(days.map { $0[0] }).count == 6, "the example is no longer of midnights")
      try await check(midnights.flatMap { [$0 - 1, $0] }, in: zone, onServer: true)
    }
  }

  @Test(arguments: [
    // In Havana, one o'clock becomes midnight again. Two zones went back across midnight by an hour or a day, and Apia
    // skipped a day.
    ("America/Havana", 1_793_509_200), ("Pacific/Kwajalein", -1_041_379_200),
    ("America/Toronto", -1_583_697_600), ("Pacific/Apia", 1_325_239_200),
    ("Pacific/Kwajalein", 745_934_400), ("America/Juneau", -3_225_223_727),
  ]) func `a clock set back over midnight does not split a day`(zone: String, moment: Int)
    async throws
  {
    let seconds = stride(from: moment - 2 * 86_400, through: moment + 2 * 86_400, by: 1800).map {
      $0
    }
    try await check(seconds + [moment - 1, moment + 1], in: zone)
  }

  @Test func `leap days exist only in leap years`() async throws {
    // Around the end of February in 1900, 2000, 2024 and 2100.
    let ends = [-2_203_891_200, 951_868_800, 1_709_251_200, 4_107_542_400]
    try await check(
      ends.flatMap { [$0 - 86_401, $0 - 86_400, $0 - 1, $0] }, in: "UTC", onServer: true)
  }
}

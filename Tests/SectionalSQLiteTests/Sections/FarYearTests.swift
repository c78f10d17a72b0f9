import Foundation
import Sectional
import SectionalTesting
import Testing

/// Sections of dates that are far away, by the rules of the Gregorian calendar.
@MainActor @Suite struct FarYearTests {
  private func names(
    _ unit: CalendarUnit, _ seconds: [Double]
  ) async throws -> [[String]] {
    let stores = try await RecordStores(
      Visit.sql,
      seconds.enumerated().map {
        Visit(id: Int64($0), at: Date(timeIntervalSince1970: $1))
      })
    return try await stores.lists(
      FetchRequest(sortBy: [SortKey(\.at)]), sectionBy: .calendar(unit, of: \.at, in: .gmt)
    ).map { $0.list.results.map(\.name) }
  }

  @Test func `years beyond 9999 have a sign and come last`() async throws {
    let seconds = [253_402_300_799.0, 253_402_300_800, 0]
    for names in try await names(.day, seconds) {
      #expect(names == ["1970-01-01", "9999-12-31", "+10000-01-01"])
    }
    for names in try await names(.week, seconds) {
      #expect(names == ["1970-W01", "9999-W52"])
    }
  }

  @Test func `years before 1 are counted down through zero`() async throws {
    let year = 365.2425 * 86_400
    // The middle of the years -2 to 2.
    let seconds = (-2...2).map { -62_167_219_200.0 + (Double($0) + 0.5) * year }
    for names in try await names(.year, seconds) {
      #expect(names == ["-0002", "-0001", "0000", "0001", "0002"])
    }
  }

  @Test func `days before 1582 are the Gregorian calendar's`() async throws {
    // The days around Gregory's reform, and the first and the last day of early years.
    let seconds = [-12_219_292_800, -12_219_292_801, -62_135_596_800, -30_610_224_000]
    let expected = try DateProgram.parts(of: seconds, in: "UTC")
    for names in try await names(.day, seconds.map(Double.init)) {
      #expect(names == expected.map { $0[0] }.sorted())
    }
    for names in try await names(.week, seconds.map(Double.init)) {
      #expect(names == Set(expected.map { $0[1] }).sorted())
    }
  }

  @Test func `dates that no calendar knows stop nothing`() async throws {
    for unit in CalendarUnit.allCases {
      for names in try await names(unit, [-1e300, 0, 1e300, 9e15, -9e15]) {
        #expect((2...5).contains(names.count))
      }
    }
  }
}

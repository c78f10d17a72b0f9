import Foundation
import Sectional
import SectionalTesting
import TestSupport
import Testing

/// Sections of distant dates, according to the Gregorian calendar.
@MainActor @Suite struct FarYearTests {
  private func names(
    _ unit: CalendarUnit, _ seconds: [Double]
  ) async throws -> [[String]] {
    let stores = try await RecordStores(
      seconds.enumerated().map {
        Visit(id: Int64($0), at: Date(timeIntervalSince1970: $1))
      })
    return try await stores.lists(
      ResultsRequest(sortBy: [SortKey(\.at)]), sectionBy: .calendar(unit, of: \.at, in: .gmt)
    ).map { $0.list.results.map(\.name) }
  }

  @Test func `years beyond 9999 have a sign and sort last`() async throws {
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
    // The days around Gregory's reform, and the first and last days of early years.
    let seconds = [-12_219_292_800, -12_219_292_801, -62_135_596_800, -30_610_224_000]
    let expected = try DateProgram.parts(of: seconds, in: "UTC")
    for names in try await names(.day, seconds.map(Double.init)) {
      #expect(names == expected.map { $0[0] }.sorted())
    }
    for names in try await names(.week, seconds.map(Double.init)) {
      #expect(names == Set(expected.map { $0[1] }).sorted())
    }
  }

  @Test func `the first and last supported days have their own names`() async throws {
    let noon = 43_200.0
    for names in try await names(.day, [-31_619_087_596_800 + noon, 31_494_784_780_800 - noon]) {
      #expect(names == ["-999999-01-01", "+999999-12-31"])
    }
  }

  @Test(arguments: CalendarUnit.allCases)
  func `a date beyond these years is an error that names the record`(unit: CalendarUnit)
    async throws
  {
    let day = 86_400.0
    let seconds = [
      -1e300, 1e300, 1.7e15, 9e15, -9e15, -31_619_087_596_800 - day, 31_494_784_780_800 + day,
    ]
    let stores = try await RecordStores([Visit(id: 1)])
    for seconds in seconds {
      try await stores.write {
        $0.upsert(Visit(id: 42, at: Date(timeIntervalSince1970: seconds)))
      }
      let section = SectionKey<Visit>.calendar(unit, of: \.at, in: .gmt)
      for error in await stores.errors(ResultsRequest(), sectionBy: section) {
        #expect(error?.code == .unexpectedCell)
        let message = error?.message ?? ""
        for part in [
          "\"at\" of \"visit\" with the key 42 is", "a date in the years -999999 to 999999",
          ".unixMicroseconds",
        ] {
          #expect(message.contains(part), "\(seconds): \(message)")
        }
        #expect(!message.contains("e+") && !message.contains("314947"), "\(message)")
      }
    }
  }

  @Test func `date texts outside of the supported years are errors`() async throws {
    let store = MemoryStore(try MemoryTable("t", columns: ["id", "at"], primaryKey: ["id"]))
    let texts: [(String, String?)] = [
      ("+999999-12-31", "+999999"), ("-999999-01-01T00:00:00Z", "-999999"),
      ("+1000000-01-01", nil), ("-1000000-12-31T23:59:59Z", nil),
    ]
    for (text, name) in texts {
      try store.write { try $0.upsert([1, .text(text)], into: "t") }
      let list = ResultsController(
        fetchRequest: ResultsRequest<StoredRow>(source: .table("t")), store: store,
        sectionBy: .calendar(.year, of: "at", in: .gmt), tracksChanges: false)
      let error = await storeError { try await list.performFetch() }
      #expect((error == nil) == (name != nil), "\(text)")
      #expect(list.results.first?.name == name, "\(text)")
    }
  }
}

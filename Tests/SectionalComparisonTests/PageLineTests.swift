import Sectional
import SectionalSQL
import SectionalSQLite
import SectionalTesting
import TestSupport
import Testing

@testable import SectionalComparison

/// The numbers of the page, which are those of the text.
struct PageLineTests {
  @Test(arguments: 0..<UInt64(40))
  func `the page shows as many moved and missing rows as the text counts`(
    seed: UInt64
  ) async throws {
    var generator = SeededGenerator(seed: seed)
    let count = Int.random(in: 2...12, using: &generator)
    let places = (0..<count).map { _ in Int.random(in: 0..<count, using: &generator) }
    let (first, second) = (try Self.file(), try Self.file())
    for id in 0..<count {
      if Int.random(in: 0..<5, using: &generator) > 0 {
        try first.write("INSERT INTO t VALUES (\(id), \(id))")
      }
      if Int.random(in: 0..<5, using: &generator) > 0 {
        try second.write("INSERT INTO t VALUES (\(id), \(places[id]))")
      }
    }
    let order = try await Self.order(of: first, second)
    let kinds = Self.kinds(of: order)
    func number(_ kind: String) -> Int { kinds.count { $0 == kind } }
    let counts = order.comparison.counts
    #expect(number("moved") == counts.moved)
    #expect(number("onlyFirst") == counts.onlyIn.first)
    #expect(number("onlySecond") == counts.onlyIn.second)
  }

  @Test(arguments: 0..<UInt64(20))
  func `rows whose keys have another form are shown as such, and counted among the missing ones`(
    seed: UInt64
  ) async throws {
    var generator = SeededGenerator(seed: seed)
    let (first, second) = (try Self.file(), try Self.file(keyType: "ANY"))
    var both = 0
    for id in 0..<12 {
      let isText = Bool.random(using: &generator)
      let (isFirst, isSecond) = (
        Int.random(in: 0..<5, using: &generator) > 0, Int.random(in: 0..<5, using: &generator) > 0
      )
      if isFirst { try first.write("INSERT INTO t VALUES (\(id), \(id))") }
      let value = Int.random(in: 0..<12, using: &generator)
      if isSecond {
        try second.write("INSERT INTO t VALUES (\(isText ? "'\(id)'" : "\(id)"), \(value))")
      }
      if isText, isFirst, isSecond { both += 1 }
    }
    let order = try await Self.order(of: first, second)
    let kinds = Self.kinds(of: order)
    func number(_ kind: String) -> Int { kinds.count { $0 == kind } }
    let counts = order.comparison.counts
    #expect(counts.underOtherKeys == both)
    #expect(number("otherKey") == both)
    #expect(number("onlyFirst") + both == counts.onlyIn.first)
    #expect(number("onlySecond") + both == counts.onlyIn.second)
    #expect(number("moved") == counts.moved)
    let answer = order.answer(namingStores: ("a", "b"))
    #expect(answer.contains("\(both) of these") == (both > 0), "\(answer)")
  }

  private static func file(keyType: String = "INTEGER") throws -> ScratchDatabase {
    try ScratchDatabase("CREATE TABLE t(id \(keyType) PRIMARY KEY NOT NULL, v INTEGER) STRICT")
  }

  private static func order(
    of first: ScratchDatabase, _ second: ScratchDatabase
  ) async throws -> OrderReport {
    let request = ResultsRequest<StoredRow>(table: "t", sortBy: [SortKey(.column("v"))])
    let report = try await StoreComparison(
      ComparedSource(try SQLiteStore(path: first.path), request),
      ComparedSource(try SQLiteStore(path: second.path), request)
    ).report()
    return try #require(report.orders.first)
  }

  private static func kinds(of order: OrderReport) -> [String] {
    PageLines(order, room: 1 << 20).lines.compactMap { line in
      if case .row(let row) = line { row.kind } else { nil }
    }
  }
}

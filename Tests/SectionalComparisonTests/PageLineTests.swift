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
    let request = ResultsRequest<StoredRow>(table: "t", sortBy: [SortKey(.column("v"))])
    let report = try await StoreComparison(
      ComparedSource(try SQLiteStore(path: first.path), request),
      ComparedSource(try SQLiteStore(path: second.path), request)
    ).report()
    let order = try #require(report.orders.first)
    let kinds = PageLines(order, room: 1 << 20).lines.compactMap { line in
      if case .row(let row) = line { row.kind } else { nil }
    }
    func number(_ kind: String) -> Int { kinds.count { $0 == kind } }
    let counts = order.comparison.counts
    #expect(number("moved") == counts.moved)
    #expect(number("onlyFirst") == counts.onlyIn.first)
    #expect(number("onlySecond") == counts.onlyIn.second)
  }

  private static func file() throws -> ScratchDatabase {
    try ScratchDatabase("CREATE TABLE t(id INTEGER PRIMARY KEY, v INTEGER)")
  }
}

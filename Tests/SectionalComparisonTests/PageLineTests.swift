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
    // A row that keeps its place differs in a cell.
    for row in Self.rows(of: order) where row.kind == "other" { #expect(!row.cells.isEmpty) }
  }

  @Test(arguments: 0..<UInt64(20))
  func `rows whose keys have another form are shown as such, and their contents are compared`(
    seed: UInt64
  ) async throws {
    var generator = SeededGenerator(seed: seed)
    let (first, second) = (try Self.file(), try Self.file(keyType: "ANY"))
    var (both, differing) = (0, 0)
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
      guard isFirst, isSecond else { continue }
      if isText { both += 1 }
      if value != id { differing += 1 }
    }
    let order = try await Self.order(of: first, second)
    let kinds = Self.kinds(of: order)
    func number(_ kind: String) -> Int { kinds.count { $0 == kind } }
    let counts = order.comparison.counts
    #expect(counts.underOtherKeys == both)
    #expect(number("otherKey") == both)
    #expect(order.comparison.rowsUnderOtherKeys.count == both)
    for pair in order.comparison.rowsUnderOtherKeys {
      #expect("\(pair.first.values)" != "\(pair.second.values)")
    }
    #expect(number("onlyFirst") == counts.onlyIn.first)
    #expect(number("onlySecond") == counts.onlyIn.second)
    #expect(number("moved") == counts.moved)
    #expect(order.comparison.rowsWithOtherContents == differing)
    #expect(order.comparison.rowsByColumn.map(\.rows) == (differing > 0 ? [differing] : []))
    let answer = order.answer(namingStores: ("a", "b"))
    let words = both == 1 ? "1 row has a different key" : "\(both) rows have different keys"
    #expect(answer.contains(words) == (both > 0), "\(answer)")
    let accepted = try AcceptedDifferences(["keyType"])
    let rest = order.answer(namingStores: ("a", "b"), accepting: accepted)
    #expect(rest.contains(words) == (both > 0 && order.causes(except: accepted).isEmpty), "\(rest)")
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

  @Test func `a number and its digits as text don't look alike`() {
    let keys = (RowKey([.integer(7), .null]), RowKey([.text("7"), .null]))
    #expect(PageText.texts(of: keys.0, keys.1) == ["7 / NULL", "'7' / NULL"])
    #expect(PageText.texts(.text("1.5"), .real(1.5)) == ["'1.5'", "1.5"])
    #expect(PageText.texts(.text("a"), .text("b")) == ["a", "b"])
    #expect(PageText.texts(.text("e\u{301}"), .text("\u{e9}")).map(\.?.utf8.count) == [3, 2])
    #expect(PageText.texts(nil, .text("NULL")) == [nil, "NULL"])
  }

  private static func kinds(of order: OrderReport) -> [String] { rows(of: order).map(\.kind) }

  private static func rows(of order: OrderReport) -> [PageData.LineRow] {
    PageLines(order, room: 1 << 20).lines.compactMap { line in
      if case .row(let row) = line { row } else { nil }
    }
  }
}

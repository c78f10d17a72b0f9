import Foundation
import Sectional
import SectionalComparison
import SectionalSQL
import SectionalSQLite
import SectionalTesting
import TestSupport
import Testing

/// Causes that concern rows, columns and keys, and stores whose names differ.
@Suite final class RowCauseTests {
  /// The files of the stores, which are deleted with the test.
  private var files: [ScratchDatabase] = []

  private func store(_ sql: String) throws -> SQLiteStore {
    let file = try ScratchDatabase(sql)
    files.append(file)
    return try SQLiteStore(path: file.path)
  }

  private func report(
    _ first: String, _ second: String, sortBy: String? = nil
  ) async throws -> OrderReport {
    let request = ResultsRequest<StoredRow>(
      table: "t", sortBy: sortBy.map { [SortKey(.column($0))] } ?? [])
    let report = try await StoreComparison(
      ComparedSource(try store(first), request), ComparedSource(try store(second), request)
    ).report()
    return report.orders[0]
  }

  @Test func `rows and columns that one store lacks`() async throws {
    let order = try await report(
      "CREATE TABLE t(id INTEGER PRIMARY KEY, a, b); INSERT INTO t VALUES (1, 1, 1), (2, 2, 2)",
      "CREATE TABLE t(id INTEGER PRIMARY KEY, a, c); INSERT INTO t VALUES (1, 1, 1), (3, 3, 3)")
    #expect(
      order.causes.map { "\($0.kind.rawValue) \($0.column ?? "-") \($0.rows)" } == [
        "missingColumn b 2", "missingColumn c 2", "missingRow - 2",
      ])
    let pair = try #require(order.causes[2].first)
    #expect(pair.first == .integer(2) && pair.second == nil)
  }

  @Test(arguments: [
    ("7, 8", "'7', '8'"), ("'ABC', 'd'", "'ABC', 'd '"),
    (
      "x'123e4567e89b12d3a456426614174000', 1",
      "'123E4567-E89B-12D3-A456-426614174000', 1"
    ),
  ])
  func `keys that mean the same identify the same row`(first: String, second: String) async throws {
    func table(_ keys: String) -> String {
      let parts = keys.split(separator: ", ")
      return "CREATE TABLE t(id PRIMARY KEY NOT NULL, v); "
        + "INSERT INTO t VALUES (\(parts[0]), 'a'), (\(parts[1]), 'b')"
    }
    let order = try await report(table(first), table(second))
    #expect(order.causes.map(\.kind) == [.keyType])
    #expect(order.causes.map(\.column) == ["id"])
    #expect(!order.isEqual)
    #expect(order.comparison.counts.underOtherKeys > 0)
    #expect(order.comparison.counts.onlyIn == (0, 0))
  }

  @Test func `a key's columns can be in another order`() async throws {
    func table(_ key: String) -> String {
      "CREATE TABLE t(a INT NOT NULL, b INT NOT NULL, v TEXT, PRIMARY KEY (\(key))); "
        + "INSERT INTO t VALUES (1, 2, 'x'), (2, 1, 'x'), (3, 0, 'w'), (4, 5, 'y')"
    }
    let order = try await report(table("a, b"), table("b, a"))
    #expect(order.causes.map(\.kind) == [.keyType])
    #expect(order.causes.map(\.column) == ["a"])
    #expect(order.comparison.rowsOnlyInFirst.isEmpty)
    #expect(try await report(table("a, b"), table("a, b")).isEqual)
    // Also if the rows differ in a column that doesn't decide their places.
    let both = try await report(table("a, b"), table("b, a") + "; UPDATE t SET v = v || '!'")
    #expect(Set(both.causes.map(\.kind)) == [.keyType, .otherValue])
  }

  @Test func `a meaning that two rows share identifies neither`() async throws {
    let order = try await report(
      "CREATE TABLE t(id PRIMARY KEY NOT NULL); INSERT INTO t VALUES ('a '), ('a  ')",
      "CREATE TABLE t(id PRIMARY KEY NOT NULL); INSERT INTO t VALUES ('a')")
    #expect(order.causes.map(\.kind) == [.missingRow])
  }

  @Test func `texts that differ are different keys`() async throws {
    let order = try await report(
      "CREATE TABLE t(id PRIMARY KEY NOT NULL); INSERT INTO t VALUES ('b'), ('07')",
      "CREATE TABLE t(id PRIMARY KEY NOT NULL); INSERT INTO t VALUES ('B'), ('7')")
    #expect(order.causes.map(\.kind) == [.missingRow])
    #expect(order.causes.map(\.rows) == [4])
  }

  @Test func `rows whose key is null are identified by their rowids`() async throws {
    let table =
      "CREATE TABLE t(a TEXT PRIMARY KEY, v); INSERT INTO t VALUES (NULL, 'p'), (NULL, 'p')"
    #expect(try await report(table, table).isEqual)
  }

  @Test func `a name that doesn't exist is an error`() async throws {
    let table = "CREATE TABLE t(id INTEGER PRIMARY KEY, v)"
    let (first, second) = (try store(table), try store(table))
    let request = ResultsRequest<StoredRow>(table: "t")
    for renamed in [["nope": "v"], ["v": "nope"]] {
      let error = await storeError {
        _ = try await StoreComparison(
          ComparedSource(first, request), ComparedSource(second, request), renaming: renamed
        ).report()
      }
      #expect(error?.code == .noSuchColumn)
    }
  }

  @Test func `tables and columns can have other names in the second store`() async throws {
    let first = try store(
      "CREATE TABLE contact(id INTEGER PRIMARY KEY, name, team); INSERT INTO contact VALUES (1, 'Ada', 'r')"
    )
    let second = try store(
      "CREATE TABLE ZCONTACT(Z_PK INTEGER PRIMARY KEY, ZNAME, ZTEAM); INSERT INTO ZCONTACT VALUES (1, 'Ada', 'r ')"
    )
    let report = try await StoreComparison(
      ComparedSource(
        first,
        ResultsRequest<StoredRow>(table: "contact", sortBy: [SortKey(.column("name"))]),
        sectionBy: SectionKey.column("team")),
      ComparedSource(
        second,
        ResultsRequest<StoredRow>(table: "ZCONTACT", sortBy: [SortKey(.column("ZNAME"))]),
        sectionBy: SectionKey.column("ZTEAM")),
      renaming: ["id": "Z_PK", "name": "ZNAME", "team": "ZTEAM"]
    ).report()
    #expect(report.orders[0].causes.map(\.kind) == [.trailingBlanks])
    #expect(report.orders[0].causes.map(\.column) == ["team"])
  }

  @Test func `a row that keeps its position hasn't moved`() async throws {
    let order = try await report(
      "CREATE TABLE t(id INTEGER PRIMARY KEY, v); INSERT INTO t VALUES (1, 1), (2, 2), (3, 3)",
      "CREATE TABLE t(id INTEGER PRIMARY KEY, v); INSERT INTO t VALUES (1, 3), (2, 2), (3, 1)",
      sortBy: "v")
    #expect(!order.comparison.rowsMoved.isEmpty)
    #expect(order.comparison.rowsMoved.allSatisfy { $0.from != $0.to })
    #expect(!order.isEqual)
    #expect(order.causes.map(\.kind) == [.otherValue])
  }

  @Test func `counts are complete if few rows are kept`() async throws {
    let request = ResultsRequest<StoredRow>(table: "t")
    func rows(_ range: ClosedRange<Int>) -> String {
      "CREATE TABLE t(id INTEGER PRIMARY KEY); INSERT INTO t VALUES "
        + range.map { "(\($0))" }.joined(separator: ", ")
    }
    let report = try await StoreComparison(
      ComparedSource(try store(rows(1...50)), request),
      ComparedSource(try store(rows(31...90)), request)
    ).report(keeping: 2)
    let comparison = report.orders[0].comparison
    #expect(comparison.counts.onlyIn == (30, 40))
    #expect(comparison.rowsOnlyInFirst.count == 2 && comparison.rowsOnlyInSecond.count == 2)
    #expect(report.orders[0].causes.map(\.rows) == [70])
  }
}

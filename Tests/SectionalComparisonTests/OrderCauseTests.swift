import Foundation
import Sectional
import SectionalComparison
import SectionalPostgres
import SectionalSQL
import SectionalSQLite
import SectionalTesting
import TestSupport
import Testing

/// The causes of differences between the stores' own orders.
@Suite final class OrderCauseTests {
  /// The files of the stores, which are deleted with the test.
  private var files: [ScratchDatabase] = []
  private var servers: [ScratchServerDatabase] = []

  private let request = ResultsRequest<StoredRow>(table: "t", sortBy: [SortKey(.column("v"))])

  private func file(_ type: String, _ values: [String]) throws -> SQLiteStore {
    let file = try ScratchDatabase("CREATE TABLE t(id INTEGER PRIMARY KEY, v \(type))")
    for value in values { try file.write("INSERT INTO t(v) VALUES (\(value))") }
    files.append(file)
    return try SQLiteStore(path: file.path)
  }

  private func server(
    _ type: String, _ values: [String], preparing sql: String = ""
  ) async throws -> PostgresStore {
    let database = try await ScratchServerDatabase()
    try await database.write("\(sql); CREATE TABLE t(id serial PRIMARY KEY, v \(type))")
    for value in values { try await database.write("INSERT INTO t(v) VALUES (\(value))") }
    servers.append(database)
    return try database.store()
  }

  @Test(arguments: ["double precision", "real"])
  func `a zero with a minus sign is found though it equals zero`(type: String) async throws {
    let file = try file("REAL", ["0", "1", "0", "NULL"])
    let server = try await server(type, ["'-0'", "1", "0", "NULL"])
    let report = try await StoreComparison(
      ComparedSource(file, request), ComparedSource(server, request)
    ).report(comparingNativeOrder: true)
    for order in report.orders {
      let cause = try #require(order.causes.first { $0.kind == .negativeZero })
      #expect(cause.rows == 1 && cause.column == "v")
      #expect(order.comparison.rowsWithOtherContents == 1)
      guard case .real(let zero) = cause.first?.second else {
        Issue.record("no pair")
        continue
      }
      #expect(zero == 0 && zero.sign == .minus)
    }
    #expect(report.orders[0].causes.count == 1)
    let same = try await self.server(type, ["'-0'", "1", "0", "NULL"])
    let none = try await StoreComparison(
      ComparedSource(same, request), ComparedSource(server, request)
    ).report()
    #expect(none.isEqual)
  }

  @Test func `a key's columns in another order are named in the stores' own orders`() async throws {
    func table(_ key: String) -> String {
      "CREATE TABLE t(a INT NOT NULL, b INT NOT NULL, v VARCHAR, PRIMARY KEY (\(key))); "
        + "INSERT INTO t VALUES (1, 2, 'x'), (2, 1, 'x'), (3, 0, 'w'), (4, 5, 'y')"
    }
    let file = try ScratchDatabase(table("a, b"))
    files.append(file)
    let server = try await ScratchServerDatabase()
    servers.append(server)
    try await server.write(table("b, a"))
    let report = try await StoreComparison(
      ComparedSource(try SQLiteStore(path: file.path), request),
      ComparedSource(try server.store(), request)
    ).report(comparingNativeOrder: true)
    for order in report.orders {
      #expect(order.causes.map(\.kind) == [.keyType])
      #expect(order.causes.map(\.column) == ["a"])
    }
  }

  /// Returns the kinds of causes in the stores' own orders, which must be the same with the stores exchanged.
  private func kinds(
    _ first: some ResultsStore, _ second: some ResultsStore, reversed: Bool = false
  ) async throws -> Set<String> {
    var request = request
    if reversed {
      request = ResultsRequest(table: "t", sortBy: [SortKey(.column("v"), order: .reverse)])
    }
    let report = try await StoreComparison(
      ComparedSource(first, request), ComparedSource(second, request)
    ).report(comparingNativeOrder: true)
    let exchanged = try await StoreComparison(
      ComparedSource(second, request), ComparedSource(first, request)
    ).report(comparingNativeOrder: true)
    let kinds = report.orders.map { Set($0.causes.map(\.kind.rawValue)) }
    #expect(kinds == exchanged.orders.map { Set($0.causes.map(\.kind.rawValue)) })
    for order in report.orders {
      #expect(order.isEqual == order.causes.isEmpty)
      for cause in order.causes where cause.column != nil {
        #expect(cause.says.count == 2 && cause.says.allSatisfy { !$0.isEmpty })
      }
    }
    #expect(kinds[0].isEmpty, "Sectional's order is the same")
    return kinds[1]
  }

  private static let words = ["'apple'", "'Banana'", "'cherry'", "'Date'", "'elder'"]

  @Test(arguments: [false, true])
  func `nulls are at the other end`(reversed: Bool) async throws {
    let values = ["'a'", "NULL", "'b'", "NULL", "'c'"]
    #expect(
      try await kinds(
        file("TEXT", values), server("text COLLATE \"C\"", values), reversed: reversed)
        == ["nullOrder"])
  }

  @Test(arguments: [false, true])
  func `a language sorts otherwise than bytes, also behind nulls`(reversed: Bool) async throws {
    let icu = "text COLLATE \"en-x-icu\""
    #expect(
      try await kinds(file("TEXT", Self.words), server(icu, Self.words), reversed: reversed)
        == ["collation"])
    let withNulls = Self.words + ["NULL", "NULL", "NULL"]
    #expect(
      try await kinds(file("TEXT", withNulls), server(icu, withNulls), reversed: reversed)
        == ["collation", "nullOrder"])
  }

  @Test func `a store that ignores case sorts otherwise`() async throws {
    #expect(
      try await kinds(file("TEXT COLLATE NOCASE", Self.words), file("TEXT", Self.words))
        == ["case"])
    #expect(
      try await kinds(
        file("TEXT COLLATE NOCASE", ["'b'", "'B'", "'a'"]), file("TEXT", ["'b'", "'B'", "'a'"]))
        == ["case"])
  }

  @Test func `spaces at the end don't count in one store`() async throws {
    let values = ["'b '", "'b'", "'a'"]
    #expect(
      try await kinds(file("TEXT COLLATE RTRIM", values), file("TEXT", values))
        == ["trailingBlanks"])
  }

  @Test func `texts are equal for a collation that isn't deterministic`() async throws {
    let values = ["'\u{E9}'", "'e'", "'a'"]
    let sql =
      "CREATE COLLATION same (provider = icu, locale = 'und-u-ks-level1', deterministic = false)"
    #expect(
      try await kinds(
        file("TEXT", values),
        server("text COLLATE same", values, preparing: sql)) == ["determinism"])
  }

  @Test func `an enumeration is in the order of its declaration`() async throws {
    let values = ["'low'", "'high'", "'mid'"]
    #expect(
      try await kinds(
        file("TEXT", values),
        server(
          "priority", values, preparing: "CREATE TYPE priority AS ENUM ('low', 'mid', 'high')"))
        == ["enumOrder"])
  }

  @Test func `enumerations are declared in other orders`() async throws {
    let values = ["'low'", "'high'", "'mid'"]
    let first = try await server(
      "priority", values, preparing: "CREATE TYPE priority AS ENUM ('low', 'mid', 'high')")
    let second = try await server(
      "priority", values, preparing: "CREATE TYPE priority AS ENUM ('high', 'mid', 'low')")
    #expect(try await kinds(first, second) == ["enumOrder"])
  }

  @Test func `a cause that hides behind another one is found`() async throws {
    let values = ["'B'", "'a'", "'A'", "'c'", "'\u{E9}'", "'f'"]
    let sql =
      "CREATE COLLATION same (provider = icu, locale = 'und-u-ks-level2', deterministic = false)"
    #expect(
      try await kinds(
        file("TEXT", values), server("text COLLATE same", values, preparing: sql))
        == ["collation", "determinism"])
  }

  @Test func `two servers place nulls alike`() async throws {
    let values = ["NULL", "'B'", "'a'", "NULL"]
    #expect(
      try await kinds(
        server("text COLLATE \"C\"", values), server("text COLLATE \"en-x-icu\"", values))
        == ["collation"])
  }

  @Test func `only columns whose nulls matter have a cause`() async throws {
    func report(_ rows: String) async throws -> [String?] {
      let file = try ScratchDatabase(
        "CREATE TABLE t(id INTEGER PRIMARY KEY, v TEXT, w TEXT); INSERT INTO t VALUES \(rows)")
      files.append(file)
      let server = try await ScratchServerDatabase(
        "CREATE TABLE t(id int PRIMARY KEY, v text COLLATE \"C\", w text COLLATE \"C\"); INSERT INTO t VALUES \(rows)"
      )
      let request = ResultsRequest<StoredRow>(
        table: "t", sortBy: [SortKey(.column("v")), SortKey(.column("w"))])
      let report = try await StoreComparison(
        ComparedSource(try SQLiteStore(path: file.path), request),
        ComparedSource(try server.store(), request)
      ).report(comparingNativeOrder: true)
      #expect(report.orders[1].causes.allSatisfy { $0.kind == .nullOrder })
      return report.orders[1].causes.map(\.column)
    }
    #expect(try await report("(1, NULL, 'a'), (2, NULL, NULL)") == ["w"])
    #expect(try await report("(1, NULL, 'a'), (2, NULL, NULL), (3, 'x', 'c')") == ["v", "w"])
    #expect(try await report("(1, NULL, 'a'), (3, 'x', 'c')") == ["v"])
  }

  @Test func `every column of the order is judged`() async throws {
    let rows = "(1, 1, 'b'), (2, 1, 'B'), (3, 1, 'a'), (4, NULL, 'x')"
    func store(_ collation: String) throws -> SQLiteStore {
      let file = try ScratchDatabase(
        """
        CREATE TABLE t(id INTEGER PRIMARY KEY, v INTEGER, w TEXT COLLATE \(collation));
        INSERT INTO t VALUES \(rows);
        """)
      files.append(file)
      return try SQLiteStore(path: file.path)
    }
    let request = ResultsRequest<StoredRow>(
      table: "t", sortBy: [SortKey(.column("v")), SortKey(.column("w"))])
    let report = try await StoreComparison(
      ComparedSource(try store("NOCASE"), request), ComparedSource(try store("BINARY"), request)
    ).report(comparingNativeOrder: true)
    #expect(report.orders[1].causes.map(\.kind) == [.letterCase])
    #expect(report.orders[1].causes.map(\.column) == ["w"])
  }

  @Test func `a section comes again where another collation sorts`() async throws {
    func store(_ collation: String) throws -> SQLiteStore {
      let file = try ScratchDatabase(
        """
        CREATE TABLE t(id INTEGER PRIMARY KEY, v TEXT COLLATE \(collation));
        INSERT INTO t VALUES (1, 'a'), (2, 'A'), (3, 'a');
        """)
      files.append(file)
      return try SQLiteStore(path: file.path)
    }
    let section = SectionKey<StoredRow>.column("v")
    let request = ResultsRequest<StoredRow>(table: "t")
    let report = try await StoreComparison(
      ComparedSource(try store("NOCASE"), request, sectionBy: section),
      ComparedSource(try store("BINARY"), request, sectionBy: section)
    ).report(comparingNativeOrder: true)
    #expect(report.orders[0].isEqual)
    #expect(Set(report.orders[1].causes.map(\.kind)) == [.letterCase, .sectionAgain])
  }
}

import Foundation
import Sectional
import SectionalPostgres
import SectionalSQL
import SectionalTesting
import TestSupport
import Testing

/// Values that only some types have, or that are hard to represent.
@MainActor @Suite(.serialized) struct OddValueTests {
  private struct Reading: StoredRecord {
    var id: Int64
    var size: Double?
    static let table = RecordTable(
      "reading", RecordColumn("id", \.id, primaryKey: true), RecordColumn("size", \.size),
      row: Reading.init)
  }

  private func rows(_ sql: String) async throws -> [[StoredValue]] {
    let database = try await ScratchServerDatabase()
    let store = try database.store()
    let list = ResultsController(
      fetchRequest: ResultsRequest(sql: sql, key: ["id"], sortBy: [SortKey(.column("id"))]),
      store: store, tracksChanges: false)
    try await list.performFetch()
    return list.results.rows.map { Array($0.values.dropFirst()) }
  }

  @Test func `numbers are read with their exact values`() async throws {
    let rows = try await rows(
      """
      SELECT 1 AS id, 4000000000::oid, 1.50::numeric, 2.00::numeric, 1e30::numeric,
        '-0.0'::float8, 0.1::float4, 'inf'::float4, 9223372036854775807::numeric,
        9223372036854775808::numeric, 32767::smallint, (-2147483648)::int
      """)
    #expect(
      rows == [
        [
          .integer(4_000_000_000), 1.5, .integer(2), 1e30, .real(0), .real(Double(Float(0.1))),
          .real(.infinity), .integer(.max), .text("9223372036854775808"), .integer(32_767),
          .integer(-2_147_483_648),
        ]
      ])
  }

  @Test func `NaN of any type is read as NaN`() async throws {
    let rows = try await rows("SELECT 1 AS id, 'nan'::float8, 'nan'::float4, 'nan'::numeric")
    for case .real(let real) in rows[0] { #expect(real.isNaN) }
    #expect(rows[0].count == 3)
  }

  @Test func `other types are read as their text`() async throws {
    let rows = try await rows(
      """
      SELECT 1 AS id, '{"b": 1,"a":2}'::json, '{"b": 1,"a":2}'::jsonb, '{1,NULL,3}'::int[],
        '{"a b",c}'::text[], ROW(1, 'x y')::record::text, '1 day 2 hours'::interval,
        '12:30:00'::time, '10.0.0.1/8'::inet, B'101', '[1,5)'::int4range, 'x'::"char", 'n'::name
      """)
    let expected: [StoredValue] = [
      "{\"b\": 1,\"a\":2}", "{\"a\": 2, \"b\": 1}", "{1,NULL,3}", "{\"a b\",c}", "(1,\"x y\")",
      "P1DT2H", "12:30:00", "10.0.0.1/8", "101", "[1,5)", "x", "n",
    ]
    #expect(rows == [expected])
  }

  @Test func `timestamps of rows are texts in ISO 8601 form`() async throws {
    let rows = try await rows(
      """
      SELECT 1 AS id, '2026-11-20'::date, '2026-11-20 09:00:00.123456'::timestamp,
        '2026-11-20 09:00:00+02'::timestamptz, 'infinity'::date, '-infinity'::timestamptz,
        '0044-03-15 BC'::date, '12345-01-01'::date, '1969-12-31 23:59:59.999999'::timestamp
      """)
    let expected: [StoredValue] = [
      "2026-11-20", "2026-11-20T09:00:00.123456", "2026-11-20T07:00:00.000000Z", "infinity",
      "-infinity", "-0043-03-15", "+12345-01-01", "1969-12-31T23:59:59.999999",
    ]
    #expect(rows == [expected])
  }

  // "Texts of values independent of what the server, the database or the role are set to."
  @Test func `the texts of values depend on no setting`() async throws {
    let database = try await ScratchServerDatabase(
      """
      CREATE TABLE t(id int PRIMARY KEY, at timestamptz[], spans tstzrange, bytes bytea[],
        reals float8[], spent money);
      INSERT INTO t VALUES (1, '{2026-11-20 12:00:00Z}', '[2026-11-20 12:00:00Z,)', '{"\\\\x01"}',
        '{0.1}', 3);
      """)
    func cells(_ options: String) async throws -> [StoredValue] {
      let store = try database.store(["options": options])
      return try await store.read {
        try await $0.fetch(ResultsRequest<StoredRow>(table: "t")).first?.values ?? []
      }
    }
    let plain = try await cells("-c TimeZone=UTC")
    #expect(plain.count == 6)
    #expect(try await cells("-c TimeZone=Asia/Tokyo") == plain)
    #expect(
      try await cells("-c DateStyle=German -c extra_float_digits=-5 -c bytea_output=escape")
        == plain)
  }

  @Test func `NaN in a column of doubles is read as NaN`() async throws {
    let database = try await ScratchServerDatabase(
      """
      CREATE TABLE reading(id int PRIMARY KEY, size float8);
      INSERT INTO reading VALUES (1, 'NaN'), (2, 1), (3, 'Infinity'), (4, NULL), (5, '-Infinity');
      """)
    let store = try database.store()
    let list = ResultsController(
      fetchRequest: ResultsRequest<Reading>(sortBy: [SortKey(\.size)]), store: store,
      sectionBy: SectionKey(\.size))
    try await list.performFetch()
    #expect(list.results.rows.map(\.id) == [4, 5, 2, 3, 1])
    #expect(list.results.count == 5)
    #expect(list.results.rows.last?.size?.isNaN == true)
  }

  @Test func `a whole number beyond a double's precision fits a double property`() async throws {
    let database = try await ScratchServerDatabase(
      """
      CREATE TABLE reading(id int PRIMARY KEY, size numeric);
      INSERT INTO reading VALUES (1, 9007199254740993), (2, 9007199254740993.5), (3, 1e30);
      """)
    let store = try database.store()
    let sizes = try await store.read { try await $0.fetch(ResultsRequest<Reading>()).map(\.size) }
    #expect(sizes == [9_007_199_254_740_992, 9_007_199_254_740_994, 1e30])
  }
}

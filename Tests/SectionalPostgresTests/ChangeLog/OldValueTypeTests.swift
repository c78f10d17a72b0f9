import Foundation
import Sectional
import SectionalPostgres
import SectionalSQL
import SectionalTesting
import TestSupport
import Testing

/// Old values are the cells that a list would have read, whatever their type and whoever wrote them.
@MainActor struct OldValueTypeTests {
  /// A session whose settings print values in other ways.
  private static let session = """
    SET DateStyle = 'SQL, DMY'; SET extra_float_digits = -6; SET TimeZone = 'Asia/Kathmandu';
    SET IntervalStyle = 'postgres_verbose'; SET bytea_output = 'escape';

    """

  private static let types = """
    CREATE TYPE color AS ENUM ('red', 'blue, "x"'); CREATE TYPE pair AS (number int, word text);
    CREATE DOMAIN word AS text; CREATE DOMAIN place AS inet; CREATE DOMAIN shade AS color;
    """

  nonisolated static let values: [(type: String, values: [String])] = [
    ("text", ["''", "'NULL'", "'a,b\"c\\d{}'", "E'x\\ny\\t'", "U&'a\"\\0301b'"]),
    ("varchar(9)", ["' '", "'a  '"]), ("char(4)", ["''", "'ab'"]), ("name", ["'n'"]),
    ("boolean", ["true", "false"]), ("smallint", ["-32768"]), ("int", ["0"]),
    ("bigint", ["9223372036854775807"]), ("oid", ["4294967295"]),
    ("real", ["0.1", "'-0'", "'nan'", "'inf'"]),
    ("float8", ["0.1::float8 + 0.2", "'-0'", "'nan'", "'-inf'", "1e-300"]),
    ("numeric", ["1", "1.00", "1.5", "'nan'", "123456789012345678901234567890.5"]),
    ("bytea", ["''", "'\\x00ff5c27'"]), ("uuid", ["'F0000000-0000-4000-8000-00000000000A'"]),
    ("date", ["'2026-02-01'", "'infinity'", "'0044-03-15 BC'", "'20260-01-01'"]),
    ("timestamp", ["'2026-02-01 03:04:05.000001'", "'-infinity'"]),
    ("timestamptz", ["'2026-02-01 03:04:05.5+05:45'", "'infinity'"]),
    ("interval", ["'1 mon'", "'-1 year 3 days -04:05:06.7'"]), ("timetz", ["'12:00:00+05:45'"]),
    ("json", ["'{\"a\" :1}'", "'null'"]), ("jsonb", ["'{\"a\": [1, \"x\"]}'"]),
    ("inet", ["'10.0.0.1'", "'10.0.0.0/8'"]), ("cidr", ["'10.0.0.0/8'"]), ("place", ["'::1'"]),
    ("text[]", ["'{a,NULL,\"NULL\",\"\"}'", "'{}'", "'[0:0]={a}'"]),
    ("timestamptz[]", ["'{2026-02-01 03:04:05.5+05:45}'"]), ("float8[]", ["'{0.1,nan}'"]),
    ("color", ["'red'", "'blue, \"x\"'"]), ("color[]", ["'{red,NULL}'"]), ("shade", ["'red'"]),
    ("word", ["'it''s'"]), ("pair", ["'(,)'", "'(1,\"a,b\")'"]),
    ("tstzrange", ["'[2026-02-01,2026-03-04)'", "'empty'"]), ("bit(3)", ["B'101'"]),
    ("xml", ["'<a>b</a>'"]), ("\"char\"", ["'c'"]), ("tsvector", ["'a:1 b'"]),
  ]

  @Test(arguments: values) func `old values are those that a list reads`(
    example: (type: String, values: [String])
  ) async throws {
    let rows = (example.values + ["NULL"]).enumerated().map { "(\($0), \($1))" }
    let bench = try await OldRowBench(
      """
      \(OldValueTypeTests.types) CREATE TABLE item(id int PRIMARY KEY, value \(example.type), n int DEFAULT 0);
      INSERT INTO item VALUES \(rows.joined(separator: ", "));
      """, keeping: ["value"])
    let before = try await bench.rows()
    for sql in [
      "UPDATE item SET n = 1", "UPDATE item SET value = NULL", "UPDATE item SET id = id + 100",
    ] {
      let read = try await bench.rows()
      let changed = try await bench.changed(by: OldValueTypeTests.session + sql)
      for row in read {
        guard case .present(let values)? = changed.oldRows[RowKey([row["id"] ?? .null])] else {
          // A null that stays null isn't a change.
          #expect(sql.contains("value = NULL") && row["value"] == .null, "\(sql) \(row)")
          continue
        }
        let expected: [String: StoredValue] = [
          "id": row["id"] ?? .null, "value": row["value"] ?? .null,
        ]
        #expect(values == expected, "\(sql)")
      }
    }
    #expect(before.count == example.values.count + 1)
  }

  @Test(arguments: ["numeric", "float8", "text", "uuid", "timestamptz", "color", "pair", "bytea"])
  func `keys of any type are told with their values`(type: String) async throws {
    let key = OldValueTypeTests.values.first { $0.type == type }?.values.last ?? "NULL"
    let bench = try await OldRowBench(
      """
      \(OldValueTypeTests.types) CREATE TABLE item(k \(type), l text, value text, PRIMARY KEY (l, k));
      INSERT INTO item VALUES (\(key), 'a''"b', 'old');
      """, keeping: ["value"])
    let row = try #require(try await bench.rows().first)
    let changed = try await bench.changed(
      by: OldValueTypeTests.session
        + "UPDATE item SET value = 'new'; INSERT INTO item SELECT k, 'b' FROM item")
    var columns: [String: StoredValue] = [:]
    for name in ["k", "l", "value"] { columns[name] = row[name] }
    #expect(changed.oldRows[RowKey([row["l"] ?? .null, row["k"] ?? .null])] == .present(columns))
    #expect(changed.oldRows.count == 2)
    #expect(changed.oldRows.values.contains(.absent))
  }

  @Test func `values are read for the properties of a list`() async throws {
    struct Ticket: StoredRecord {
      var id: Int64
      var token: UUID
      static let table = RecordTable(
        "item", RecordColumn("id", \.id, primaryKey: true),
        RecordColumn("token", \.token, as: .blob), row: Ticket.init)
    }
    let database = try await ScratchServerDatabase(
      """
      CREATE TABLE item(id int PRIMARY KEY, token uuid);
      INSERT INTO item VALUES (1, '00000000-0000-4000-8000-0000000000ff')
      """)
    let store = try database.store()
    try await store.installChangeLog(for: ["item"], oldValuesOf: ["token"])
    let request = try ResultsRequest<Ticket>().rowRequest(sectionBy: nil)
    let source = store.changeSource()
    func look(
      since cursor: PostgresStore.Source.Cursor?
    ) async throws -> StoreChanges<PostgresStore.Source.Cursor> {
      try await store.read { reader in
        try await reader.prepare(for: [request], since: cursor)
        let region = try await reader.layout(of: request).region
        return try await source.changes(in: region, since: cursor, reader)
      }
    }
    let first = try await look(since: nil)
    try await database.write("UPDATE item SET token = NULL")
    guard case .tables(let tables) = try await look(since: first.cursor).rows else {
      Issue.record("the rows aren't known")
      return
    }
    // Without a property, the token would be text.
    let token: [UInt8] = [0, 0, 0, 0, 0, 0, 0x40, 0, 0x80, 0, 0, 0, 0, 0, 0, 0xFF]
    #expect(tables.values.first?.oldRows == [RowKey([1]): .row(1, ["token": .blob(token)])])
  }
}

import Foundation
import Sectional
import SectionalPostgres
import SectionalSQL
import SectionalTesting
import TestSupport
import Testing

/// SQL with arguments, and several statements without arguments.
@Suite(.serialized) struct ExecuteTests {
  private let server: ScratchServerDatabase
  private let store: PostgresStore

  init() async throws {
    server = try await ScratchServerDatabase(
      """
      CREATE TABLE item(id int PRIMARY KEY, name text, facts jsonb, at timestamptz, mark uuid);
      INSERT INTO item VALUES (1, 'ada', '{"a": 1}'), (2, 'bob', '{"b": 1}'), (3, 'cy', '{}');
      """)
    store = try server.store()
  }

  private func execute(_ sql: String, _ arguments: [any ColumnValue] = []) async throws -> Int {
    try await store.write { try await $0.execute(sql, arguments) }
  }

  @Test func `placeholders are question marks or numbers`() async throws {
    #expect(try await execute("UPDATE item SET name = ? WHERE id = ?", ["x", 1]) == 1)
    #expect(try await execute("UPDATE item SET name = $2 WHERE id >= $1", [2, "y"]) == 2)
    #expect(try await execute("UPDATE item SET name = name || $1 || $1 WHERE id = 3", ["z"]) == 1)
    #expect(
      try await execute(
        "UPDATE item SET name = ? /* ? */ || '?' || E'\\'?' || $a$?$a$ -- ?\n WHERE id = ?",
        ["q", 1]) == 1)
    #expect(try await server.write("SELECT name FROM item ORDER BY id") == "q?'??\ny\nyzz\n")
  }

  @Test func `question marks are operators without arguments, and two of them with some`()
    async throws
  {
    #expect(try await execute("DELETE FROM item WHERE facts ? 'a'") == 1)
    #expect(try await execute("DELETE FROM item WHERE facts ?| array['b', 'c']") == 1)
    #expect(try await execute("DELETE FROM item WHERE facts ?? ?", ["z"]) == 0)
    #expect(try await execute("UPDATE item SET name = $1 WHERE NOT facts ? 'a'", ["k"]) == 1)
    #expect(try await execute("DELETE FROM item WHERE NOT facts ??| array[?] ", ["z"]) == 1)
  }

  @Test func `arguments of every type are bound`() async throws {
    let uuid = UUID(uuid: (1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16))
    let arguments: [(String, any ColumnValue, String)] = [
      ("text", "a'b", "a'b"), ("int", 5, "5"), ("smallint", Int16(-1), "-1"),
      ("bigint", Int64.min, "-9223372036854775808"), ("float8", 0.1, "0.1"), ("real", 1.5, "1.5"),
      ("numeric", 0.1, "0.1"), ("int", 2.0, "2"), ("bool", true, "true"), ("bool", false, "false"),
      ("bytea", Data([1, 255]), "\\x01ff"), ("uuid", uuid, uuid.uuidString.lowercased()),
      ("uuid", StoredValue.blob([UInt8](1...16)), uuid.uuidString.lowercased()),
      ("timestamp", Date(timeIntervalSince1970: 0.000_001), "1970-01-01 00:00:00.000001"),
      ("date", Date(timeIntervalSince1970: -86_400), "1969-12-31"),
      ("timestamp", 60, "1970-01-01 00:01:00"),
      ("timestamp", "2026-11-20T01:02:03Z", "2026-11-20 01:02:03"),
      ("jsonb", "{\"a\":[1]}", "{\"a\": [1]}"), ("int[]", "{1,2}", "{1,2}"), ("text", 5, "5"),
      ("interval", "1 hour", "01:00:00"), ("text", String?.none, ""), ("int", StoredValue.null, ""),
      ("float8", Double.infinity, "Infinity"), ("float8", -Double.infinity, "-Infinity"),
      ("numeric", Double.infinity, "Infinity"), ("varchar(3)", "abc", "abc"),
      ("oid", 4_000_000_000, "4000000000"), ("text", true, "1"), ("char(3)", "ab", "ab"),
    ]
    for (type, argument, text) in arguments {
      let error = await storeError {
        _ = try await execute(
          "UPDATE item SET name = CAST($1 AS \(type))::text WHERE id = 1", [argument])
      }
      #expect(error == nil, "\(type) \(argument): \(error?.message ?? "")")
      #expect(
        try await server.write("SELECT name FROM item WHERE id = 1") == text + "\n", "\(type)")
    }
  }

  @Test func `the result is the number of rows that the last statement wrote`() async throws {
    #expect(try await execute("DELETE FROM item WHERE id = 1; DELETE FROM item") == 2)
    #expect(try await execute("INSERT INTO item(id) SELECT * FROM generate_series(1, 5)") == 5)
    #expect(try await execute("INSERT INTO item(id) VALUES (9) RETURNING id") == 1)
    #expect(try await execute("CREATE TABLE other(a int); DROP TABLE other;") == 0)
    #expect(try await execute("INSERT INTO item VALUES (1) ON CONFLICT DO NOTHING") == 0)
  }

  @Test func `a statement that reads has written nothing`() async throws {
    #expect(try await execute("SELECT * FROM item") == 0)
    #expect(try await execute("SELECT * FROM item WHERE id < $1", [3]) == 0)
    #expect(try await execute("DELETE FROM item WHERE id = 1; SELECT 1") == 0)
  }

  @Test func `a statement that can't run is an error that says why`() async throws {
    for (sql, arguments) in [
      ("", []), (" -- nothing", []), ("SELEC 1", []), ("UPDATE item SET name = ?", []),
      ("UPDATE item SET name = ? WHERE id = ?", ["a"]), ("DELETE FROM item", [1]),
      ("DELETE FROM item WHERE id = ?; DELETE FROM item", [1]),
      ("DELETE FROM item WHERE id = $2", [1]), ("UPDATE item SET id = ?", ["secret"]),
      ("DELETE FROM item WHERE id = $1", [1, 2]), ("SELECT $1 + $3", [1, 2]),
    ] as [(String, [any ColumnValue])] {
      let error = await storeError { _ = try await execute(sql, arguments) }
      #expect(error?.code == .invalidQuery, "\(sql): \(error.map { "\($0)" } ?? "")")
      #expect(error?.everyWord.contains("secret") == false)
    }
    #expect(try await server.write("SELECT count(*) FROM item") == "3\n")
  }

  @Test(arguments: ["COPY item FROM STDIN", "COPY item TO STDOUT"])
  func `COPY is refused, and writes and reads go on`(copy: String) async throws {
    let error = await storeError { _ = try await execute(copy) }
    #expect(error?.code == .unsupported && error?.message.contains("psql") == true)
    #expect(try await execute("UPDATE item SET name = 'x' WHERE id = 1") == 1)
    let rows = try await store.read {
      try await $0.fetch(ResultsRequest<StoredRow>(table: "item"))
    }
    #expect(rows.map { $0["name"] } == ["x", "bob", "cy"])
  }
}

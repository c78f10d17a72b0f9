import Sectional
import SectionalPostgres
import SectionalTesting
import TestSupport
import Testing

/// What the change log records about keys depends neither on a writer's settings nor on a writer's privileges.
@MainActor @Suite struct HostileSessionTests {
  /// The session of a user who has privileges on the table and on nothing else.
  private static let session = """
    SET SESSION AUTHORIZATION writer; SET search_path = ''; SET DateStyle = 'SQL, DMY';
    SET extra_float_digits = -6; SET TimeZone = 'Asia/Kathmandu';
    SET IntervalStyle = 'postgres_verbose'; SET bytea_output = 'escape';
    SET transform_null_equals = on; SET quote_all_identifiers = on;
    SET enable_hashjoin = off; SET enable_mergejoin = off; SET row_security = off;

    """

  /// Revokes what the log's own schema grants to PUBLIC.
  private static let nothing = """
    REVOKE ALL ON SCHEMA sectional_log_sectional FROM PUBLIC;
    REVOKE ALL ON ALL TABLES IN SCHEMA sectional_log_sectional FROM PUBLIC;
    REVOKE ALL ON ALL FUNCTIONS IN SCHEMA sectional_log_sectional FROM PUBLIC;
    """

  @Test(arguments: HostileKeyCase.all)
  func `keys are logged correctly with any session settings of the writer`(
    example: HostileKeyCase
  ) async throws {
    let bench = try await LogBench(
      example.schema, on: try await RoleServer.cluster(), preparation: HostileSessionTests.nothing)
    for (sql, told) in example.statements {
      try await bench.write(HostileSessionTests.session + sql)
      try await bench.check(fullFetches: 1, sql)
      #expect(bench.told() == told, "\(sql)")
    }
    #expect(bench.list.results.rows.count == example.keys.count - 1)
    let count = try await bench.database.write("SELECT count(*) FROM item")
    #expect(count == "\(example.keys.count - 1)\n")
  }

  @Test func `values that are equal but not identical are distinguished`() async throws {
    let bench = try await LogBench(
      """
      CREATE TABLE item(id numeric PRIMARY KEY, n numeric, f float8, j json, p char(4), a text[],
        t text COLLATE "C");
      INSERT INTO item VALUES (1, 1.0, 0, '{"a":1}', 'x', '{a}', 'e\u{301}');
      """)
    for change in [
      "n = 1.00", "f = '-0'", "j = '{\"a\": 1}'", "a = '[0:0]={a}'", "t = 'é'", "n = 'nan'",
      "f = 'nan'", "a = '{NULL}'", "j = NULL",
    ] {
      try await bench.write("UPDATE item SET \(change)")
      try await bench.check(fullFetches: 1, change)
    }
    for key in ["1.00", "2", "1e-30", "12345678901234567890123", "12345678901234567890124"] {
      try await bench.write("UPDATE item SET id = \(key)")
      try await bench.check(fullFetches: 1, key)
    }
    #expect(bench.list.results.rows.count == 1)
  }

  struct OddKey: Sendable, CustomTestStringConvertible {
    let type: String
    let first: String
    let second: String
    var testDescription: String { "\(type) \(first)" }
  }

  nonisolated static let oddKeys = [
    OddKey(type: "int[]", first: "'{1,2}'", second: "'{10}'"),
    OddKey(type: "int[]", first: "'{}'", second: "'{{1},{2}}'"),
    OddKey(type: "text[]", first: "'{\"a,b\"}'", second: "'{NULL}'"),
    OddKey(type: "money", first: "1", second: "2.5"),
    OddKey(type: "regclass", first: "'pg_class'", second: "'pg_type'"),
  ]

  @Test(arguments: oddKeys)
  func `keys whose texts depend on the session are rejected or logged correctly`(key: OddKey)
    async throws
  {
    let bench = try await LogBench(
      "CREATE TABLE item(id \(key.type) PRIMARY KEY, n int); INSERT INTO item VALUES (\(key.first), 1);",
      logging: [])
    let error = await storeError {
      try await bench.store.installChangeLog(for: ["item"], notifying: false)
    }
    #expect(error == nil || error?.code == .unsupported)
    #expect(try await bench.status() == (error == nil ? .installed : .missing))
    for sql in [
      "INSERT INTO item VALUES (\(key.second), 2)", "UPDATE item SET n = n + 1 WHERE n = 2",
      "UPDATE item SET n = 9", "DELETE FROM item WHERE id = CAST(\(key.first) AS \(key.type))",
    ] {
      try await bench.write(sql)
      try await bench.check(fullFetches: bench.list.diagnostics.fullFetches, sql)
    }
    #expect(bench.list.results.rows.count == 1)
  }
}

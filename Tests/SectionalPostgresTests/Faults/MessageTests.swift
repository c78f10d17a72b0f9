import Sectional
import SectionalPostgres
import SectionalSQL
import SectionalTesting
import TestSupport
import Testing

/// Messages of the server contain no values of rows.
@Suite struct MessageTests {
  private static let schema = """
    CREATE TABLE item(id int PRIMARY KEY, num int, txt text);
    INSERT INTO item VALUES (1, 45678, 'GEHEIM');
    CREATE FUNCTION fail(text, text) RETURNS int LANGUAGE plpgsql AS
      $f$ BEGIN RAISE EXCEPTION USING message = 'card ' || $1, errcode = $2; END $f$;
    CREATE FUNCTION run(text) RETURNS int LANGUAGE plpgsql AS
      $f$ DECLARE n int; BEGIN EXECUTE 'SELECT ' || $1 INTO n; RETURN n; END $f$;
    CREATE FUNCTION claim(text) RETURNS int LANGUAGE plpgsql AS
      $f$ BEGIN ASSERT false, $1; RETURN 1; END $f$;
    """

  @Test(arguments: [
    "make_date(2024, 13, num)", "chr(num * 100)", "get_byte('\\x00', num)", "setseed(num)::text",
    "has_column_privilege('item', txt, 'select')", "pg_get_serial_sequence('item', txt)",
    "txt::int", "txt::regclass", "fail(txt, '22012')", "fail(txt, 'MY001')", "fail(txt, '23505')",
    "fail(txt, '42703')", "fail(txt, '42P07')", "claim(txt)", "run(txt)",
    // Values can begin with a combining mark.
    "('\u{301}' || txt)::int", "('\u{301}' || txt)::regclass", "('\u{200D}' || num)::date",
  ])
  func `an error while rows are read contains no value`(expression: String) async throws {
    let server = try await ScratchServerDatabase(MessageTests.schema)
    let store = try PostgresStore(server.url)
    let request = ResultsRequest<StoredRow>(
      sql: "SELECT id, \(expression) AS x FROM item", key: ["id"])
    let failure = await storeError { _ = try await store.read { try await $0.fetch(request) } }
    let error = try #require(failure)
    for words in [error.message, String(describing: error.cause)] {
      #expect(!words.lowercased().contains("geheim"), "\(words)")
      #expect(!words.contains("45678"), "\(words)")
    }
  }

  @Test func `an argument that does not fit isn't blamed on a function, and a lock isn't either`()
    async throws
  {
    let server = try await ScratchServerDatabase(MessageTests.schema)
    let store = try PostgresStore(server.url, busyTimeout: .milliseconds(50))
    let misfit = await storeError {
      _ = try await store.write { try await $0.execute("UPDATE item SET num = ?", ["GEHEIM"]) }
    }
    #expect(misfit?.message.contains("function") == false)
    #expect(misfit?.message.contains("GEHEIM") == false)
    let shell = try PostgresShell(url: server.url)
    try await shell.execute("BEGIN; UPDATE item SET num = 1;")
    let locked = await storeError {
      _ = try await store.write { try await $0.execute("UPDATE item SET num = 2") }
    }
    #expect(locked?.code == .busy)
    #expect(locked?.message.contains("function") == false)
    try await shell.execute("ROLLBACK;")
  }

  @Test func `an error about the text of a statement is shown whole`() async throws {
    let server = try await ScratchServerDatabase(MessageTests.schema)
    let store = try PostgresStore(server.url)
    for (sql, words) in [
      ("SELECT nope FROM item", "column \"nope\" does not exist"),
      ("SELECT * FROM nope", "relation \"nope\" does not exist"),
    ] {
      let request = ResultsRequest<StoredRow>(sql: sql, key: ["id"])
      let error = await storeError { _ = try await store.read { try await $0.fetch(request) } }
      #expect(error?.message.contains(words) == true, "\(String(describing: error))")
      #expect(error?.part == .query)
    }
  }
}

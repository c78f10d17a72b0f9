import Sectional
import SectionalSQL
import SectionalTesting
import TestSupport
import Testing

@testable import SectionalSQLite

/// What is shown of SQLite's messages about statements that fail while they run.
@Suite struct SQLiteMessageTests {
  @Test(arguments: [
    ("malformed JSON", "malformed JSON"),
    ("integer overflow", "integer overflow"),
    ("bad JSON path: '$x'", "bad JSON path: '$x'"),
    ("bad JSON path: 'secret'", "bad JSON path: '…'"),
    ("fts5: syntax error near \"\"", "fts5: syntax error near \"\""),
    ("fts5: syntax error near \"secret\"", "fts5: syntax error near \"…\""),
    ("unknown special query: secret", "unknown special query: …"),
    ("no such column: a", "no such column: a"),
    ("malformed MATCH expression: [SECRET: a]", "malformed MATCH expression: …"),
    ("no such table: SECRET: a", "no such table: …"),
    ("unterminated 'secret", "unterminated '…"),
    ("it isn't: secret", "it isn'…"),
    // Data can begin with a combining mark.
    ("bad JSON path: '\u{301}secret'", "bad JSON path: '…'"),
    ("fts5: syntax error near \"\u{200D}secret\"", "fts5: syntax error near \"…\""),
    ("unknown special query: \u{301}secret", "unknown special query: …"),
  ])
  func `a message keeps what stands in the statement, and loses what can be data`(
    message: String, shown: String
  ) {
    let sql = "SELECT a FROM t WHERE json_extract(a, '$x') IS NULL"
    #expect(SQLiteMessage.withoutData(message, of: sql) == shown)
  }

  @Test(arguments: [
    ("json_extract(a, '$.x') IS NULL", "malformed JSON"),
    ("abs(n) > 0", "integer overflow"),
    ("json_extract('{}', a) IS NULL", "'…'"),
  ])
  func `an error while rows are read contains SQLite's own message, and names the condition`(
    condition: String, message: String
  ) async throws {
    let file = try ScratchDatabase(
      """
      CREATE TABLE t(id INTEGER PRIMARY KEY, a TEXT, n INTEGER);
      INSERT INTO t VALUES (1, 'secret', -9223372036854775808)
      """)
    let store = try SQLiteStore(path: file.path)
    let request = ResultsRequest<StoredRow>(table: "t", predicate: condition)
    let failure = await storeError { _ = try await store.read { try await $0.fetch(request) } }
    let error = try #require(failure)
    #expect(error.code == .invalidQuery)
    #expect(error.part == .predicate)
    #expect(error.message.contains(message), "\(error)")
    #expect(!error.message.contains("secret"))
  }

  @Test func `a view that is broken is described in SQLite's words`() async throws {
    let file = try ScratchDatabase("CREATE TABLE t(a); CREATE VIEW v AS SELECT * FROM gone")
    let store = try SQLiteStore(path: file.path)
    let request = ResultsRequest<StoredRow>(table: "v", key: ["a"])
    let error = await storeError { _ = try await store.read { try await $0.fetch(request) } }
    #expect(error?.message.contains("no such table: main.gone") == true)
  }

  // The codes say that the shared memory of a file in WAL mode can't be made, that a page can't be written or read, and
  // that there is no room.
  @Test(
    arguments: [
      (4618, StoreError.Code.readFailed, "x-shm"), (4874, .readFailed, "make room"),
      (5386, .readFailed, "x-shm"), (778, .readFailed, "has room"),
      (266, .readFailed, "disk works"),
      (13, .writeFailed, "make room"),
    ] as [(Int32, StoreError.Code, String)])
  func `a disk that fails or is full gets an error that says what to do`(
    number: Int32, code: StoreError.Code, advice: String
  ) {
    let error = StoreError(SQLiteFailure(number), path: "x")
    #expect(error.code == code)
    #expect(error.message.contains(advice), "\(error)")
  }

  @Test(arguments: [SQLiteAccess.readOnly, .readWrite])
  func `a name that isn't a file's path gets an error that says so`(access: SQLiteAccess) {
    for (path, words) in [(":memory:", "in memory"), ("", "in memory"), ("file:x.sqlite", "URI")] {
      let error = #expect(throws: StoreError.self) { try SQLiteStore(path: path, access: access) }
      #expect(error?.message.contains(words) == true)
    }
  }
}

import Foundation
import Sectional
import SectionalPostgres
import SectionalSQL
import SectionalTesting
import TestSupport
import Testing

/// Databases in other encodings than UTF-8.
@MainActor @Suite struct RawTextTests {
  /// Runs a body with the URL of a new database.
  private func use(_ encoding: String, _ body: (String) async throws -> Void) async throws {
    let server = try await ScratchServerDatabase()
    let name = "raw_\(UUID().uuidString.prefix(8).lowercased())"
    // A database with ICU's collations has an encoding.
    let provider =
      try await server.write("SHOW server_version_num") >= "150000" ? "LOCALE_PROVIDER libc" : ""
    try await server.write(
      "CREATE DATABASE \(name) TEMPLATE template0 ENCODING '\(encoding)' \(provider) LC_COLLATE 'C' LC_CTYPE 'C'"
    )
    var parts = try #require(URLComponents(string: server.url))
    parts.path = "/\(name)"
    try await body(try #require(parts.string))
    try await server.write("DROP DATABASE \(name) WITH (FORCE)")
  }

  @Test func `a byte that is not text spoils neither the list nor its other rows`() async throws {
    try await use("SQL_ASCII") { url in
      let rows = try await rows(at: url)
      #expect(
        rows.map { $0["n"] } == [.malformedText([0x41, 0xFF, 0x42]), .text("a"), .text("é")])
    }
  }

  @Test func `a changed row whose key is no text stays in the list`() async throws {
    try await use("SQL_ASCII") { url in
      let store = try PostgresStore(url)
      try await store.write { db in
        try await db.execute("CREATE TABLE item(id text PRIMARY KEY, n int NOT NULL)")
        try await db.execute(
          "INSERT INTO item VALUES ('a', 1), (convert_from('\\x636166e9', 'SQL_ASCII'), 2)")
      }
      try await store.installChangeLog(for: ["item"])
      let list = ResultsController(
        fetchRequest: ResultsRequest<StoredRow>(source: .table("item")), store: store)
      try await list.performFetch()
      try await PostgresShell(url: url).execute("UPDATE item SET n = 3 WHERE n = 2")
      try await list.refresh()
      #expect(list.results.rows.map { $0["n"] } == [1, 3])
      list.stop()
      store.close()
    }
  }

  @Test func `errors name the encoding that has no such text, or another order`() async throws {
    try await use("KOI8R") { url in
      let store = try PostgresStore(url)
      try await store.write { db in
        try await db.execute("CREATE TABLE item(id int PRIMARY KEY, n text)")
        try await db.execute(
          "CREATE INDEX ON item(n NULLS FIRST, id); INSERT INTO item VALUES (1, 'я')")
      }
      let missing = ResultsRequest<StoredRow>(table: "item", predicate: "n = ?", arguments: ["漢"])
      let error = await storeError { _ = try await store.read { try await $0.fetch(missing) } }
      #expect(error?.message.contains("can't be converted to KOI8R") == true)
      #expect(error?.everyWord.contains("漢") == false)
      var window = ResultsRequest<StoredRow>(table: "item", sortBy: [SortKey(.column("n"))])
      window.fetchWindowSize = 100
      let findings = try await store.check(window)
      let finding = findings.first { $0.kind == .notWindowable }
      #expect(
        finding?.message.contains("KOI8R") == true && finding?.advice.contains("UTF8") == true)
    }
  }

  private func rows(at url: String) async throws -> [StoredRow] {
    let store = try PostgresStore(url)
    try await store.write { db in
      try await db.execute("CREATE TABLE item(id int PRIMARY KEY, n text)")
      try await db.execute(
        "INSERT INTO item VALUES (1, 'a'), (2, convert_from('\\x41ff42', 'SQL_ASCII')), (3, 'é')")
    }
    let request = ResultsRequest<StoredRow>(table: "item", sortBy: [SortKey(.column("n"))])
    return try await store.read { try await $0.fetch(request) }
  }
}

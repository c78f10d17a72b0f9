import Foundation
import Sectional
import SectionalPostgres
import SectionalSQL
import SectionalTesting
import Testing

/// A database whose texts have no encoding, and can contain any bytes.
@Suite struct RawTextTests {
  @Test func `a byte that is not text spoils neither the list nor its other rows`() async throws {
    let server = try await ScratchServerDatabase()
    let name = "raw_\(UUID().uuidString.prefix(8).lowercased())"
    // A database with ICU's collations has an encoding.
    let provider =
      try await server.write("SHOW server_version_num") >= "150000" ? "LOCALE_PROVIDER libc" : ""
    try await server.write(
      "CREATE DATABASE \(name) TEMPLATE template0 ENCODING 'SQL_ASCII' \(provider) LC_COLLATE 'C' LC_CTYPE 'C'"
    )
    var parts = try #require(URLComponents(string: server.url))
    parts.path = "/\(name)"
    let url = try #require(parts.string)
    let rows = try await rows(at: url)
    #expect(rows.map { $0["n"] } == [.malformedText([0x41, 0xFF, 0x42]), .text("a"), .text("é")])
    try await server.write("DROP DATABASE \(name) WITH (FORCE)")
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

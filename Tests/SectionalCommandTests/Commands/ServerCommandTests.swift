import Foundation
import SectionalTesting
import Testing

/// `list` and `watch` on a server.
@Suite struct ServerCommandTests {
  private static let contacts = """
    CREATE TABLE contact(id int PRIMARY KEY, name text, team text);
    INSERT INTO contact VALUES (1, 'Ada', 'Red'), (2, 'Bob', NULL), (3, 'Cy', 'Blue');
    """

  @Test func `a list is the one of a file`() async throws {
    let server = try await ScratchServerDatabase(Self.contacts)
    let file = try ScratchDatabase.contacts()
    let options = ["contact", "--section", "team", "--rows", "--format", "json"]
    let lists = try [server.url, file.path].map { store in
      let outcome = try SectionalProcess(["list", store] + options).finish()
      #expect(outcome.status == 0)
      return outcome.output.replacing(/"version":"[^"]*"/, with: "")
    }
    #expect(lists[0] == lists[1])
  }

  @Test func `a watch reports what psql writes, in the documented form`() async throws {
    let server = try await ScratchServerDatabase(Self.contacts)
    let lines = try WatchedLines(
      at: server.url, ["contact", "--format", "jsonl", "--section", "team"])
    #expect(try lines.next()["key"] as? [String] == ["id"])
    #expect(try lines.next()["type"] as? String == "snapshot")
    try await server.write("UPDATE contact SET team = 'Green' WHERE id = 3")
    let changes = try lines.next(ofType: "changes")
    #expect(changes["sequence"] as? Int == 1)
    let change = try #require((changes["changes"] as? [[String: Any]])?.first)
    #expect(change["change"] as? String == "move")
    try await server.write("ALTER TABLE contact RENAME TO away")
    #expect(try lines.next(ofType: "error")["code"] as? String == "noSuchTable")
    try await server.write(
      "INSERT INTO away VALUES (4, 'Di', 'Red'); ALTER TABLE away RENAME TO contact")
    #expect(try lines.next(ofType: "changes")["sequence"] as? Int == 2)
    lines.send(SIGTERM)
    _ = try lines.next(ofType: "end")
    #expect(lines.status() == 0)
  }

  @Test func `a log that polls can keep old values, and notifies only if asked to`() async throws {
    let server = try await ScratchServerDatabase(Self.contacts)
    func log(_ options: String...) throws -> String {
      try SectionalProcess(
        ["triggers", "install", server.url, "contact", "--format", "json"] + options
      ).finish().output
    }
    let polling = """
      [{"table":"contact","changeLog":"installed","columns":["team"]}]

      """
    #expect(try log("--poll-only", "--columns", "team") == polling)
    #expect(try log() == polling)
    #expect(try log("--notify") == polling.replacing("installed", with: "notifying"))
  }

  @Test func `a uuid is distinguished from a text`() async throws {
    let id = "a0eebc99-9c0b-4ef8-bb6d-6bb9bd380a11"
    let server = try await ScratchServerDatabase(
      "CREATE TABLE t(id uuid PRIMARY KEY, n text); INSERT INTO t VALUES ('\(id)', '\(id)')")
    let outcome = try SectionalProcess.run(
      "list", server.url, "t", "--section", "id", "--format", "json", "--rows")
    let uuid = "{\"uuid\":\"\(id)\"}"
    #expect(outcome.output.contains("\"key\":\(uuid)"))
    #expect(outcome.output.contains("{\"id\":\(uuid),\"row\":{\"id\":\(uuid),\"n\":\"\(id)\"}}"))
  }

  @Test func `a password is never shown`() async throws {
    let server = try await ScratchServerDatabase(
      Self.contacts
        + """
        DO $$ BEGIN CREATE ROLE guarded LOGIN PASSWORD 'geheim'; EXCEPTION WHEN duplicate_object
        THEN END $$; GRANT SELECT ON contact TO guarded;
        """)
    let right = server.url(["user": "guarded", "password": "geheim"])
    let wrong = server.url(["user": "guarded", "password": "geheimer"])
    for arguments in [
      ["list", right, "contact"], ["list", right, "contact", "--format", "json"],
      ["list", wrong, "contact"], ["list", right, "nope"],
      ["list", right, "contact", "--sort", "x"],
      ["watch", wrong, "contact", "--format", "jsonl"], ["compare", right, right, "contact"],
      ["list", "postgres://guarded:ge/heim@host/db", "contact"],
      ["list", "postgres://guarded:ge@heim@host/db", "contact"],
      ["list", "postgres://guarded:geheim@host:port/db", "contact"],
      ["list", "Postgres://guarded:geheim@localhost:1/db", "contact"],
      ["list", "mysql://guarded:geheim@host/db", "contact"],
      ["list", "host=localhost password=geheim", "contact"],
    ] {
      let outcome = try SectionalProcess(arguments).finish()
      let printed = outcome.output + outcome.complaint
      #expect(!printed.isEmpty)
      #expect(!printed.contains("heim"), "\(arguments): \(printed)")
    }
  }
}

import Foundation
import SectionalTesting
import Testing

/// `watch` with a store and no table.
@Suite struct WatchTablesTests {
  @Test func `a store without a named table is followed as a whole`() throws {
    let file = try ScratchDatabase.contacts()
    try file.write("CREATE TABLE note(id INTEGER PRIMARY KEY, text)")
    _ = try SectionalProcess.run("triggers", "install", file.path, "contact")
    let lines = try WatchedLines(file, [])
    #expect(try lines.nextText().hasSuffix("watching 2 tables of \(file.path); Ctrl-C stops"))
    try file.write("UPDATE contact SET name = name || '!'")
    let change = try lines.nextText()
    #expect(change.contains("contact 3 rows"), "\(change)")
    #expect(change.contains("note may have changed (another connection wrote"), "\(change)")
    try file.write("DROP TABLE note; UPDATE contact SET name = 'x' WHERE id = 1")
    #expect(try lines.nextText().contains("watching 1 table of"))
    lines.send(SIGTERM)
    #expect(lines.status() == 0)
  }

  @Test func `a server's tables are followed`() async throws {
    let server = try await ScratchServerDatabase(
      "CREATE TABLE contact(id int PRIMARY KEY, name text); CREATE TABLE loose(x int)")
    _ = try SectionalProcess.run("triggers", "install", server.url, "contact")
    let lines = try WatchedLines(at: server.url, [])
    let opening = try lines.nextText()
    #expect(opening.contains("watching 1 table of"), "\(opening)")
    #expect(opening.contains("skipping loose (no key)"), "\(opening)")
    try await server.write("INSERT INTO contact VALUES (1, 'a'), (2, 'b')")
    #expect(try lines.nextText().contains("contact 2 rows"))
    lines.send(SIGTERM)
  }

  @Test func `a table that another program has locked doesn't keep others from being followed`()
    async throws
  {
    let server = try await ScratchServerDatabase(
      "CREATE TABLE contact(id int PRIMARY KEY, name text); CREATE TABLE note(id int PRIMARY KEY)")
    _ = try SectionalProcess.run("triggers", "install", server.url, "contact")
    let migration = try PostgresShell(url: server.url)
    try await migration.execute("BEGIN; LOCK TABLE note IN ACCESS EXCLUSIVE MODE")
    let tables = try SectionalProcess.run("tables", server.url)
    #expect(
      tables.output.contains("note can't be read: another program has locked it; try again"),
      "\(tables.output)\(tables.complaint)")
    let list = try SectionalProcess.run("list", server.url, "note")
    #expect(list.complaint.contains("note\""), "\(list.complaint)")
    let lines = try WatchedLines(at: server.url, [])
    #expect(try lines.nextText().contains("watching 2 tables of"))
    try await server.write("INSERT INTO contact VALUES (1, 'a'), (2, 'b')")
    let change = try lines.nextText()
    #expect(change.contains("contact 2 rows"), "\(change)")
    #expect(change.contains("note may have changed (another program has locked it)"), "\(change)")
    try await migration.execute("INSERT INTO note VALUES (1); COMMIT")
    #expect(try lines.nextText().contains("note may have changed"))
    lines.send(SIGTERM)
  }

  @Test func `a locked table turns out to have no key, and the others are followed`() async throws {
    let server = try await ScratchServerDatabase(
      "CREATE TABLE contact(id int PRIMARY KEY, name text); CREATE TABLE audit(x int)")
    _ = try SectionalProcess.run("triggers", "install", server.url, "contact")
    let migration = try PostgresShell(url: server.url)
    try await migration.execute("BEGIN; LOCK TABLE audit IN ACCESS EXCLUSIVE MODE")
    let lines = try WatchedLines(at: server.url, [])
    #expect(try lines.nextText().contains("watching 2 tables of"))
    try await migration.execute("COMMIT")
    func wait(for words: String...) throws {
      var line = ""
      while !words.allSatisfy(line.contains) {
        line = try lines.nextText()
        #expect(!line.contains("primary key"), "\(line)")
      }
    }
    try wait(for: "watching 1 table of", "skipping audit (no key)")
    try await server.write("INSERT INTO contact VALUES (1, 'a')")
    try wait(for: "contact 1 row")
    lines.send(SIGTERM)
  }

  @Test func `options of a list need a table`() throws {
    let file = try ScratchDatabase.contacts()
    let outcome = try SectionalProcess.run("watch", file.path, "--section", "team")
    #expect(outcome.status == 2)
    #expect(outcome.complaint.contains("--section needs a table"), "\(outcome.complaint)")
    let empty = try ScratchDatabase("PRAGMA user_version = 1")
    let nothing = try SectionalProcess.run("watch", empty.path)
    #expect(nothing.status == 1)
    #expect(nothing.complaint.contains("has no tables"), "\(nothing.complaint)")
  }
}

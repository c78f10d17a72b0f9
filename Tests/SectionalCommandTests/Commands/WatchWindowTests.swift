import Foundation
import SectionalTesting
import Testing

/// `watch --window`: its lines, followed by a program that knows nothing but them.
@Suite struct WatchWindowTests {
  private static let teams = 7
  private static let rows = 3000

  private func table(logging: Bool) throws -> ScratchDatabase {
    let file = try ScratchDatabase(
      """
      PRAGMA journal_mode=wal;
      CREATE TABLE message(id INTEGER PRIMARY KEY, team TEXT NOT NULL, name TEXT NOT NULL);
      WITH RECURSIVE n(i) AS (VALUES(1) UNION ALL SELECT i + 1 FROM n WHERE i < \(WatchWindowTests.rows))
      INSERT INTO message SELECT i, 't' || (i % \(WatchWindowTests.teams)), printf('n%05d', i * 17 % 3001) FROM n;
      CREATE INDEX message_order ON message(team, name, id);
      """)
    if logging {
      let installed = try SectionalProcess.run(
        "triggers", "install", file.path, "message", "--columns", "team,name")
      try #require(installed.status == 0, "\(installed.complaint)")
    }
    return file
  }

  private func watch(_ file: ScratchDatabase) throws -> WatchedLines {
    try WatchedLines(
      file,
      ["message", "--section", "team", "--sort", "name", "--window", "100", "--format", "jsonl"])
  }

  @Test func `the lines lead to what another program counts`() throws {
    let file = try table(logging: true)
    let lines = try watch(file)
    let hello = try lines.next()
    #expect(hello["format"] as? Int == 2)
    var counts = WatchedCounts(try lines.next(ofType: "snapshot"))
    while !counts.isComplete { try counts.apply(try lines.next(ofType: "changes")) }
    #expect(counts.sections == (try expected(file)))
    for statement in [
      "UPDATE message SET team = 't3' WHERE id % 500 = 0", "DELETE FROM message WHERE team = 't5'",
      "INSERT INTO message VALUES(0, 'a', 'first'), (9999, 'z', 'last')",
      "UPDATE message SET name = 'n00000' WHERE id IN (6, 7, 2999)",
      "BEGIN; DELETE FROM message WHERE id = 0; INSERT INTO message VALUES(0, 't9', 'x'); COMMIT",
    ] {
      try file.write(statement)
      let expected = try expected(file)
      repeat {
        try counts.apply(try lines.next(ofType: "changes"))
      } while counts.sections != expected
      #expect(counts.doubt == nil)
    }
    lines.send(SIGTERM)
    #expect(try lines.next(ofType: "end").isEmpty == false)
  }

  @Test func `the text says how many rows were counted, and when all are`() throws {
    let file = try table(logging: true)
    let lines = try WatchedLines(
      file, ["message", "--section", "team", "--sort", "name", "--window", "100"])
    var (counted, line) = (0, "")
    repeat {
      line = try lines.nextText()
      #expect(!line.contains("no changes"), "\(line)")
      if let found = line.firstMatch(of: /([0-9,]+) more counted/) {
        counted += Int(found.output.1.filter(\.isNumber)) ?? 0
      }
    } while !line.contains("all rows are counted")
    #expect(counted > 0 && counted < WatchWindowTests.rows)
    lines.send(SIGTERM)
  }

  @Test func `without old values, counts may be wrong for a while and say so`() throws {
    let file = try table(logging: false)
    let lines = try watch(file)
    var counts = WatchedCounts(try lines.next(ofType: "snapshot"))
    while !counts.isComplete { try counts.apply(try lines.next(ofType: "changes")) }
    for id in [2999, 2998, 2997] {
      try file.write("UPDATE message SET team = 't0' WHERE id = \(id)")
      let expected = try expected(file)
      repeat {
        try counts.apply(try lines.next(ofType: "changes"))
        #expect(counts.sections == expected || counts.doubt != nil)
      } while counts.sections != expected || counts.doubt != nil
    }
    lines.send(SIGTERM)
  }

  @Test func `a list without an index for its order is refused with the index to create`() throws {
    let file = try table(logging: true)
    try file.write("DROP INDEX message_order")
    let outcome = try SectionalProcess.run(
      "watch", file.path, "message", "--section", "team", "--sort", "name", "--window", "100",
      "--format", "jsonl")
    #expect(outcome.status == 1)
    let error = try #require(outcome.objects.last)
    #expect(error["code"] as? String == "notWindowable")
    #expect((error["message"] as? String)?.contains("CREATE INDEX") == true)
  }

  private func expected(_ file: ScratchDatabase) throws -> [WatchedCounts.Section] {
    try file.write("SELECT team, count(*) FROM message GROUP BY team ORDER BY team")
      .split(separator: "\n").map { line in
        let parts = line.split(separator: "|")
        return .init(name: String(parts[0]), count: Int(parts[1]) ?? -1)
      }
  }
}

import Foundation
import SectionalTesting
import Testing

@Suite struct WatchCommandTests {
  private func watch(
    _ database: ScratchDatabase, _ options: String...
  ) throws -> WatchedLines {
    try WatchedLines(database, ["contact", "--format", "jsonl"] + options)
  }

  @Test func `hello, one snapshot, changes, and an end after a signal`() throws {
    let database = try ScratchDatabase.contacts()
    let lines = try watch(database, "--section", "team", "--sort", "name:desc")
    let hello = try lines.next()
    #expect(hello["type"] as? String == "hello")
    #expect(hello["key"] as? [String] == ["id"])
    #expect(hello["sort"] as? [String] == ["team:asc:binary", "name:desc:binary", "id:asc:binary"])
    #expect(try lines.next()["type"] as? String == "snapshot")

    try database.write("UPDATE contact SET team = 'Green' WHERE id = 3")
    let changes = try lines.next()
    #expect(changes["sequence"] as? Int == 1)
    #expect(changes["sectionDeletes"] as? [Int] == [1])
    let inserts = try #require(changes["sectionInserts"] as? [[String: Any]])
    #expect(inserts.first?["name"] as? String == "Green")
    let change = try #require((changes["changes"] as? [[String: Any]])?.first)
    #expect(change["change"] as? String == "move")
    #expect(change["from"] as? [Int] == [1, 0])
    #expect(change["to"] as? [Int] == [1, 0])

    lines.send(SIGTERM)
    #expect(try lines.next()["type"] as? String == "end")
    #expect(lines.status() == 0)
  }

  @Test(arguments: [SIGINT, SIGQUIT])
  func `an interrupt ends the watch like a termination`(signal: Int32) throws {
    let lines = try watch(try ScratchDatabase.contacts())
    _ = try lines.next(ofType: "snapshot")
    lines.send(signal)
    #expect(try lines.next()["type"] as? String == "end")
    #expect(lines.status() == 0)
  }

  @Test func `a closed pipe ends the watch quietly, even if nothing changes`() throws {
    let lines = try watch(try ScratchDatabase.contacts())
    _ = try lines.next(ofType: "snapshot")
    try lines.close()
    #expect(lines.status() == 0)
  }

  @Test func `a lost table is a temporary error`() throws {
    let database = try ScratchDatabase.contacts()
    let lines = try watch(database)
    _ = try lines.next(ofType: "snapshot")
    try database.write("ALTER TABLE contact RENAME TO away")
    let error = try lines.next(ofType: "error")
    #expect(error["code"] as? String == "noSuchTable")
    #expect(error["final"] as? Bool == false)
    #expect(try lines.next(ofType: "status")["status"] as? String == "stale")
    try database.write("DELETE FROM away WHERE id = 2; ALTER TABLE away RENAME TO contact")
    let changes = try lines.next(ofType: "changes")
    #expect(changes["sequence"] as? Int == 1)
    #expect((changes["changes"] as? [[String: Any]])?.count == 1)
    #expect(try lines.next(ofType: "status")["status"] as? String == "current")
    lines.send(SIGTERM)
  }

  @Test func `a query alongside is of the same moment as each line`() throws {
    let database = try ScratchDatabase.contacts()
    let lines = try watch(
      database, "--rows", "--alongside", "SELECT count(*) AS size, max(name) AS last FROM contact")
    let snapshot = try lines.next(ofType: "snapshot")
    #expect((snapshot["alongside"] as? [[String: Any]])?.first?["size"] as? Int == 3)
    try database.write("INSERT INTO contact VALUES (9, 'Zoe', 'Red')")
    let changes = try lines.next(ofType: "changes")
    #expect((changes["alongside"] as? [[String: Any]])?.first?["last"] as? String == "Zoe")
    let change = try #require((changes["changes"] as? [[String: Any]])?.first)
    #expect((change["row"] as? [String: Any])?["name"] as? String == "Zoe")
    lines.send(SIGTERM)
  }

  @Test func `an id is unchanged when its number is stored as another type`() throws {
    let database = try ScratchDatabase(
      "CREATE TABLE t(key PRIMARY KEY NOT NULL, n); INSERT INTO t VALUES (1, 'a'), (2.5, 'b')")
    let lines = try WatchedLines(database, ["t", "--format", "jsonl"])
    _ = try lines.nextText()
    #expect(try lines.nextText().contains(#""ids":[1,2.5]"#))
    try database.write("UPDATE t SET key = 1.0 WHERE key = 1")
    #expect(try lines.nextText().contains(#"{"change":"update","id":1,"from":"#))
    try database.write("UPDATE t SET n = 'c' WHERE key = 1")
    #expect(try lines.nextText().contains(#"{"change":"update","id":1,"from":"#))
    try database.write("INSERT INTO t VALUES (-7.0, 'd')")
    #expect(try lines.nextText().contains(#"{"change":"insert","id":-7,"to":"#))
    try database.write("DELETE FROM t WHERE key = 1")
    #expect(try lines.nextText().contains(#"{"change":"delete","id":1,"from":"#))
    lines.send(SIGTERM)
  }

  @Test func `a list that can't be made is a final error`() throws {
    let database = try ScratchDatabase.contacts()
    let outcome = try SectionalProcess.run(
      "watch", database.path, "contact", "--section", "none", "--format", "jsonl")
    #expect(outcome.status == 1)
    #expect(outcome.objects.first?["type"] as? String == "error")
    #expect(outcome.objects.first?["final"] as? Bool == true)
  }
}

import Foundation
import SectionalTesting
import Testing

/// What a person reads without color, and in narrow terminals.
@Suite struct PlainTextTests {
  @Test func `values of different kinds never read the same`() throws {
    let file = try ScratchDatabase(
      """
      CREATE TABLE t(id INTEGER PRIMARY KEY, a);
      INSERT INTO t(a) VALUES (NULL), ('NULL'), (''), (x'00ff'), ('x''00ff'''), (5), ('5'), ('''5'''), ('plain');
      """)
    let outcome = try SectionalProcess.run("list", file.path, "t")
    let cells = outcome.output.split(separator: "\n").dropFirst(2)
      .map { $0.dropFirst(2).trimmingCharacters(in: .whitespaces) }
    #expect(
      cells == [
        "NULL", "'NULL'", "''", "x'00ff'", "'x''00ff'''", "5", "'5'", "'''5'''", "plain",
      ])
    let sections = try SectionalProcess.run("list", file.path, "t", "--section", "a")
    let headings = sections.output.split(separator: "\n").filter {
      $0.hasSuffix(" ── 1")
    }
    #expect(
      Set(headings.map { $0.dropFirst(3).dropLast(5) }) == [
        "NULL", "'NULL'", "''", "x'00ff'", "'x''00ff'''", "5", "'5'", "'''5'''", "plain",
      ])
  }

  @Test func `texts of digits are quoted only beside numbers`() throws {
    let file = try ScratchDatabase(
      "CREATE TABLE t(id INTEGER PRIMARY KEY, zip TEXT); INSERT INTO t(zip) VALUES ('01234')")
    #expect(try SectionalProcess.run("list", file.path, "t").output.hasSuffix(" 1  01234\n"))
  }

  @Test func `the header says in which collation and direction sections and rows come`() throws {
    let file = try ScratchDatabase.contacts()
    let outcome = try SectionalProcess.run(
      "list", file.path, "contact", "--section", "team", "--sort", "team:desc:caseInsensitive",
      "--sort", "name:caseInsensitive")
    let header = outcome.output.prefix { $0 != "\n" }
    #expect(
      header.hasSuffix(
        "grouped by team (descending, case-insensitive), sorted by name (case-insensitive)"))
  }

  @Test func `a change says in words where a row was and is`() throws {
    let file = try ScratchDatabase(
      "CREATE TABLE t(id INTEGER PRIMARY KEY, a); INSERT INTO t VALUES (5, 1), (6, 2)")
    let lines = try WatchedLines(file, ["t", "--section", "a"])
    while try lines.nextText() != "watching; Ctrl-C stops" {}
    try file.write("UPDATE t SET a = 2 WHERE id = 5")
    _ = try lines.nextText()
    #expect(try lines.nextText() == "  − section 1")
    #expect(try lines.nextText() == "  → 5  (1, row 1 → 2, row 1)")
  }
}

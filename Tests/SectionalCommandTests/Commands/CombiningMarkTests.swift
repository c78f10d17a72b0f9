import Foundation
import Sectional
import SectionalSQL
import SectionalTesting
import Testing

@testable import SectionalCommand

/// Names and texts that begin with a combining mark or a joiner, which Swift counts to the sign before them.
@Suite struct CombiningMarkTests {
  private static let schema = """
    CREATE TABLE word(id INTEGER PRIMARY KEY, v TEXT, "\u{301}b" TEXT);
    INSERT INTO word VALUES (1, '\u{301}apple', '\u{301}y'), (2, '\u{200D}pear', 'z'), (3, 'plain', 'r');
    CREATE TABLE pair(a TEXT NOT NULL, "\u{301}b" TEXT NOT NULL, PRIMARY KEY (a, "\u{301}b"));
    INSERT INTO pair VALUES ('x', '\u{301}y'), ('x', 'z'), ('w', 'q');
    """

  private func run(_ arguments: [String]) throws -> SectionalProcess.Outcome {
    try SectionalProcess(arguments).finish()
  }

  @Test(arguments: [
    (["--search", "v:\u{301}apple"], "1"), (["--search=v:\u{301}apple"], "1"),
    (["--search", "v:\u{200D}pear"], "2"), (["--search=\u{301}b:z"], "2"),
    (["--search", "\u{301}b:\u{301}y"], "1"), (["--sort=\u{301}b"], "3 2 1"),
    (["--sort", "\u{301}b:desc"], "1 2 3"), (["--section", "prefix(\u{301}b,1)"], "3 2 1"),
    (["--section=first-letter(\u{301}b)"], "3 2 1"), (["--section=\u{301}b"], "3 2 1"),
  ]) func `an option reads them like others`(options: [String], expected: String) throws {
    let file = try ScratchDatabase(Self.schema)
    let outcome = try run(["list", file.path, "word", "--format", "json"] + options)
    #expect(outcome.status == 0, "\(outcome.complaint)")
    let sections = try #require(outcome.objects.first?["sections"] as? [[String: Any]])
    let ids = sections.flatMap { $0["ids"] as? [Int] ?? [] }
    #expect(ids.map(String.init).joined(separator: " ") == expected)
  }

  @Test func `keys and columns of a list of names can begin with them`() throws {
    let file = try ScratchDatabase(Self.schema)
    for options in [
      ["--key", "a,\u{301}b"], ["--key=a, \u{301}b"], ["--around", "x,\u{301}y", "--limit", "1"],
    ] {
      let outcome = try run(["list", file.path, "pair"] + options)
      #expect(outcome.status == 0, "\(options): \(outcome.complaint)")
      #expect(outcome.output.utf8.contains("\u{301}y".utf8), "\(options)")
    }
    let installed = try run(
      ["triggers", "install", file.path, "word", "--columns", "v,\u{301}b"])
    #expect(installed.status == 0, "\(installed.complaint)")
  }

  @Test func `columns of the second store can begin with them`() throws {
    let first = try ScratchDatabase(Self.schema)
    let second = try ScratchDatabase(
      """
      CREATE TABLE word(id INTEGER PRIMARY KEY, "\u{301}w" TEXT, c TEXT);
      INSERT INTO word VALUES (1, '\u{301}apple', '\u{301}y'), (2, '\u{200D}pear', 'z'), (3, 'plain', 'r');
      """)
    for options in [
      ["--search", "v:\u{301}apple"], ["--search", "\u{301}b:\u{301}y"],
      ["--sort", "\u{301}b:desc"],
      ["--section", "prefix(\u{301}b,1)"], ["--section", "first-letter(v)"],
    ] {
      let outcome = try run(
        ["compare", first.path, second.path, "word", "--map", "v=\u{301}w", "--map=\u{301}b=c"]
          + options)
      #expect(outcome.status == 0, "\(options): \(outcome.output) \(outcome.complaint)")
    }
  }

  @Test(arguments: [
    ["list", "FILE", "postgres://ada:\u{301}GEHEIM@\u{301}host/office"],
    ["list", "FILE", "postgres:\u{301}//ada:\u{301}GEHEIM@\u{301}host/office"],
    ["list", "FILE", "password=\u{301}GEHEIM"], ["list", "mysql://\u{301}GEHEIM@host/db", "t"],
    ["list", "password=\u{301}GEHEIM", "t"], ["cache", "//\u{301}ada:GEHEIM@\u{301}x"],
    ["list", "postgres://ada:GEHEIM@\u{301}x@host/db", "t"],
  ]) func `a password that begins with one is never repeated`(arguments: [String]) throws {
    let file = try ScratchDatabase(Self.schema)
    let outcome = try run(arguments.map { $0 == "FILE" ? file.path : $0 })
    #expect(outcome.status != 0)
    #expect(!outcome.complaint.contains("GEHEIM"), "\(outcome.complaint)")
  }

  @Test func `apostrophes before them are quoted`() throws {
    func isSame(_ text: String, _ other: String) -> Bool { text.utf8.elementsEqual(other.utf8) }
    #expect(isSame(QuotedText.quoted("it'\u{301}s"), "'it''\u{301}s'"))
    #expect(isSame(QuotedText.quoted("'\u{200D}"), "'''\u{200D}'"))
    #expect(isSame(QuotedIdentifier.quoted("a\"\u{301}"), "\"a\"\"\u{301}\""))
    #expect(ShellWord.line(["odd\nna'me\t"]) == "$'odd\\nna\\'me\\t'")
    #expect(ShellWord.line(["zw\u{200B}x", "é"]) == "$'zw\\xe2\\x80\\x8bx' é")
    #expect(isSame(ShellWord.line(["a'\u{301} b"]), "'a'\\''\u{301} b'"))
    #expect(isSame(CellText.text(.text("'\u{301}x'")), "'''\u{301}x'''"))
    let name = "it'\u{301}s"
    let file = try ScratchDatabase("CREATE TABLE \"\(name)\"(id INTEGER PRIMARY KEY, n TEXT)")
    let installed = try run(["triggers", "install", file.path, name, "--columns", "n"])
    #expect(installed.status == 0, "\(installed.complaint)")
    try file.write("INSERT INTO \"\(name)\" VALUES (1, 'a'); DELETE FROM \"\(name)\"")
    let logged = try file.write("SELECT DISTINCT name FROM sectional_log WHERE name LIKE 'it%'")
    #expect(isSame(logged, "\(name)\n"), "\(logged)")
  }
}

import Foundation
import SectionalTesting
import Testing

/// Errors in what a person types: one line, the right exit status, and advice.
@Suite struct ComplaintTests {
  private func complaint(
    _ arguments: String..., status: Int32 = 1, sourceLocation: SourceLocation = #_sourceLocation
  ) throws -> String {
    let outcome = try SectionalProcess(arguments).finish()
    #expect(outcome.status == status, sourceLocation: sourceLocation)
    #expect(outcome.output.isEmpty, sourceLocation: sourceLocation)
    let lines = outcome.complaint.split(separator: "\n", omittingEmptySubsequences: false)
    #expect(lines.count == 2 && lines.last == "", sourceLocation: sourceLocation)
    return outcome.complaint
  }

  @Test func `an error suggests the closest correct name`() throws {
    let database = try ScratchDatabase.contacts()
    #expect(
      try complaint("list", database.path, "contacts")
        == "sectional: there is no table \"contacts\"; did you mean \"contact\"?\n")
    #expect(
      try complaint("list", database.path, "contact", "--sort", "nmae")
        .contains("did you mean \"name\"?"))
    #expect(
      try complaint("list", database.path, "contact", "--section", "salary")
        .contains("available: \"id\", \"name\", \"team\""))
    #expect(
      try complaint("list", database.path, "contact", "--srot", "x", status: 2)
        .contains("did you mean --sort?") == false)
  }

  @Test func `words of other programs are answered with ours`() throws {
    func usage(_ arguments: String...) throws -> String {
      try SectionalProcess(arguments).finish().complaint
    }
    let file = try ScratchDatabase.contacts()
    #expect(
      try usage(file.path, "contact", "--sort", "name")
        .contains("sectional list \(file.path) contact --sort name"))
    #expect(
      try usage("list", file.path, "contact", "--order", "name").contains("did you mean --sort?"))
    #expect(
      try usage("list", file.path, "contact", "--group-by=team").contains("did you mean --section?")
    )
    #expect(
      try usage("list", file.path, "contact", "--xyzzy").contains(
        "sectional help list lists the options"))
    #expect(
      try usage("list", file.path, "contact", "--sort", "name", "desc").contains("--sort name:desc")
    )
    #expect(
      try usage("list", file.path, "contact", "--sort", "name,team")
        .contains("--sort once for each column"))
    #expect(
      try usage("list", file.path, "contact", "--sort", "name DESC").contains("after a colon"))
  }

  @Test func `a command after the store and a table before it are answered with the right order`()
    throws
  {
    let file = try ScratchDatabase.contacts()
    #expect(
      try complaint(file.path, "watch", "contact", status: 2)
        .contains(": sectional watch \(file.path) contact\n"))
    #expect(
      try complaint("generate", "contact", file.path, status: 2)
        .contains(": sectional generate \(file.path) contact\n"))
    #expect(
      try complaint("triggers", "install", "contact", file.path, status: 2)
        .contains(": sectional triggers install \(file.path) contact\n"))
    #expect(
      try complaint("triggers", "install", "contact", status: 2)
        .contains("there is no store contact"))
    let help = try SectionalProcess.run(file.path, "--help")
    #expect(help.output.contains("sectional tables STORE"), "\(help.output)")
  }

  @Test func `an error describes a file that is not a database`() throws {
    let database = try ScratchDatabase()
    let folder = database.folder.path
    #expect(try complaint("list", folder, "t").contains("is a folder"))
    #expect(try complaint("list", folder + "/none.sqlite", "t").contains("there is no file"))
    try Data().write(to: database.folder.appending(path: "empty"))
    #expect(try complaint("list", folder + "/empty", "t").contains("has no tables"))
    try Data(repeating: 0x41, count: 4096).write(to: database.folder.appending(path: "letters"))
    #expect(
      try complaint("list", folder + "/letters", "t").contains("is not an SQLite database"))
  }

  @Test(arguments: [
    ("app.sqlite list contact", "list app.sqlite contact"),
    ("app.sqlite triggers install contact", "triggers install app.sqlite contact"),
    ("app.sqlite cache", "list app.sqlite cache"),
    ("app.sqlite contact", "list app.sqlite contact"),
  ])
  func `a store before the command is put after it`(typed: String, meant: String) throws {
    let outcome = try SectionalProcess(typed.split(separator: " ").map(String.init)).finish()
    #expect(outcome.status == 2)
    #expect(outcome.complaint.contains(": sectional \(meant)\n"), "\(outcome.complaint)")
  }

  @Test func `an error says that a file is locked`() throws {
    let database = try ScratchDatabase.contacts()
    let shell = try ChildProgram(["sqlite3", "-batch", database.path])
    try shell.input.fileHandleForWriting.write(
      contentsOf: Data("BEGIN EXCLUSIVE; SELECT 'held';\n".utf8))
    _ = shell.output.fileHandleForReading.nextBytes()
    #expect(
      try complaint("list", database.path, "contact").contains("is locked by another program"))
    try shell.input.fileHandleForWriting.close()
    shell.process.waitUntilExit()
  }

  @Test(arguments: [
    "DELETE FROM contact", "PRAGMA journal_mode = WAL", "ATTACH 'other' AS other",
    "SELECT 1; SELECT 2",
    "WITH gone AS (SELECT 1) DELETE FROM contact", "EXPLAIN SELECT 1", "", "-- nothing",
  ]) func `SQL that does more than read is rejected, and the file stays unchanged`(sql: String)
    throws
  {
    let database = try ScratchDatabase.contacts()
    let before = try Data(contentsOf: URL(filePath: database.path))
    #expect(
      try complaint("list", database.path, "--sql", sql, "--key", "id").contains("the SQL must be"))
    #expect(try Data(contentsOf: URL(filePath: database.path)) == before)
    #expect(try database.write("PRAGMA journal_mode") == "delete\n")
  }

  @Test func `two rows with one key are both named`() throws {
    let database = try ScratchDatabase(
      "CREATE TABLE t(a); INSERT INTO t VALUES ('x'), ('y'), ('x');")
    #expect(
      try complaint("list", database.path, "t", "--key", "a", "--sort", "rowid").isEmpty == false)
    #expect(
      try complaint("list", database.path, "t", "--key", "a")
        .contains("the rows at places 1 and 2 of the list have the same key in \"a\""))
  }

  @Test(arguments: [
    ["--index", "locale:"], ["--sort", "name:localized"], ["--sort", "name:localized(sv,en)"],
    ["--section", "index(name)"], ["--search", "name"], ["--search", ":anna"],
  ]) func `an error says how a locale or a search is written`(option: [String]) throws {
    let database = try ScratchDatabase.contacts()
    let outcome = try SectionalProcess(["list", database.path, "contact"] + option).finish()
    #expect(outcome.status == 2)
    #expect(outcome.complaint.contains("sv") || outcome.complaint.contains("name:oberg"))
  }

  @Test func `an error names the option that it is about, and the one that helps`() throws {
    let file = try ScratchDatabase.contacts()
    try file.write(
      "CREATE VIEW v AS SELECT * FROM contact; CREATE TABLE d(id INTEGER PRIMARY KEY, t TEXT); INSERT INTO d VALUES (7, 'soon')"
    )
    let cases: [(arguments: [String], words: [String])] = [
      (["contact", "--where", "nope = 1"], ["--where: ", "no such column: nope"]),
      (["contact", "--where", "json_extract(name, '$') = 1"], ["--where: ", "malformed JSON"]),
      (["--sql", "SELECT nope FROM contact", "--key", "id"], ["--sql: ", "nope"]),
      (
        ["--sql", "SELECT 1 AS id, abs(-9223372036854775807 - 1)", "--key", "id"],
        ["--sql: ", "integer overflow"]
      ),
      (["contact", "--sort", "nope"], ["--sort: ", "\"nope\""]),
      (["contact", "--section", "nope"], ["--section: ", "\"nope\""]),
      (["contact", "--key", "nope"], ["--key: ", "\"nope\""]),
      (["v"], ["with --key COLUMN"]),
      (
        [
          "--sql", "SELECT team FROM contact WHERE id < 3 UNION ALL SELECT team FROM contact",
          "--key", "team",
        ], ["with --key COLUMN"]
      ),
      (["d", "--section", "day(t)"], ["--section: ", "\"t\" of \"d\"", "key 7"]),
    ]
    for (arguments, words) in cases {
      let complaint = try SectionalProcess(["list", file.path] + arguments).finish().complaint
      for word in words { #expect(complaint.contains(word), "\(arguments): \(complaint)") }
      #expect(!complaint.contains("soon"))
    }
  }

  @Test(arguments: [
    ["triggers", "URL", "contact"], ["URL", "contact"], ["help", "URL"], ["cache", "URL"],
    ["list", "none.sqlite", "URL"], ["cache", "show", "URL"], ["demo", "URL"],
    ["list", "a", "b", "--format", "URL"], ["list", "a", "b", "--index", "URL"],
  ]) func `a password is never repeated, wherever it was typed`(arguments: [String]) throws {
    let url = "postgres://ada:GE@HE/IM@localhost:1/office"
    let outcome = try SectionalProcess(arguments.map { $0.replacing("URL", with: url) }).finish()
    #expect(outcome.status != 0)
    for secret in ["GE@", "HE/", "IM@"] { #expect(!outcome.complaint.contains(secret)) }
  }

  @Test func `incorrect usage has its own exit status`() throws {
    #expect(try complaint("lisst", status: 2).contains("did you mean \"list\"?"))
    #expect(try complaint("list", status: 2).contains("takes a store and a table"))
    #expect(
      try complaint("list", "a", "b", "--format", "yaml", status: 2).contains("--format json"))
    #expect(try complaint("list", "a", "b", "--sort", status: 2).contains("needs a value"))
  }
}

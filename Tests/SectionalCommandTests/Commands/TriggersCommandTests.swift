import Foundation
import SectionalTesting
import Testing

/// `sectional triggers` as a person or a script calls it.
struct TriggersCommandTests {
  @Test
  func `triggers can be installed, listed and removed repeatedly`() throws {
    let database = try ScratchDatabase.contacts()
    try database.write("CREATE TABLE pair(a, b, PRIMARY KEY (a, b)) WITHOUT ROWID")
    let missing = try SectionalProcess.run("triggers", "status", database.path)
    #expect(
      missing.output.split(separator: "\n").map { $0.prefix(16) } == [
        "contact  missing", "pair     missing",
      ])
    for _ in 0..<2 {
      let installed = try SectionalProcess.run(
        "triggers", "install", "sqlite:\(database.path)", "contact", "pair", "--format", "json")
      #expect(installed.status == 0)
      #expect(
        installed.output == """
          [{"table":"contact","changeLog":"installed"},{"table":"pair","changeLog":"installed"}]

          """)
    }
    try database.write("CREATE UNIQUE INDEX one ON contact(name)")
    let outdated = try SectionalProcess.run("triggers", "status", database.path, "contact")
    #expect(outdated.output.contains("contact  outdated"))
    for _ in 0..<2 {
      let gone = try SectionalProcess.run("triggers", "uninstall", database.path, "contact", "pair")
      #expect(gone.status == 0)
    }
    #expect(
      try database.write("SELECT count(*) FROM sqlite_master WHERE type = 'trigger'") == "0\n")
  }

  @Test
  func `the printed SQL does what install would do`() throws {
    let database = try ScratchDatabase.contacts()
    let printed = try SectionalProcess.run(
      "triggers", "install", "--print", database.path, "contact")
    #expect(try database.write("SELECT count(*) FROM sqlite_master") == "1\n")
    try database.write("BEGIN; \(printed.output) COMMIT;")
    let status = try SectionalProcess.run("triggers", "status", database.path)
    #expect(status.output.hasPrefix("contact  installed"))
    #expect(
      try SectionalProcess.run("triggers", "install", "--print", database.path, "contact").output
        .isEmpty)
  }

  @Test
  func `old values of columns can be logged, and the status shows which`() throws {
    let database = try ScratchDatabase.contacts()
    let installed = try SectionalProcess.run(
      "triggers", "install", database.path, "contact", "--columns", "team,name")
    #expect(
      installed.output == """
        contact  installed  lists read only changed rows, whoever writes; keeps old values of name, \
        team

        """)
    let status = try SectionalProcess.run("triggers", "status", database.path, "--format", "json")
    #expect(
      status.output == """
        [{"table":"contact","changeLog":"installed","columns":["name","team"]}]

        """)
    #expect(
      try SectionalProcess.run(
        "triggers", "install", "--print", database.path, "contact", "--columns", "name"
      ).output.isEmpty)
  }

  @Test
  func `a watched list follows another program row by row`() throws {
    let database = try ScratchDatabase.contacts()
    _ = try SectionalProcess.run("triggers", "install", database.path, "contact")
    let watch = try WatchedLines(
      database, ["contact", "--sort", "name", "--format", "jsonl"])
    #expect(try watch.next()["type"] as? String == "hello")
    #expect(try watch.next()["type"] as? String == "snapshot")
    try database.write("INSERT OR REPLACE INTO contact VALUES (2, 'Zoe', 'Red')")
    let changes = try #require(try watch.next()["changes"] as? [[String: Any]])
    #expect(changes.map { $0["change"] as? String } == ["move"])
    #expect(changes.first?["id"] as? Int == 2)
  }

  private static let refused: [String: Int32] = [
    "triggers": 2, "triggers install": 2, "triggers install FILE": 2,
    "triggers remove FILE contact": 2, "triggers status FILE --print": 2,
    "triggers status FILE --format jsonl": 2, "triggers install FILE nobody": 1,
    "triggers status FILE --columns name": 2, "triggers install FILE contact --columns name,": 2,
    "triggers install FILE contact --columns nothing": 1, "triggers install NONE contact": 1,
    "triggers status NONE": 1,
    "triggers install postgres://localhost/x contact": 1,
    "triggers install FILE contact --notify": 2,
    "triggers install postgres://localhost/x contact --notify --poll-only": 2,
  ]

  @Test(arguments: refused)
  func `an error is one line that says what to do`(
    words: String, status: Int32
  ) throws {
    let arguments = words.split(separator: " ").map(String.init)
    let database = try ScratchDatabase.contacts()
    let none = database.folder.appending(path: "none.sqlite").path
    let outcome = try SectionalProcess(
      arguments.map { $0 == "FILE" ? database.path : $0 == "NONE" ? none : $0 }
    ).finish()
    #expect(outcome.status == status)
    #expect(outcome.output.isEmpty)
    #expect(outcome.complaint.split(separator: "\n").count == 1)
    #expect(!FileManager.default.fileExists(atPath: none))
    #expect(try database.write("SELECT count(*) FROM sqlite_master") == "1\n")
  }
}

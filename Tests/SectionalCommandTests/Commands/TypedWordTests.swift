import Foundation
import SectionalTesting
import Testing

/// Words that can mean several values, and names with commas.
@Suite struct TypedWordTests {
  private func sections(_ values: [String]) throws -> ScratchDatabase {
    let rows = values.enumerated().map { "(\($0), \($1))" }.joined(separator: ", ")
    return try ScratchDatabase(
      "CREATE TABLE t(id INTEGER PRIMARY KEY, v); INSERT INTO t VALUES \(rows)")
  }

  private func firstID(
    _ database: ScratchDatabase, from section: String, sort: String = "v"
  ) throws -> Int? {
    let outcome = try SectionalProcess.run(
      "list", database.path, "t", "--section", "v", "--sort", sort, "--from-section", section,
      "--limit", "1", "--format", "json")
    #expect(outcome.status == 0, "\(outcome.complaint)")
    let sections = outcome.objects.first?["sections"] as? [[String: Any]]
    return (sections?.first?["ids"] as? [Int])?.first
  }

  @Test func `a number is a number before it is a text`() throws {
    let both = try sections(["10", "'10'"])
    #expect(try firstID(both, from: "10") == 0)
    #expect(try firstID(both, from: "\"10\"") == 1)
    #expect(try firstID(try sections(["9", "'10'"]), from: "10") == 1)
  }

  @Test func `a word for two sections is an error that says what to type`() throws {
    for (word, values) in [
      ("NULL", ["NULL", "'NULL'"]), ("007", ["7", "'007'"]), ("+5", ["5.0", "'+5'"]),
    ] {
      let database = try sections(values)
      let outcome = try SectionalProcess.run(
        "list", database.path, "t", "--section", "v", "--from-section", word)
      #expect(outcome.status == 1)
      #expect(
        outcome.complaint
          == "sectional: the key matches more than one section; write it as JSON: text in quotation marks, numbers and null without\n"
      )
      for value in values {
        #expect(try firstID(try sections([value]), from: word) == 0)
      }
    }
  }

  @Test
  func `a number that is no section's key stands among numbers, or among texts if there are none`()
    throws
  {
    let numbers = try sections(["5", "20"])
    #expect(try firstID(numbers, from: "10") == 1)
    #expect(try firstID(numbers, from: "10", sort: "v:desc") == 0)
    #expect(try firstID(numbers, from: "4", sort: "v:desc") == nil)
    #expect(try firstID(numbers, from: "30") == nil)
    #expect(try firstID(try sections(["'05'", "'20'"]), from: "10") == 1)
    #expect(try firstID(try sections(["'05'", "'20'"]), from: "10", sort: "v:desc") == 0)
  }

  @Test func `a quotation mark that nothing closes is wrong usage`() throws {
    let database = try sections(["1"])
    let outcome = try SectionalProcess.run(
      "list", database.path, "t", "--section", "v", "--from-section", "\"Red")
    #expect(outcome.status == 2)
  }

  @Test func `a key never leads to a row with another one`() throws {
    let database = try ScratchDatabase(
      """
      CREATE TABLE number(id INT PRIMARY KEY); INSERT INTO number(rowid, id) VALUES (7, 10), (10, NULL);
      CREATE TABLE name(id TEXT PRIMARY KEY NOT NULL); INSERT INTO name VALUES ('10'), ('007'), ('Doe, Jane');
      """)
    func status(_ table: String, _ key: String) throws -> Int32 {
      try SectionalProcess.run("list", database.path, table, "--around", key).status
    }
    #expect(try status("number", "\"10\"") == 1)
    // It is the key of one row and the rowid of another.
    #expect(try status("number", "10") == 1)
    #expect(try status("name", "7") == 1)
    #expect(try status("name", "007") == 0)
    #expect(try status("name", "Doe, Jane") == 0)
    #expect(try status("name", "\"Doe, Jane\"") == 0)
    #expect(try status("name", "Doe") == 1)
  }

  @Test func `names with commas are typed as the JSON has them`() throws {
    let database = try ScratchDatabase(
      "CREATE TABLE t(\"a,b\" INTEGER PRIMARY KEY, \"c,d\" TEXT); INSERT INTO t VALUES (1, 'x')")
    let listed = try SectionalProcess.run(
      "list", database.path, "t", "--key", "[\"a,b\",\"c,d\"]", "--around", "[1,\"x\"]")
    #expect(listed.status == 0, "\(listed.complaint)")
    let compared = try SectionalProcess.run(
      "compare", database.path, database.path, "t", "--key", "[\"a,b\"]", "--map", "c,d=c,d")
    #expect(compared.status == 0, "\(compared.complaint)")
    let checked = try SectionalProcess.run(
      "check", database.path, "t", "--section", "c,d", "--window", "10")
    #expect(checked.output.contains(" --columns '[\"c,d\"]' "))
    let installed = try SectionalProcess.run(
      "triggers", "install", database.path, "t", "--columns", "[\"c,d\"]")
    #expect(installed.status == 0, "\(installed.complaint)")
  }

  @Test func `a sort key is a column's name or one JSON string`() throws {
    let schema = { (name: String) in
      "CREATE TABLE t(id INTEGER PRIMARY KEY, \"\(name)\" INT); INSERT INTO t VALUES (1, 5), (2, 7)"
    }
    let (first, second) = (
      try ScratchDatabase(schema("Unit Price")), try ScratchDatabase(schema("ZUP"))
    )
    let sort = "\"Unit Price\":desc"
    let listed = try SectionalProcess.run(
      "list", first.path, "t", "--sort", sort, "--format", "csv")
    #expect(listed.output.hasSuffix("2,7\n1,5\n"), "\(listed)")
    let two = try SectionalProcess.run("list", first.path, "t", "--sort", "\"id\",\"Unit Price\"")
    #expect(two.status == 1, "\(two)")
    let compared = try SectionalProcess.run(
      "compare", first.path, second.path, "t", "--map", "Unit Price=ZUP", "--sort", sort)
    #expect(compared.status == 0, "\(compared)")
  }

  @Test func `a printed command has the same rows when it is pasted`() throws {
    let database = try ScratchDatabase(
      """
      CREATE TABLE t(id INTEGER PRIMARY KEY, "Unit Price" INT); INSERT INTO t VALUES (1, 7), (2, 8);
      CREATE VIEW "-v" AS SELECT * FROM t; CREATE TABLE "zw\u{200B}x"(id INTEGER PRIMARY KEY);
      """)
    let doubt = try SectionalProcess.run("list", database.path, "t", "--search", "Unit Price:7")
    #expect(doubt.complaint.contains("--where '\"Unit Price\" = 7'"), "\(doubt.complaint)")
    let tables = try SectionalProcess.run("tables", database.path)
    let commands = tables.output.split(separator: "\n").filter { $0.hasPrefix("sectional list") }
    #expect(commands.count == 3, "\(tables.output)")
    let folder = SectionalProcess.productsFolder.path
    for command in commands {
      let (output, status) = try ChildProgram(
        ["bash", "-c", "PATH=\(folder):$PATH; \(command)"]
      ).finish()
      #expect(status == 0, "\(command): \(output)")
    }
    let sorted = try SectionalProcess.run(
      "check", database.path, "t", "--section", "id", "--sort", "id", "--sort", "id", "--window",
      "100")
    #expect(sorted.output.contains("  sectional watch "), "\(sorted.output)")
  }

  @Test(arguments: ["list %s nosuch 2>/dev/full", "list %s nosuch 2>&-"])
  func `an error that can't be written is an error all the same`(line: String) throws {
    let database = try ScratchDatabase("CREATE TABLE t(id INTEGER PRIMARY KEY)")
    let words = line.replacing("%s", with: "'\(database.path)'")
    let (_, status) = try ChildProgram(
      ["bash", "-c", "PATH=\(SectionalProcess.productsFolder.path):$PATH; sectional \(words)"]
    ).finish()
    #expect(status == 1)
  }

  @Test func `what nobody reads isn't reported as equal`() throws {
    let (first, second) = (
      try ScratchDatabase("CREATE TABLE t(id INTEGER PRIMARY KEY); INSERT INTO t VALUES (1)"),
      try ScratchDatabase("CREATE TABLE t(id INTEGER PRIMARY KEY)")
    )
    let compare = "sectional compare '\(first.path)' '\(second.path)' t"
    let (output, _) = try ChildProgram(
      [
        "bash", "-c",
        "PATH=\(SectionalProcess.productsFolder.path):$PATH; { { sleep 0.3; \(compare); echo $? >&3; } | true; } 3>&1",
      ]
    ).finish()
    #expect(output == "141\n")
  }

  @Test func `a cache of a table whose name begins with a hyphen is verified`() throws {
    let database = try ScratchDatabase(
      "CREATE TABLE \"--odd\"(id INTEGER PRIMARY KEY); INSERT INTO \"--odd\" VALUES (1)")
    let command = try CachingCommand()
    #expect(try command.run("list", "--cache", "odd", "--", database.path, "--odd").status == 0)
    let verified = try command.run("cache", "verify", "odd")
    #expect(verified.status == 0, "\(verified.complaint)")
  }
}

import Foundation
import SectionalTesting
import Testing

/// `check`: each finding comes with what to type, and typing it settles the finding.
@Suite struct CheckCommandTests {
  private func findings(_ arguments: String...) throws -> [[String: Any]] {
    try findings(arguments)
  }

  private func findings(_ arguments: [String]) throws -> [[String: Any]] {
    let outcome = try SectionalProcess(["check"] + arguments + ["--format", "json"]).finish()
    let findings = try #require(outcome.objects.first?["findings"] as? [[String: Any]])
    #expect(outcome.status == (findings.isEmpty ? 0 : 3))
    return findings
  }

  private func kinds(_ findings: [[String: Any]]) -> [String] {
    findings.compactMap { $0["kind"] as? String }
  }

  /// Types the commands of findings: SQL into the database's own program, and the others into a shell.
  private func follow(_ findings: [[String: Any]], _ sql: (String) async throws -> Void)
    async throws
  {
    for command in findings.flatMap({ $0["commands"] as? [String] ?? [] }) {
      guard command.hasPrefix("sectional ") else {
        try await sql(command)
        continue
      }
      let shell = try ChildProgram(
        ["-c", command], at: URL(filePath: "/bin/sh"),
        environment: ["PATH": SectionalProcess.productsFolder.path + ":/usr/bin:/bin"])
      _ = try shell.output.fileHandleForReading.readToEnd()
      shell.process.waitUntilExit()
      #expect(shell.process.terminationStatus == 0, "\(command)")
    }
  }

  @Test(arguments: [
    ["--section", "team", "--sort", "name"],
    ["--section", "team", "--sort", "team:desc", "--sort", "name:desc"], ["--sort", "name"],
  ])
  func `a file's list lacks nothing once the commands of its findings have been typed`(
    options: [String]
  ) async throws {
    let file = try ScratchDatabase.contacts()
    try file.write(
      """
      WITH RECURSIVE n(i) AS (VALUES (10) UNION ALL SELECT i + 1 FROM n WHERE i < 5000)
      INSERT INTO contact SELECT i, 'name' || i % 77, 'team' || i % 7 FROM n
      """)
    let options = options + ["--limit", "20"]
    let found = try SectionalProcess(
      ["check", file.path, "contact", "--format", "json"] + options
    ).finish()
    let findings = try #require(found.objects.first?["findings"] as? [[String: Any]])
    #expect(kinds(findings) == ["orderWithoutIndex", "missingChangeLog"])
    try await follow(findings) { try file.write($0) }
    let outcome = try SectionalProcess(["check", file.path, "contact"] + options).finish()
    #expect(outcome.status == 0, "\(outcome.output)")
    #expect(outcome.output.hasSuffix("contact: nothing found to improve\n"))
    let printed = try SectionalProcess(["list", file.path, "contact", "--print-sql"] + options)
      .finish()
    let plan = try file.write("EXPLAIN QUERY PLAN \(printed.output);")
    #expect(plan.contains("INDEX") && !plan.contains("TEMP B-TREE"), "\(plan)")
  }

  @Test func `a line that shows a list or a page of it can be checked as it stands`() throws {
    let file = try ScratchDatabase.contacts()
    try file.write(
      """
      WITH RECURSIVE n(i) AS (VALUES (10) UNION ALL SELECT i + 1 FROM n WHERE i < 5000)
      INSERT INTO contact SELECT i, 'name' || i % 77, 'team' || i % 7 FROM n
      """)
    let list = [file.path, "contact", "--section", "team", "--sort", "name"]
    let shown = ["--columns", "name", "--index", "none", "--cache", "c", "--rows", "--record"]
    let computed = ["--sum", "id", "--count", "team=team1"]
    #expect(kinds(try findings(list + shown + computed)) == ["missingChangeLog"])
    for page in [
      ["--at", "100"], ["--from-section", "team2"], ["--around", "17", "--limit", "5"],
    ] {
      #expect(
        kinds(try findings(list + page)) == ["orderWithoutIndex", "missingChangeLog"], "\(page)")
    }
  }

  @Test(arguments: [
    ["--section", "team", "--sort", "name", "--limit", "20"],
    ["--sort", "name:desc", "--limit", "20"], ["--section", "joined", "--limit", "20"],
  ])
  func `a server's list lacks nothing once the commands of its findings have been typed`(
    options: [String]
  ) async throws {
    let server = try await ScratchServerDatabase(
      """
      CREATE TABLE contact(id int PRIMARY KEY, name text, team text, joined date);
      INSERT INTO contact SELECT i, 'name' || i % 7919, 'team' || i % 7, date '2020-01-01' + i % 1000
      FROM generate_series(1, 50000) AS i;
      ANALYZE contact
      """)
    // A list of all rows is sorted as quickly as an index is read, and so is what an index finds nearly in order.
    #expect(kinds(try findings(server.url, "contact", "--sort", "name")) == ["missingChangeLog"])
    let check = ["check", server.url, "contact"] + options
    let found = try SectionalProcess(check + ["--format", "json"]).finish()
    let findings = try #require(found.objects.first?["findings"] as? [[String: Any]])
    #expect(kinds(findings) == ["missingChangeLog", "orderWithoutIndex"])
    let advice = try #require(findings.last?["advice"] as? String)
    #expect(advice.contains("MB") && advice.contains("estimated from the server's statistics"))
    let commands = findings.last?["commands"] as? [String]
    #expect(commands?.first?.hasPrefix("CREATE INDEX CONCURRENTLY ON ") == true)
    try await follow(findings) { try await server.write($0) }
    let outcome = try SectionalProcess(check).finish()
    #expect(outcome.status == 0, "\(outcome.output)")
  }

  @Test func `a server's view whose first rows are sorted is said to be`() async throws {
    let server = try await ScratchServerDatabase(
      """
      CREATE TABLE contact(id int PRIMARY KEY, name text, team text);
      INSERT INTO contact SELECT i, 'name' || i % 7919, 'team' || i % 7 FROM generate_series(1, 50000) AS i;
      CREATE VIEW member AS SELECT id, name AS who FROM contact WHERE team <> 'team0';
      CREATE VIEW team AS SELECT team AS id, max(name) AS who FROM contact GROUP BY team;
      CREATE VIEW loud AS SELECT id, upper(name) AS who FROM contact;
      CREATE VIEW pair AS SELECT a.id, b.name AS who FROM contact AS a JOIN contact AS b USING (id);
      ANALYZE contact
      """)
    let options = ["--key", "id", "--sort", "who", "--limit", "20"]
    func found(in view: String) throws -> [[String: Any]] {
      let outcome = try SectionalProcess(
        ["check", server.url, view, "--format", "json"] + options
      ).finish()
      let findings = try #require(outcome.objects.first?["findings"] as? [[String: Any]])
      return findings.filter { $0["kind"] as? String == "orderWithoutIndex" }
    }
    func advice(_ view: String) throws -> String {
      try #require(try found(in: view).first?["advice"] as? String)
    }
    #expect(try advice("member").contains("the columns from which the view takes its order"))
    for view in ["team", "loud", "pair"] {
      #expect(try advice(view).contains("list a table that has an index"), "\(view)")
    }
    try await server.write("CREATE INDEX ON contact (name COLLATE \"C\" NULLS FIRST, id)")
    #expect(try found(in: "member").isEmpty)
  }

  @Test(arguments: [
    ["--where", "team = 'team3'", "--sort", "name:desc", "--limit", "20"],
    [
      "--where", "\"Kind of\" = 'it''s (3)' AND joined > '2020-02-01'", "--sort", "name", "--limit",
      "20",
    ],
    ["--where", "name LIKE '%7'", "--sort", "joined:desc", "--limit", "20"],
  ])
  func
    `a server is asked for an index for the first rows that meet a condition, and reads few rows with it`(
      options: [String]
    ) async throws
  {
    let server = try await ScratchServerDatabase(
      """
      CREATE TABLE contact(id int PRIMARY KEY, name text, team text, joined date, "Kind of" varchar(20));
      INSERT INTO contact SELECT i, 'name' || i % 7919, 'team' || i % 7, date '2020-01-01' + i % 1000,
        format('it''s (%s)', i % 5) FROM generate_series(1, 100000) AS i;
      -- With every row in the sample, the estimates are the same each time.
      ALTER TABLE contact ALTER COLUMN name SET STATISTICS 1000;
      ANALYZE contact
      """)
    let check = ["check", server.url, "contact", "--format", "json"] + options
    func found() throws -> [[String: Any]] {
      let outcome = try SectionalProcess(check).finish()
      let all = try #require(outcome.objects.first?["findings"] as? [[String: Any]])
      return all.filter { $0["kind"] as? String != "missingChangeLog" }
    }
    func cost() async throws -> Double {
      let printed = try SectionalProcess(
        ["list", server.url, "contact", "--print-sql"] + options
      ).finish()
      let plan = try await server.write("EXPLAIN \(printed.output)")
      let match = try #require(plan.firstMatch(of: /cost=[0-9.]+\.\.([0-9.]+)/))
      return try #require(Double(match.1))
    }
    let findings = try found()
    #expect(kinds(findings) == ["conditionWithoutIndex"])
    let before = try await cost()
    try await follow(findings) { try await server.write($0) }
    #expect(try found().isEmpty)
    let after = try await cost()
    #expect(after * 2 < before, "cost \(before) before, \(after) after")
  }

  @Test func `a server is asked for no index for a condition that hardly gains by one`()
    async throws
  {
    let server = try await ScratchServerDatabase(
      """
      CREATE TABLE contact(id int PRIMARY KEY, name text, team text);
      INSERT INTO contact SELECT i, 'name' || i % 50021, 'team' || i % 7 FROM generate_series(1, 100000) AS i;
      CREATE INDEX ON contact (name); ANALYZE contact
      """)
    for condition in [
      "name = 'name5'", "length(name) = 90", "team = 'a' OR name = 'name7'",
      "name = 'name7' OR id = 4", "name = E'x)\\ny' AND length(team) = 9",
    ] {
      let outcome = try SectionalProcess(
        [
          "check", server.url, "contact", "--format", "json", "--where", condition, "--sort",
          "team:desc", "--limit", "20",
        ]
      ).finish()
      #expect(!outcome.output.contains("WithoutIndex"), "\(outcome.output)")
    }
  }

  /// Requests for which it matters what a row was before a change.
  private nonisolated static let far = [
    ["--section", "team", "--sort", "name", "--limit", "20", "--offset", "40"],
    ["--section", "team", "--sort", "name", "--window", "100"],
  ]

  @Test(arguments: far)
  func `a file's list that needs old values lacks nothing once a log keeps them`(
    options: [String]
  ) async throws {
    let file = try ScratchDatabase.contacts()
    try await expectOldValues(file.path, options) { try file.write($0) }
  }

  @Test(arguments: far)
  func `a server's list that needs old values lacks nothing once a log keeps them`(
    options: [String]
  ) async throws {
    let server = try await ScratchServerDatabase(
      "CREATE TABLE contact(id int PRIMARY KEY, name text, team text)")
    try await expectOldValues(server.url, options) { try await server.write($0) }
  }

  private func expectOldValues(
    _ store: String, _ options: [String], _ write: (String) async throws -> Void
  ) async throws {
    var kinds: Set<String> = []
    for _ in 0..<4 {
      let found = try findings([store, "contact"] + options)
      kinds.formUnion(self.kinds(found))
      try await follow(found, write)
    }
    #expect(kinds.contains("missingOldValues"), "\(kinds)")
    let outcome = try SectionalProcess(["check", store, "contact"] + options).finish()
    #expect(outcome.status == 0, "\(outcome.output)")
  }

  @Test func `a server's primary key gives the order of a list that is sorted by it`() async throws
  {
    let server = try await ScratchServerDatabase("CREATE TABLE contact(id int PRIMARY KEY)")
    #expect(kinds(try findings(server.url, "contact")) == ["missingChangeLog"])
  }

  @Test func `no index is advised that SQLite would not use`() throws {
    let file = try ScratchDatabase(
      """
      CREATE TABLE k(code TEXT, language TEXT, name TEXT, PRIMARY KEY (code, language));
      CREATE TABLE r(a, b TEXT); INSERT INTO k VALUES ('a', 'b', 'c'); INSERT INTO r VALUES (1, 'b')
      """)
    #expect(kinds(try findings(file.path, "k")) == ["missingChangeLog"])
    #expect(
      kinds(try findings(file.path, "r", "--section", "a", "--key", "rowid")) == [
        "missingChangeLog"
      ])
    #expect(try findings(file.path, "sqlite_schema").isEmpty)
  }

  @Test(arguments: ["price", "code", "mood"])
  func `an order that the server doesn't have exactly is found`(column: String) async throws {
    let server = try await ScratchServerDatabase(
      """
      CREATE TYPE mood AS ENUM ('sad', 'glad');
      CREATE TABLE item(id int PRIMARY KEY, price numeric(10, 2), code char(9), mood mood);
      INSERT INTO item SELECT i, i / 7.0, i, 'sad' FROM generate_series(1, 50000) AS i;
      ANALYZE item
      """)
    let found = try findings(server.url, "item", "--sort", column, "--limit", "20")
    #expect(kinds(found) == ["missingChangeLog", "orderUnknownToStore"])
    #expect((found.last?["commands"] as? [String])?.isEmpty == true)
  }

  @Test(arguments: [
    "CREATE UNLOGGED TABLE t(id int PRIMARY KEY, a text)", "CREATE TABLE t(id int, a text)",
  ])
  func `no log is proposed for a table that can't have one`(sql: String) async throws {
    let server = try await ScratchServerDatabase(sql)
    let found = try findings(
      server.url, "t", "--key", "id", "--section", "a", "--sort", "id", "--window", "20")
    #expect(kinds(found).contains("readAsAWhole"))
    let commands = found.flatMap { $0["commands"] as? [String] ?? [] }
    #expect(!commands.contains { $0.contains("triggers") }, "\(commands)")
  }

  @Test func `a server's table without a primary key is told to get one`() async throws {
    let server = try await ScratchServerDatabase("CREATE TABLE t(a text NOT NULL)")
    let found = try findings(server.url, "t", "--key", "a", "--sort", "a")
    #expect(kinds(found).first == "readAsAWhole")
    #expect(found.first?["advice"] as? String == "add a primary key")
  }

  @Test func `what is read as a whole, and why, is found`() throws {
    let file = try ScratchDatabase.contacts()
    let whole = try findings(
      file.path, "contact", "--where", "id > (SELECT avg(id) FROM contact)")
    #expect(kinds(whole) == ["readAsAWhole", "missingChangeLog"])
    let random = try findings(
      file.path, "--sql", "SELECT id, random() AS r FROM contact", "--key", "id")
    #expect((random.first?["message"] as? String)?.contains("random()") == true)
    let derived = try findings(file.path, "contact", "--section", "first-letter(name)")
    #expect(kinds(derived) == ["orderUnknownToStore", "missingChangeLog"])
  }

  @Test func `a sort that the sections make useless is found`() throws {
    let file = try ScratchDatabase.contacts()
    let useless = try findings(
      file.path, "contact", "--section", "team", "--sort", "name", "--sort", "team")
    #expect(kinds(useless).first == "sortAgainstSections")
    #expect((useless.first?["message"] as? String)?.contains("\"team\"") == true)
    #expect(
      useless.first?["commands"] as? [String] == [
        "sectional list \(file.path) contact --section team --sort name"
      ])
    let useful = try findings(
      file.path, "contact", "--section", "team", "--sort", "team:desc", "--sort", "name")
    #expect(!kinds(useful).contains("sortAgainstSections"))
  }

  @Test func `an outdated change log is found, and its command installs it again`() async throws {
    let file = try ScratchDatabase.contacts()
    _ = try SectionalProcess.run("triggers", "install", file.path, "contact")
    try file.write("CREATE UNIQUE INDEX names ON contact(name)")
    let outdated = try findings(file.path, "contact")
    #expect(kinds(outdated) == ["outdatedChangeLog"])
    try await follow(outdated) { try file.write($0) }
    #expect(try findings(file.path, "contact").isEmpty)
  }
}

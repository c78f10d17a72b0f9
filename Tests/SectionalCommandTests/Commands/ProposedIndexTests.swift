import Foundation
import SectionalTesting
import Testing

/// What `check` proposes can be typed, whatever tables and columns are called.
@Suite struct ProposedIndexTests {
  private func findings(_ file: ScratchDatabase, _ arguments: [String]) throws -> [[String: Any]] {
    let outcome = try SectionalProcess(["check", file.path, "--format", "json"] + arguments)
      .finish()
    return try #require(outcome.objects.first?["findings"] as? [[String: Any]])
  }

  private static let columns = "(id INTEGER PRIMARY KEY, team TEXT, \"na\"\"me\" TEXT)"
  private static let order = ["--section", "team", "--sort", "na\"me"]
  private static let part = ["--limit", "5"]

  @Test(arguments: [
    ("CREATE TABLE sqlite\(columns)", "sqlite", order + part),
    ("CREATE TABLE SQLite\(columns)", "sqlite", order + ["--window", "10"]),
    (
      "CREATE TABLE sqlite\(columns); CREATE TABLE SECTIONAL_sqlite_TEAM_id(x)", "sqlite",
      ["--sort", "team"] + part
    ),
    (
      "CREATE TABLE t\(columns); CREATE TABLE T_Team_ID_sectional(x)", "t",
      ["--sort", "team", "--limit", "5"]
    ),
    (
      "CREATE TABLE t\(columns); CREATE INDEX T_Team_ID_sectional ON t(id)", "t",
      ["--sort", "team"] + part
    ),
    ("CREATE TABLE \"o\"\"d'd\"\(columns)", "o\"d'd", order + part),
    (
      "CREATE TABLE w(a TEXT, b TEXT, c TEXT, PRIMARY KEY (a, b)) WITHOUT ROWID", "w",
      ["--sort", "b"] + part
    ),
    ("CREATE TABLE r(x TEXT, y TEXT)", "r", ["--sort", "x", "--sort", "rowid", "--limit", "5"]),
    ("CREATE TABLE r(x TEXT, y TEXT)", "r", ["--sort", "x", "--sort", "rowid", "--window", "5"]),
  ])
  func `an index that is proposed can be made, and helps`(
    schema: String, table: String, options: [String]
  ) throws {
    let file = try ScratchDatabase(schema)
    let found = try findings(file, options + ["--", table])
    let commands = found.flatMap { $0["commands"] as? [String] ?? [] }
    #expect(commands.contains { $0.hasPrefix("CREATE INDEX ") })
    for command in commands {
      guard command.hasPrefix("sectional ") else {
        try file.write(command)
        continue
      }
      let shell = try ChildProgram(
        ["-c", command], at: URL(filePath: "/bin/sh"),
        environment: ["PATH": SectionalProcess.productsFolder.path + ":/usr/bin:/bin"])
      #expect(try shell.finish().status == 0, "\(command)")
    }
    let left = try findings(file, options + ["--", table]).compactMap { $0["kind"] as? String }
    #expect(left.filter { $0 != "readAsAWhole" } == [])
  }

  @Test(arguments: ["sqlite_schema", "sqlite_stat1"])
  func `nothing is proposed for a table of SQLite's own`(table: String) throws {
    let file = try ScratchDatabase(
      "CREATE TABLE t(id INTEGER PRIMARY KEY, x); CREATE INDEX i ON t(x); INSERT INTO t VALUES (1, 2); ANALYZE"
    )
    let found = try findings(
      file, [table, "--sort", table == "sqlite_stat1" ? "tbl" : "type", "--window", "10"])
    #expect(found.flatMap { $0["commands"] as? [String] ?? [] } == [])
  }

  /// A table with rows and an index that need what the `sqlite3` program alone has.
  private func borrowing(_ table: String, rows: Int) throws -> ScratchDatabase {
    try ScratchDatabase(
      """
      CREATE TABLE t(\(table));
      WITH RECURSIVE n(i) AS (VALUES (1) UNION ALL SELECT i + 1 FROM n WHERE i < \(rows))
      INSERT INTO t SELECT i, 'a' || i * 7919 % 10007, 'b' || i FROM n;
      CREATE INDEX hashed ON t(hex(sha3(a))); CREATE INDEX numbered ON t(b COLLATE uint)
      """)
  }

  @Test func `indexes of another program keep no advice back`() throws {
    let file = try borrowing("id INTEGER PRIMARY KEY, a TEXT, b TEXT", rows: 2000)
    let found = try findings(file, ["t", "--sort", "a", "--limit", "5"])
    let commands = found.flatMap { $0["commands"] as? [String] ?? [] }
    let index = try #require(commands.first { $0.hasPrefix("CREATE INDEX ") })
    try file.write(index)
    let left = try findings(file, ["t", "--sort", "a", "--limit", "5"])
    #expect(left.compactMap { $0["kind"] as? String } == ["missingChangeLog"])
  }

  @Test func `an index of a table that can't be copied is advised in words alone`() throws {
    let file = try borrowing(
      "id INTEGER PRIMARY KEY, a TEXT CHECK (length(sha3(a)) > 0), b TEXT", rows: 2000)
    let found = try findings(file, ["t", "--sort", "a", "--limit", "5"])
    let index = try #require(found.first { $0["kind"] as? String == "orderWithoutIndex" })
    #expect((index["commands"] as? [String])?.isEmpty == true)
    #expect((index["advice"] as? String)?.contains("can't be tried") == true)
  }

  @Test
  func `of several indexes in a window's order the one that passes by the fewest rows is proposed`()
    throws
  {
    let file = try ScratchDatabase(
      """
      CREATE TABLE t(id INTEGER PRIMARY KEY, deleted INTEGER, team TEXT, name TEXT);
      WITH RECURSIVE n(i) AS (VALUES (1) UNION ALL SELECT i + 1 FROM n WHERE i < 3000)
      INSERT INTO t SELECT i, 0, 'team ' || i % 100, 'name ' || i * 7919 % 10007 FROM n;
      CREATE INDEX by_team ON t(team)
      """)
    let found = try findings(
      file,
      ["t", "--where", "deleted = 0 AND team = 'team 7'", "--sort", "name", "--window", "10"])
    let commands = found.flatMap { $0["commands"] as? [String] ?? [] }
    let index = try #require(commands.first { $0.hasPrefix("CREATE INDEX ") })
    #expect(index.contains("\"team\"") && index.contains("\"name\""), "\(index)")
    #expect(!index.contains("\"deleted\""), "\(index)")
  }

  @Test func `few rows are worth no index`() throws {
    let file = try borrowing("id INTEGER PRIMARY KEY, a TEXT, b TEXT", rows: 9)
    for options in [["--sort", "a"], ["--sort", "a", "--limit", "5"]] {
      let kinds = try findings(file, ["t"] + options).compactMap { $0["kind"] as? String }
      #expect(kinds == ["missingChangeLog"])
    }
  }
}

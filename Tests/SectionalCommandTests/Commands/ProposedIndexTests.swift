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

  @Test(arguments: [
    ("CREATE TABLE sqlite\(columns)", "sqlite", order),
    ("CREATE TABLE SQLite\(columns)", "sqlite", order + ["--window", "10"]),
    (
      "CREATE TABLE sqlite\(columns); CREATE TABLE SECTIONAL_sqlite_TEAM_id(x)", "sqlite",
      ["--sort", "team"]
    ),
    (
      "CREATE TABLE t\(columns); CREATE TABLE T_Team_ID_sectional(x)", "t",
      ["--sort", "team", "--limit", "5"]
    ),
    (
      "CREATE TABLE t\(columns); CREATE INDEX T_Team_ID_sectional ON t(id)", "t",
      ["--sort", "team"]
    ),
    ("CREATE TABLE \"o\"\"d'd\"\(columns)", "o\"d'd", order),
    (
      "CREATE TABLE w(a TEXT, b TEXT, c TEXT, PRIMARY KEY (a, b)) WITHOUT ROWID", "w",
      ["--sort", "b"]
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
}

import Foundation
import SectionalTesting
import Testing

/// `tables`: what a store has, and what to type next.
@Suite struct TablesCommandTests {
  @Test func `a file's tables and views are shown with rows, keys and logs`() throws {
    let file = try ScratchDatabase.contacts()
    try file.write(
      """
      CREATE VIEW teams AS SELECT team FROM contact;
      CREATE VIEW "names, teams" AS SELECT team, name AS "the, name" FROM contact;
      CREATE VIEW without_end AS WITH RECURSIVE n(i) AS (VALUES (1) UNION ALL SELECT i + 1 FROM n) SELECT i FROM n;
      CREATE TABLE pair(a, b, PRIMARY KEY (b, a));
      CREATE TABLE "o""dd'"(x)
      """)
    _ = try SectionalProcess.run("triggers", "install", file.path, "contact")
    let outcome = try SectionalProcess.run("tables", file.path, "--format", "json")
    let data = Data(outcome.output.utf8)
    let tables = try #require(try JSONSerialization.jsonObject(with: data) as? [[String: Any]])
    #expect(
      tables.map { $0["name"] as? String } == [
        "contact", "names, teams", "o\"dd'", "pair", "teams", "without_end",
      ])
    #expect(tables.map { $0["rows"] as? Int } == [3, 3, 0, 0, 3, 100_000])
    #expect(tables.map { $0["key"] as? [String] } == [["id"], [], [], ["b", "a"], [], []])
    #expect(
      tables.map { $0["changeLog"] as? String } == [
        "installed", nil, "missing", "missing", nil, nil,
      ])
    #expect(tables[4]["kind"] as? String == "view")
    let text = try SectionalProcess.run(file.path)
    #expect(text.status == 0)
    #expect(text.output.contains("3 tables, 3 views"))
    #expect(text.output.contains("\nsectional list \(file.path) contact\n"))
    #expect(text.output.contains("\nsectional list \(file.path) teams --key COLUMN\n"))
    let command = "\nsectional list \(file.path) 'names, teams' --key '[\"the, name\"]'\n"
    #expect(text.output.contains(command), "\(text.output)")
    let list = try SectionalProcess.run(
      "list", file.path, "names, teams", "--key", "[\"the, name\"]")
    #expect(list.status == 0, "\(list.complaint)")
  }

  @Test func `a view that can't be read hides no table`() throws {
    let file = try ScratchDatabase.contacts()
    try file.write("CREATE VIEW gone AS SELECT * FROM old_table")
    let outcome = try SectionalProcess.run("tables", file.path)
    #expect(outcome.status == 0, "\(outcome.complaint)")
    #expect(outcome.output.contains("contact") && outcome.output.contains("gone"))
  }

  @Test func `a table for full-text search stands for the tables in which its rows are kept`()
    throws
  {
    let file = try ScratchDatabase(
      """
      CREATE TABLE docs(id INTEGER PRIMARY KEY); CREATE VIRTUAL TABLE docs_fts USING fts5(body);
      WITH RECURSIVE n(i) AS (VALUES (1) UNION ALL SELECT i + 1 FROM n WHERE i < 2000)
      INSERT INTO docs_fts SELECT 'body ' || i FROM n
      """)
    let outcome = try SectionalProcess.run("tables", file.path, "--format", "json")
    let tables = try #require(
      try JSONSerialization.jsonObject(with: Data(outcome.output.utf8)) as? [[String: Any]])
    #expect(tables.map { $0["name"] as? String } == ["docs", "docs_fts"])
    #expect(tables.map { $0["rows"] as? Int } == [0, 2000])
    #expect(try #require(tables[1]["bytes"] as? Int) > 40_000)
    #expect(try #require(tables[0]["bytes"] as? Int) == 4096)
  }

  @Test func `a damaged table is named with what is wrong`() throws {
    let file = try ScratchDatabase(
      """
      CREATE TABLE good(id INTEGER PRIMARY KEY); CREATE TABLE bad(id INTEGER PRIMARY KEY);
      INSERT INTO bad VALUES (1)
      """)
    let root = try file.write("SELECT rootpage FROM sqlite_master WHERE name = 'bad'")
    let page = try #require(UInt64(root.trimmingCharacters(in: .whitespacesAndNewlines)))
    let bytes = try FileHandle(forUpdating: URL(filePath: file.path))
    try bytes.seek(toOffset: (page - 1) * 4096)
    try bytes.write(contentsOf: Data(repeating: 0xFF, count: 4096))
    try bytes.close()
    let outcome = try SectionalProcess.run("tables", file.path)
    #expect(outcome.status == 0, "\(outcome.complaint)")
    #expect(outcome.output.contains("good"))
    #expect(outcome.output.contains("\nbad can't be read: "), "\(outcome.output)")
  }

  @Test func `a server's tables are shown`() async throws {
    let server = try await ScratchServerDatabase(
      """
      CREATE TABLE contact(id int PRIMARY KEY, name text); CREATE SCHEMA sales;
      CREATE TABLE sales."Order Lines"(a int, b int, PRIMARY KEY (b, a));
      CREATE VIEW names AS SELECT name FROM contact; ANALYZE contact
      """)
    let outcome = try SectionalProcess.run("tables", server.url, "--format", "json")
    let data = Data(outcome.output.utf8)
    let tables = try #require(try JSONSerialization.jsonObject(with: data) as? [[String: Any]])
    #expect(tables.map { $0["name"] as? String } == ["contact", "names", "sales.Order Lines"])
    #expect(tables[2]["key"] as? [String] == ["b", "a"])
    #expect(tables[0]["rowsAreEstimated"] as? Bool == true)
  }

  @Test func `a table where a store is expected, and the other way round, are explained`() throws {
    let file = try ScratchDatabase.contacts()
    let table = try SectionalProcess.run("list", "contact")
    #expect(table.status == 2)
    #expect(table.complaint.contains("sectional list contacts.sqlite contact"))
    let store = try SectionalProcess.run("list", file.path)
    #expect(store.complaint.contains("sectional tables \(file.path)"))
    let swapped = try SectionalProcess.run("list", "contact", file.path)
    #expect(swapped.complaint.contains("sectional list \(file.path) contact"))
  }
}

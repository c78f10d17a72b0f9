import Foundation
import SectionalTesting
import Testing

/// Limits, offsets, and parts of a long list on the command line.
@Suite struct ListPageTests {
  /// A file with 60 rows in six teams, with an index in the order of the list.
  private func rows() throws -> ScratchDatabase {
    try ScratchDatabase(
      """
      CREATE TABLE t(id INTEGER PRIMARY KEY, team TEXT, name TEXT NOT NULL);
      WITH RECURSIVE n(i) AS (SELECT 0 UNION ALL SELECT i + 1 FROM n WHERE i < 59)
        INSERT INTO t SELECT i, CASE WHEN i >= 10 THEN char(64 + i / 10) END, printf('n%02d', i) FROM n;
      CREATE INDEX t_order ON t(team, name, id);
      """)
  }

  private func page(
    _ arguments: [String], of path: String
  ) throws -> (ids: [Int], object: [String: Any]) {
    let outcome = try SectionalProcess(
      ["list", path, "t", "--section", "team", "--sort", "name", "--format", "json"] + arguments
    ).finish()
    #expect(outcome.complaint == "")
    let object = try #require(outcome.objects.first)
    let sections = try #require(object["sections"] as? [[String: Any]])
    return (sections.flatMap { $0["ids"] as? [Int] ?? [] }, object)
  }

  @Test func `a limit and an offset choose rows of the order`() throws {
    let database = try rows()
    #expect(try page(["--limit", "3"], of: database.path).ids == [0, 1, 2])
    #expect(try page(["--limit", "3", "--offset", "9"], of: database.path).ids == [9, 10, 11])
    #expect(try page(["--offset", "58"], of: database.path).ids == [58, 59])
    #expect(try page(["--limit", "3", "--offset", "99"], of: database.path).ids == [])
  }

  @Test func `a page at a rank says where it is`() throws {
    let database = try rows()
    let (ids, object) = try page(["--at", "18", "--limit", "4"], of: database.path)
    #expect(ids == [18, 19, 20, 21])
    #expect(object["rank"] as? Int == 18)
    #expect(object["total"] as? Int == 60)
    #expect(object["totalIsExact"] as? Bool == true)
  }

  @Test func `a page around a key has the rows on both sides of it`() throws {
    let database = try rows()
    let (ids, object) = try page(["--around", "30", "--limit", "5"], of: database.path)
    #expect(ids == [28, 29, 30, 31, 32])
    #expect(object["rank"] is NSNull)
    let (first, beginning) = try page(["--around", "1", "--limit", "7"], of: database.path)
    #expect(first == [0, 1, 2, 3, 4, 5, 6])
    #expect(beginning["rank"] as? Int == 0)
  }

  @Test func `a page from a section begins with its first row, or with what follows its place`()
    throws
  {
    let database = try rows()
    func ids(_ section: String) throws -> [Int] {
      try page(["--from-section", section, "--limit", "2"], of: database.path).ids
    }
    #expect(try ids("C") == [30, 31])
    #expect(try ids("NULL") == [0, 1])
    #expect(try ids("Bx") == [30, 31])
    #expect(try ids("Z") == [])
  }

  @Test func `a page of derived sections is found too`() throws {
    let database = try rows()
    let outcome = try SectionalProcess.run(
      "list", database.path, "t", "--section", "first-letter(team)", "--sort", "name",
      "--from-section", "D", "--limit", "2", "--format", "json")
    let sections = try #require(outcome.objects.first?["sections"] as? [[String: Any]])
    #expect(sections.map { $0["ids"] as? [Int] } == [[40, 41]])
  }

  @Test(
    arguments: [
      (["--limit", "0"], "--limit needs a number of rows, 1 or more: --limit 20"),
      (["--offset", "-1"], "--offset needs a number of rows, 0 or more: --offset 20"),
      (
        ["--at", "1", "--offset", "2"],
        "--at and --offset can't be combined; leave one of them out"
      ),
      (
        ["--at", "1", "--around", "2"],
        "--at and --around can't be combined; leave one of them out"
      ),
    ])
  func `what can't be meant is a usage error`(arguments: [String], complaint: String) throws {
    let database = try rows()
    let outcome = try SectionalProcess(["list", database.path, "t"] + arguments).finish()
    #expect(outcome.status == 2)
    #expect(outcome.complaint.contains(complaint))
  }

  @Test func `a page around a row is complete where the list ends`() throws {
    let database = try rows()
    #expect(
      try page(["--around", "59", "--limit", "4"], of: database.path).ids == [56, 57, 58, 59])
    #expect(
      try page(["--around", "0", "--limit", "1"], of: database.path).object["rank"] as? Int == 0)
  }

  @Test func `a page behind the end says how many rows there are`() throws {
    let database = try rows()
    for rank in ["60", "9223372036854775807"] {
      let (ids, object) = try page(["--at", rank], of: database.path)
      #expect(ids.isEmpty)
      #expect(object["total"] as? Int == 60)
    }
  }

  @Test(arguments: [("composite", "x,5"), ("hidden", "7"), ("hidden", "k"), ("plain", "a,b")])
  func `a key is found whatever it consists of`(table: String, key: String) throws {
    let database = try ScratchDatabase(
      """
      CREATE TABLE composite(a, b TEXT, PRIMARY KEY (b, a)); INSERT INTO composite VALUES (5, 'x');
      CREATE TABLE hidden(code TEXT PRIMARY KEY);
      INSERT INTO hidden(rowid, code) VALUES (7, NULL), (8, 'k');
      CREATE TABLE plain(name TEXT PRIMARY KEY); INSERT INTO plain VALUES ('a,b');
      """)
    let outcome = try SectionalProcess.run(
      "list", database.path, table, "--around", key, "--format", "json")
    #expect(outcome.status == 0, "\(outcome.complaint)")
  }

  @Test func `a key that no row has is an error`() throws {
    let database = try rows()
    let outcome = try SectionalProcess.run("list", database.path, "t", "--around", "1000")
    #expect(outcome.status == 1)
    #expect(
      outcome.complaint
        == "sectional: the list has no row with this key; a key is the value of \"id\", in the same case and type; check it and the "
        + "condition\n")
  }

  @Test func `the text says which rows are shown`() throws {
    let database = try rows()
    let outcome = try SectionalProcess.run(
      "list", database.path, "t", "--sort", "name", "--at", "10", "--limit", "2")
    #expect(outcome.output.hasSuffix("\nRows 11 to 12 of 60 rows\n"))
  }
}

import Foundation
import SectionalTesting
import Testing

@Suite struct ListCommandTests {
  @Test func `the JSON is the documented snapshot`() throws {
    let database = try ScratchDatabase.contacts()
    let outcome = try SectionalProcess.run(
      "list", database.path, "contact", "--section", "team", "--format", "json")
    #expect(outcome.status == 0)
    let list = try #require(outcome.objects.first)
    #expect(list["type"] as? String == "snapshot")
    #expect(list["sequence"] as? Int == 0)
    #expect(list["sectionIndexTitles"] as? [String] == ["B", "R"])
    let sections = try #require(list["sections"] as? [[String: Any]])
    #expect(sections.map { $0["name"] as? String } == ["", "Blue", "Red"])
    #expect(sections[0]["key"] is NSNull)
    #expect(sections[0]["indexTitle"] is NSNull)
    #expect(sections.map { $0["ids"] as? [Int] } == [[2], [3], [1]])
    #expect(sections.map { $0["count"] as? Int } == [1, 1, 1])
  }

  @Test(arguments: [["--rows"], []])
  func `the JSON of many rows is one object, although it is written in pieces`(
    option: [String]
  ) throws {
    let database = try ScratchDatabase(
      """
      CREATE TABLE item(id INTEGER PRIMARY KEY, team TEXT, note TEXT);
      WITH RECURSIVE numbers(n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM numbers WHERE n < 20000)
      INSERT INTO item SELECT n, 'team ' || (n % 500), 'note ' || n FROM numbers
      """)
    let outcome = try SectionalProcess(
      ["list", database.path, "item", "--section", "team", "--format", "json"] + option
    ).finish()
    let sections = try #require(outcome.objects.first?["sections"] as? [[String: Any]])
    #expect(sections.count == 500)
    let ids = sections.flatMap { section in
      (section["ids"] as? [Any] ?? []).compactMap {
        $0 as? Int ?? ($0 as? [String: Any])?["id"] as? Int
      }
    }
    #expect(ids.sorted() == Array(1...20000))
    #expect(outcome.output.hasSuffix("}\n"))
  }

  @Test func `sums and counts of sections are in the JSON and in the headings`() throws {
    let database = try ScratchDatabase(
      """
      CREATE TABLE mail(id INTEGER PRIMARY KEY, folder TEXT, size INTEGER, is_read INTEGER);
      INSERT INTO mail VALUES (1, 'In', 10, 0), (2, 'In', 5, 1), (3, 'Out', 7, 1);
      """)
    let words = ["--section", "folder", "--sum", "size", "--count", "is_read=0"]
    for rows in [[], ["--rows"]] {
      let outcome = try SectionalProcess(
        ["list", database.path, "mail", "--format", "json"] + words + rows
      ).finish()
      let sections = try #require(outcome.objects.first?["sections"] as? [[String: Any]])
      #expect(
        sections.map { $0["values"] as? [String: Int] } == [
          ["size": 15, "is_read=0": 1], ["size": 7, "is_read=0": 0],
        ])
    }
    let text = try SectionalProcess(["list", database.path, "mail"] + words).finish().output
    #expect(text.contains("── In ── 2, size 15, 1 with is_read=0"))
    #expect(text.contains("3 rows in 2 sections, size 22, 1 with is_read=0"))
    let unknown = try SectionalProcess.run("list", database.path, "mail", "--sum", "price")
    #expect(unknown.status == 1)
    for wrong in [
      ["--sum", "size", "--sum", "size"], ["--count", "size"], ["--last", "2", "--limit", "1"],
    ] {
      #expect(try SectionalProcess(["list", database.path, "mail"] + wrong).finish().status == 2)
    }
    let last = try SectionalProcess.run(
      "list", database.path, "mail", "--last", "2", "--sort", "size", "--format", "json")
    let shown = try #require(last.objects.first?["sections"] as? [[String: Any]])
    #expect(shown.map { $0["ids"] as? [Int] } == [[3, 1]])
  }

  @Test
  func `what a list shows as true, false or infinity can be counted, and errors name the option`()
    throws
  {
    let database = try ScratchDatabase(
      """
      CREATE TABLE t(id INTEGER PRIMARY KEY, flag, size REAL, "a=b");
      INSERT INTO t VALUES (1, 1, 9e999, 0), (2, 0, 1, 5), (3, 'true', -9e999, 5), (4, NULL, 1, '5');
      """)
    func count(_ argument: String) throws -> Int? {
      let outcome = try SectionalProcess.run(
        "list", database.path, "t", "--count", argument, "--format", "json")
      let sections = outcome.objects.first?["sections"] as? [[String: Any]]
      return (sections?.first?["values"] as? [String: Int])?[argument]
    }
    #expect(try count("flag=true") == 2)
    #expect(try count("flag=false") == 1)
    #expect(try count("size=inf") == 1)
    #expect(try count("size=-inf") == 1)
    #expect(try count("flag=\"true\"") == 1)
    #expect(try count("[\"a=b\",5]") == 2)
    #expect(try count("[\"a=b\",\"5\"]") == 1)
    let wrong = try SectionalProcess.run("list", database.path, "t", "--count", "nope=1")
    #expect(
      wrong.status == 1 && wrong.complaint.hasPrefix("sectional: --count: "), "\(wrong.complaint)")
  }

  @Test func `an option's value may contain equals signs`() throws {
    let database = try ScratchDatabase.contacts()
    let outcome = try SectionalProcess.run(
      "list", database.path, "contact", "--where=id=2", "--format=json")
    #expect(outcome.status == 0)
    let sections = try #require(outcome.objects.first?["sections"] as? [[String: Any]])
    #expect(sections.map { $0["ids"] as? [Int] } == [[2]])
  }

  @Test func `every kind of cell is written distinguishably`() throws {
    let database = try ScratchDatabase(
      """
      CREATE TABLE t(id INTEGER PRIMARY KEY, cell);
      INSERT INTO t(cell) VALUES (NULL), (9223372036854775807), (1.0), (9e999), (-9e999),
        ('a"b\\' || char(10)), (x'00ff'), (CAST(x'ff' AS TEXT)), (1e300);
      """)
    let outcome = try SectionalProcess.run(
      "list", database.path, "t", "--rows", "--format", "json", "--sort", "id")
    let cells = outcome.output.split(separator: "\"cell\":").dropFirst()
      .compactMap { $0.components(separatedBy: "}},").first }
    let expected = [
      "null", "9223372036854775807", "1.0", #"{"real":"inf""#, #"{"real":"-inf""#,
      #""a\"b\\\n""#, #"{"blob":"00ff""#, #"{"text":"ff""#, "1e+300",
    ]
    #expect(cells.count == expected.count)
    for (cell, start) in zip(cells, expected) { #expect(cell.hasPrefix(start)) }
  }

  @Test func `an identity is the key, an array for a composite one, the rowid where it is null`()
    throws
  {
    let database = try ScratchDatabase(
      """
      CREATE TABLE composite(a, b TEXT, c, PRIMARY KEY (b, a));
      INSERT INTO composite VALUES (1, 'x', 0);
      CREATE TABLE hidden(code TEXT PRIMARY KEY);
      INSERT INTO hidden(rowid, code) VALUES (7, NULL), (8, 'k');
      CREATE TABLE plain(a); INSERT INTO plain(rowid, a) VALUES (5, 'same'), (6, 'same');
      """)
    func ids(_ table: String) throws -> String {
      let outcome = try SectionalProcess.run("list", database.path, table, "--format", "json")
      let list = try #require(outcome.output.range(of: #""ids":"#))
      return String(outcome.output[list.upperBound...].prefix { $0 != "}" })
    }
    #expect(try ids("composite") == #"[["x",1]]"#)
    #expect(try ids("hidden") == #"[7,"k"]"#)
    #expect(try ids("plain") == "[5,6]")
  }

  @Test func `numbers are by value in an identity, and unchanged in the row's cells`() throws {
    let database = try ScratchDatabase(
      """
      CREATE TABLE t(key PRIMARY KEY NOT NULL);
      INSERT INTO t VALUES (1.0), (-0.0), (2.5), (1e15), (1e19), ('1'), (9007199254740993);
      CREATE TABLE pair(a REAL, b TEXT, PRIMARY KEY (a, b)); INSERT INTO pair VALUES (3, 'x');
      """)
    func list(_ arguments: String...) throws -> String {
      try SectionalProcess(["list", database.path] + arguments + ["--format", "json"]).finish()
        .output
    }
    let ids = #""ids":[0,1,2.5,1000000000000000,9007199254740993,1e+19,"1"]"#
    #expect(try list("t").contains(ids))
    #expect(try list("t", "--rows").contains(#"{"id":1,"row":{"key":1.0}}"#))
    #expect(try list("pair").contains(#""ids":[[3,"x"]]"#))
  }

  @Test func `views and SQL are shown by the key that is named`() throws {
    let database = try ScratchDatabase.contacts()
    try database.write(
      "CREATE VIEW teams AS SELECT team, count(*) AS size FROM contact GROUP BY team")
    let view = try SectionalProcess.run("list", database.path, "teams", "--key", "team")
    #expect(view.status == 0)
    let sql = try SectionalProcess.run(
      "list", database.path, "--sql", "SELECT name, count(*) FROM contact GROUP BY 1; -- end",
      "--key", "name", "--sort", "count(*):desc")
    #expect(sql.status == 0)
    #expect(sql.output.contains("3 rows"))
  }

  @Test func `the SQL is printed instead of run when it is asked for`() throws {
    let database = try ScratchDatabase.contacts()
    let outcome = try SectionalProcess.run(
      "list", database.path, "contact", "--section", "team", "--sort", "team:desc:nocase",
      "--where", "id > 1", "--print-sql")
    #expect(
      outcome.output == """
        SELECT "id", "name", "team"
        FROM main."contact"
        WHERE (
        id > 1
        )
        ORDER BY "team" COLLATE NOCASE DESC NULLS LAST, "team" COLLATE BINARY DESC NULLS LAST, \
        "id" COLLATE BINARY ASC NULLS FIRST

        """)
  }

  @Test func `text names the sections and ends with the index`() throws {
    let database = try ScratchDatabase.contacts()
    let outcome = try SectionalProcess.run(
      "list", database.path, "contact", "--section", "team")
    #expect(
      outcome.output.hasSuffix(
        "\n── NULL ── 1\n   2  Bob\n\n── Blue ── 1\n   3  Cy\n\n── Red ── 1\n   1  Ada\n\nIndex B R\n"
      ))
  }
}

import Foundation
import SectionalTesting
import Testing

/// What `compare` says of causes, and the forms in which it says it.
@Suite struct CompareCauseTests {
  private func compare(_ arguments: [String], status: Int32) throws -> SectionalProcess.Outcome {
    let outcome = try SectionalProcess(["compare"] + arguments).finish()
    #expect(outcome.status == status, "\(outcome.complaint)\(outcome.output)")
    return outcome
  }

  private func files() throws -> (ScratchDatabase, ScratchDatabase) {
    let sql = "CREATE TABLE t(id INTEGER PRIMARY KEY, name TEXT, team TEXT);"
    return (
      try ScratchDatabase(
        sql + "INSERT INTO t VALUES (1, 'a', 'x'), (2, 'b', ''), (3, 'c', 'y'), (4, 'd', 'y')"),
      try ScratchDatabase(
        sql + "INSERT INTO t VALUES (1, 'a ', 'x'), (2, 'b', NULL), (3, 'c', 'y'), (5, 'e', 'y')")
    )
  }

  @Test func `each order has its causes in the JSON and in the text`() throws {
    let (first, second) = try files()
    let outcome = try compare(
      [first.path, second.path, "t", "--section", "team", "--native", "--format", "json"],
      status: 3)
    let orders = try #require(outcome.objects.first?["orders"] as? [[String: Any]])
    #expect(orders.count == 2)
    let causes = try #require(orders[0]["causes"] as? [[String: Any]])
    let names = causes.map { "\($0["cause"] ?? "") \($0["column"] ?? "")" }
    #expect(Set(names) == ["trailingBlanks name", "emptyText team", "missingRow <null>"])
    let blanks = try #require(causes.first { $0["cause"] as? String == "trailingBlanks" })
    #expect(blanks["rows"] as? Int == 1 && blanks["sections"] as? Int == 1)
    #expect((blanks["says"] as? [String])?.first == "type TEXT, collation BINARY, deterministic")
    #expect((blanks["remedy"] as? String)?.contains("rtrim") == true)
    let trim =
      #"UPDATE "t" SET "name" = rtrim("name") WHERE length("name") <> length(rtrim("name"));"#
    #expect(blanks["statement"] as? String == trim)
    let pair = try #require(blanks["first"] as? [String: Any])
    #expect(pair["values"] as? [String] == ["a", "a "])
    #expect((pair["codePoints"] as? [[String]])?.last == ["U+0061", "U+0020"])
    let text = try compare([first.path, second.path, "t"], status: 3).output
    #expect(text.contains("\n  trailingBlanks in name  1 row\n    a and 'a '  (row 1)\n"))
    #expect(text.contains("2 rows differ in name and team"))
    #expect(text.contains("\n    \(trim)\n"))
  }

  @Test
  func `what is said of two files names no server, and a statement to paste makes them equal`()
    throws
  {
    let (first, second) = try files()
    try second.write(
      """
      DELETE FROM t; INSERT INTO t VALUES (1, 'a', 'x'), (2, 'b', ''), (3, 'c ', NULL), (4, 'd', 'y');
      UPDATE t SET name = 'e' || char(0x301) WHERE id = 4
      """)
    try first.write(
      "UPDATE t SET team = '' WHERE id = 3; UPDATE t SET name = char(0xE9) WHERE id = 4")
    let outcome = try compare([first.path, second.path, "t", "--format", "json"], status: 3)
    let orders = try #require(outcome.objects.first?["orders"] as? [[String: Any]])
    let causes = try #require(orders[0]["causes"] as? [[String: Any]])
    let kinds = Set(causes.compactMap { $0["cause"] as? String })
    #expect(kinds == ["trailingBlanks", "emptyText", "normalization"])
    for cause in causes {
      let remedy = try #require(cause["remedy"] as? String)
      #expect(!remedy.contains("PostgreSQL") && !remedy.contains("char(n)"), "\(remedy)")
      guard let sql = cause["statement"] as? String else { continue }
      try first.write(sql)
      try second.write(sql)
    }
    let rest = try compare([first.path, second.path, "t", "--format", "json"], status: 3)
    let left = try #require(rest.objects.first?["orders"] as? [[String: Any]])
    #expect(
      (left[0]["causes"] as? [[String: Any]])?.map { $0["cause"] as? String } == ["normalization"])
  }

  @Test func `a summary has counts in place of lists`() throws {
    let (first, second) = try files()
    let outcome = try compare(
      [first.path, second.path, "t", "--summary", "--format", "json"], status: 3)
    #expect(outcome.objects.first?["format"] as? Int == 2)
    let orders = try #require(outcome.objects.first?["orders"] as? [[String: Any]])
    #expect(orders[0]["rowsOnlyIn"] as? [Int] == [1, 1])
    #expect(orders[0]["rowsWithOtherContents"] as? Int == 2)
    #expect((orders[0]["causes"] as? [Any])?.count == 3)
  }

  @Test func `a page has the differences as data`() throws {
    let (first, second) = try files()
    try second.write("UPDATE t SET name = '</script><script>alert(1)</script>' WHERE id = 3")
    let page = first.folder.appending(path: "page.html")
    _ = try compare([first.path, second.path, "t", "--html", page.path], status: 3)
    let html = try String(contentsOf: page, encoding: .utf8)
    #expect(!html.contains("<script>alert"))
    #expect(html.contains("<title>t: ") && html.contains(" compared by Sectional</title>"))
    #expect(html.contains("\\u003c/script>\\u003cscript>alert(1)"))
    #expect(!html.contains("http://") && !html.contains("https://"))
    #expect(html.utf8.count < 2_000_000)
    let data = try #require(html.firstMatch(of: /(?s)<script[^>]*id="data"[^>]*>(.*?)<\/script>/))
    let object = try JSONSerialization.jsonObject(with: Data(data.output.1.utf8))
    #expect((object as? [String: Any])?["tables"] as? [String] == ["t", "t"])
    // A sign that stands before another character makes one of both.
    try second.write("UPDATE t SET name = char(1536) || '</script><script>alert(2)' WHERE id = 3")
    _ = try compare([first.path, second.path, "t", "--html", page.path], status: 3)
    let other = try String(contentsOf: page, encoding: .utf8)
    #expect(!other.utf8.contains("</script><script>alert(2)".utf8))
    // An older page is replaced, and nothing else.
    _ = try compare([first.path, second.path, "t", "--html", page.path], status: 3)
    let refused = try compare([first.path, second.path, "t", "--html", second.path], status: 1)
    #expect(refused.complaint.contains("isn't a page"))
    _ = try compare([first.path, second.path, "t"], status: 3)
    let missing = try compare(
      [first.path, second.path, "t", "--html", "/no/such/folder/page.html"], status: 1)
    #expect(missing.complaint.contains("can't be written"))
  }

  @Test func `the second store can have other names`() throws {
    let (first, _) = try files()
    let other = try ScratchDatabase(
      """
      CREATE TABLE ZT(Z_PK INTEGER PRIMARY KEY, ZNAME TEXT, ZTEAM TEXT);
      INSERT INTO ZT VALUES (1, 'a', 'x'), (2, 'b', ''), (3, 'c', 'y'), (4, 'd', 'y');
      """)
    let names = [
      "--second-table", "ZT", "--map", "id=Z_PK", "--map", "name=ZNAME", "--map", "team=ZTEAM",
    ]
    for request in [
      [], ["--section", "team", "--sort", "name:desc"], ["--section", "first-letter(name)"],
      ["--section", "prefix(name,2)", "--key", "id", "--search", "name:a"],
    ] {
      _ = try compare([first.path, other.path, "t"] + request + names, status: 0)
    }
    #expect(
      try compare([first.path, other.path, "t", "--map", "name"], status: 2).complaint
        .contains("--map name=ZNAME"))
    #expect(
      try compare(
        [first.path, other.path, "t", "--second-table", "ZT", "--map", "id=Z_PK", "--map", "x=y"],
        status: 1
      ).complaint.contains("there is no column \"x\""))
  }

  @Test func `difficult values of every type are the same list on a file and on a server`()
    async throws
  {
    let file = try ScratchDatabase()
    let server = try await ScratchServerDatabase()
    _ = try compare(
      [file.path, server.url, "odd", "--torture", "--section", "kind", "--sort", "value"],
      status: 0)
    for column in ["whole", "ratio", "flag", "day", "moment", "code"] {
      _ = try compare([file.path, server.url, "odd", "--sort", column], status: 0)
    }
    #expect(
      try compare(
        [file.path, server.url, "odd", "--torture", "--seed-from", "x.csv"], status: 2
      ).complaint.contains("leave out one of them"))
  }
}

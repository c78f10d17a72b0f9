import Foundation
import SectionalTesting
import Testing

/// `--follows` and `--statistics`: a join that is followed by the rows that changed.
@Suite struct FollowsOptionTests {
  private static let sql = """
    SELECT o.id, o.total, c.name, o.customer AS customer_id
    FROM orders o LEFT JOIN customer c ON c.id = o.customer
    """
  private static let follows = ["--follows", "orders:id", "--follows", "customer:customer_id"]

  private func file() throws -> ScratchDatabase {
    let file = try ScratchDatabase(
      """
      CREATE TABLE customer(id INTEGER PRIMARY KEY, name TEXT);
      CREATE TABLE orders(id INTEGER PRIMARY KEY, customer INTEGER, total INTEGER);
      CREATE INDEX orders_by_customer ON orders(customer);
      WITH RECURSIVE n(i) AS (VALUES(1) UNION ALL SELECT i + 1 FROM n WHERE i < 100)
      INSERT INTO orders SELECT i, i % 10, i FROM n;
      INSERT INTO customer SELECT id, 'name ' || id FROM orders WHERE id < 10;
      """)
    let installed = try SectionalProcess.run(
      "triggers", "install", file.path, "customer", "orders")
    try #require(installed.status == 0, "\(installed.complaint)")
    return file
  }

  private func check(_ file: ScratchDatabase, _ options: [String]) throws -> (Int32, String) {
    let checked = try SectionalProcess(
      ["check", file.path, "--sql", Self.sql, "--key", "id"] + options
    ).finish()
    return (checked.status, checked.output)
  }

  @Test func `each line says how many rows were read, and why all were`() throws {
    let file = try file()
    let lines = try WatchedLines(
      file,
      ["--sql", Self.sql, "--key", "id", "--format", "jsonl", "--statistics"] + Self.follows)
    let snapshot = try lines.next(ofType: "snapshot")
    #expect(snapshot["rowsRead"] as? Int == 100)
    try file.write("UPDATE customer SET name = 'ada' WHERE id = 7")
    let line = try lines.nextText()
    #expect(line.hasSuffix(#""rowsRead":10,"fullFetch":null}"#), "\(line)")
    try file.write(
      "ALTER TABLE orders ADD COLUMN note TEXT; UPDATE orders SET total = 0 WHERE id = 1")
    let whole = try lines.next(ofType: "changes")
    #expect(whole["rowsRead"] as? Int == 100)
    #expect(whole["fullFetch"] as? String != nil)
  }

  @Test func `check says which table isn't named, and which statement isn't true`() throws {
    let file = try file()
    let (right, answer) = try check(file, Self.follows)
    #expect(right == 0, "\(answer)")
    try file.write("DROP INDEX orders_by_customer")
    let (slow, advice) = try check(file, Self.follows)
    #expect(slow == 3 && advice.contains("no index finds the rows by \"customer_id\""))
    let (status, text) = try check(file, ["--follows", "orders:id"])
    #expect(status == 3)
    #expect(text.contains("after a change of \"customer\", all rows are read again"))
    let (wrong, why) = try check(file, ["--follows", "orders:id", "--follows", "customer:total"])
    #expect(wrong == 3)
    #expect(why.contains("the list would miss changes of \"customer\""))
  }

  @Test(
    arguments: [
      "orders", "orders:", ":id", "orders(customer:id", "orders():id", "(customer):id", "a:b:c",
      #"["orders"]"#,
    ])
  func `what names no table and column is an error that says what to type`(
    argument: String
  ) throws {
    let checked = try SectionalProcess.run(
      "check", "x.sqlite", "--sql", "SELECT 1 AS id", "--key", "id", "--follows", argument)
    #expect(checked.status == 2)
    #expect(checked.complaint.contains("--follows customer:customer_id"))
  }

  @Test func `names with colons are typed as JSON`() throws {
    let file = try ScratchDatabase(
      """
      CREATE TABLE "a:b"(id INTEGER PRIMARY KEY, "own:er" INTEGER);
      CREATE INDEX a_by_owner ON "a:b"("own:er");
      INSERT INTO "a:b" VALUES (1, 5), (2, 5), (3, 6);
      """)
    let installed = try SectionalProcess.run(
      "triggers", "install", file.path, "a:b", "--columns", #"["own:er"]"#)
    try #require(installed.status == 0, "\(installed.complaint)")
    let checked = try SectionalProcess.run(
      "check", file.path, "--sql", #"SELECT "own:er" AS id, count(*) AS n FROM "a:b" GROUP BY 1"#,
      "--key", "id", "--follows", #"["a:b","own:er","id"]"#)
    #expect(checked.status == 0, "\(checked.output)\(checked.complaint)")
  }
}

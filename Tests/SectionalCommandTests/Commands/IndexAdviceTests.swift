import Foundation
import SectionalTesting
import Testing

/// The indexes that `check` proposes for a file of 500,000 rows, followed and measured by the steps of SQLite's machine.
@Suite struct IndexAdviceTests {
  private let file: ScratchDatabase
  /// The file before a test changes it.
  private static let original = Result {
    try ScratchDatabase(
      """
      CREATE TABLE orders(id INTEGER PRIMARY KEY, status TEXT, customer TEXT, total REAL);
      WITH RECURSIVE n(i) AS (VALUES (1) UNION ALL SELECT i + 1 FROM n WHERE i < 500000)
      INSERT INTO orders SELECT i, 'status' || (i % 4), 'customer' || (i * 7919 % 100003), i / 2.0 FROM n;
      CREATE INDEX orders_status ON orders(status)
      """)
  }

  init() throws {
    file = try ScratchDatabase()
    try FileManager.default.copyItem(
      atPath: IndexAdviceTests.original.get().path, toPath: file.path)
  }

  private func check(_ options: [String], of table: String = "orders") throws -> [[String: Any]] {
    let outcome = try SectionalProcess(
      ["check", file.path, table, "--format", "json"] + options
    ).finish()
    return try #require(outcome.objects.first?["findings"] as? [[String: Any]])
      .filter { $0["kind"] as? String != "missingChangeLog" }
  }

  private func orderFindings(_ options: [String], of table: String) throws -> [[String: Any]] {
    try check(options, of: table).filter { $0["kind"] as? String == "orderWithoutIndex" }
  }

  /// Returns how many steps SQLite's machine takes for the statement of a list.
  private func steps(_ options: [String], of table: String = "orders") throws -> Int {
    let printed = try SectionalProcess(["list", file.path, table, "--print-sql"] + options)
      .finish()
    let program = try ChildProgram(
      ["sqlite3", "-batch", "-stats", file.path, "SELECT count(*) FROM (\(printed.output))"],
      environment: ["PATH": ProcessInfo.processInfo.environment["PATH"] ?? "/usr/bin"])
    let (output, _) = try program.finish()
    let line = output.split(separator: "\n").first { $0.hasPrefix("Virtual Machine Steps:") }
    return try #require(line.flatMap { Int($0.split(separator: " ").last ?? "") })
  }

  @Test(arguments: [
    ["--section", "status", "--sort", "customer", "--limit", "20"],
    ["--section", "status", "--sort", "customer:desc", "--limit", "20"],
    ["--section", "status", "--sort", "status:desc", "--sort", "customer", "--limit", "20"],
    ["--sort", "customer", "--sort", "id:desc", "--limit", "20"],
    ["--sort", "total:desc", "--limit", "20", "--offset", "100"],
  ])
  func `what is proposed for a part of a list makes SQLite pass a hundredth of the rows`(
    options: [String]
  ) throws {
    let found = try check(options).filter { $0["kind"] as? String == "orderWithoutIndex" }
    let before = try steps(options)
    let advice = try #require(found.first?["advice"] as? String)
    #expect(advice.contains("MB") && advice.contains("estimated from 10,000 of its rows"))
    let commands = try #require(found.first?["commands"] as? [String])
    try file.write(commands[0])
    #expect(try check(options).filter { $0["kind"] as? String == "orderWithoutIndex" }.isEmpty)
    let after = try steps(options)
    #expect(after * 100 < before, "\(before) steps before, \(after) after")
  }

  @Test func `an index of the table behind a view is proposed for the view's first rows`() throws {
    try file.write(
      """
      CREATE VIEW paid AS SELECT id, customer AS who, total FROM orders WHERE status <> 'status0';
      CREATE VIEW large AS SELECT id, total FROM paid WHERE total > 10
      """)
    let options = ["--key", "id", "--sort", "total:desc", "--limit", "20"]
    let found = try orderFindings(options, of: "large")
    #expect(found.count == 1)
    let before = try steps(options, of: "large")
    let commands = try #require(found.first?["commands"] as? [String])
    try file.write(try #require(commands.first))
    #expect(try orderFindings(options, of: "large").isEmpty)
    let after = try steps(options, of: "large")
    #expect(after * 100 < before, "\(before) steps before, \(after) after")
  }

  @Test(arguments: [
    "CREATE VIEW v AS SELECT id, upper(customer) AS customer FROM orders",
    "CREATE VIEW v AS SELECT customer AS id, sum(total) AS customer FROM orders GROUP BY customer",
    "CREATE VIEW v AS SELECT a.id, b.customer || '' AS customer FROM orders AS a JOIN orders AS b USING (id)",
  ])
  func `a view that no index brings into order is said to be sorted, and no index is proposed`(
    view: String
  ) throws {
    try file.write(view)
    let options = ["--key", "id", "--sort", "customer"]
    let found = try orderFindings(options + ["--limit", "20"], of: "v")
    #expect(found.map { ($0["commands"] as? [String])?.count } == [0])
    #expect(try orderFindings(options, of: "v").isEmpty)
  }

  @Test func `no index is proposed for all rows that would be a second table`() throws {
    #expect(try check(["--section", "status", "--sort", "customer"]).isEmpty)
  }

  @Test func `an index is proposed that finds the few rows of a condition`() throws {
    for condition in [
      "customer = 'customer5'", "total BETWEEN 10 AND 900 AND status <> 'x'",
      "customer LIKE 'Customer77%'", "lower(customer) = 'customer9'",
      "status <> 'x' AND substr(customer, 9, 4) IN ('1234', '4321')",
    ] {
      let options = ["--where", condition, "--sort", "status"]
      let found = try check(options)
      #expect(found.map { $0["kind"] as? String } == ["conditionWithoutIndex"])
      let before = try steps(options)
      let commands = try #require(found.first?["commands"] as? [String])
      try file.write(commands[0])
      #expect(try check(options).isEmpty)
      let after = try steps(options)
      #expect(after * 10 < before, "\(before) steps before, \(after) after")
    }
  }

  @Test(arguments: [
    ["--where", "status = 'status3'", "--sort", "customer:desc", "--limit", "20"],
    ["--where", "customer = 'customer5'", "--sort", "total:desc", "--limit", "2"],
    ["--where", "status = 'status1' AND total > 5", "--sort", "total:desc", "--limit", "20"],
    ["--where", "id % 3 = 1", "--sort", "total:desc", "--limit", "20", "--offset", "40"],
  ])
  func `an index is proposed for the first rows that meet a condition, and makes them cheap`(
    options: [String]
  ) throws {
    // With an offset, old values are missing, too.
    let found = try check(options).filter { $0["kind"] as? String != "readAsAWhole" }
    #expect(found.map { $0["kind"] as? String } == ["conditionWithoutIndex"])
    let before = try steps(options)
    let commands = try #require(found.first?["commands"] as? [String])
    try file.write(commands[0])
    let rest = try check(options).map { $0["kind"] as? String }
    #expect(rest.allSatisfy { $0 == "readAsAWhole" })
    let after = try steps(options)
    #expect(after * 10 < before, "\(before) steps before, \(after) after")
  }

  @Test func `an index is proposed for the first rows that a search finds, and makes them cheap`()
    throws
  {
    let options = ["--search", "customer:omer7", "--sort", "total", "--limit", "20"]
    let found = try check(options)
    #expect(found.map { $0["kind"] as? String } == ["conditionWithoutIndex"])
    #expect((found.first?["message"] as? String)?.contains("all rows are searched") == true)
    // The program lacks the function that searches.
    let condition = ["--where", "customer LIKE '%omer7%'", "--sort", "total", "--limit", "20"]
    let before = try steps(condition)
    try file.write(try #require((found.first?["commands"] as? [String])?.first))
    #expect(try check(options).isEmpty)
    #expect(try steps(condition) * 10 < before)
    // All rows must be looked at to know that there is none.
    try file.write("DROP INDEX orders_total_id_sectional")
    #expect(try check(["--search", "customer:zzz", "--sort", "total", "--limit", "20"]).isEmpty)
  }

  @Test func `no index is proposed for the first rows of a condition that hardly gain by one`()
    throws
  {
    try file.write("CREATE INDEX orders_customer ON orders(customer)")
    // The index finds five rows, and sorting them is nothing.
    #expect(
      try check(
        ["--where", "customer = 'customer5'", "--sort", "total:desc", "--limit", "20"]
      ).isEmpty)
  }

  @Test func `no index is proposed that finds most rows, or none at all`() throws {
    // The rows at the beginning of the table aren't like the others.
    try file.write("UPDATE orders SET customer = 'early' || id WHERE id <= 20000")
    for condition in [
      "total > 10", "customer < 'early'", "length(customer) > 9", "customer LIKE '%7%'",
      "status = 'status1'",
    ] {
      let kinds = try check(["--where", condition]).map { $0["kind"] as? String }
      #expect(kinds == [], "\(condition)")
    }
  }

  @Test func `an index is proposed for the first rows of a view that meet a condition`() throws {
    try file.write("CREATE VIEW seen AS SELECT id, customer AS who, total, status FROM orders")
    let options = [
      "--key", "id", "--where", "status <> 'status0'", "--sort", "total:desc", "--limit", "20",
    ]
    let found = try orderFindings(options, of: "seen")
    #expect(found.count == 1)
    #expect((found.first?["message"] as? String)?.contains("that meet the condition") == true)
    let before = try steps(options, of: "seen")
    try file.write(try #require((found.first?["commands"] as? [String])?.first))
    #expect(try orderFindings(options, of: "seen").isEmpty)
    #expect(try steps(options, of: "seen") * 100 < before)
  }

  @Test func `no index is proposed for a limit that all rows are within`() throws {
    let options = ["--sort", "customer", "--limit"]
    #expect(try check(options + ["500000"]).isEmpty)
    #expect(try orderFindings(options + ["499999"], of: "orders").count == 1)
  }

  @Test func `an index is proposed for the condition of a table without rowids`() throws {
    let file = try ScratchDatabase(
      """
      CREATE TABLE orders(id INTEGER PRIMARY KEY, customer TEXT) WITHOUT ROWID;
      WITH RECURSIVE n(i) AS (VALUES (1) UNION ALL SELECT i + 1 FROM n WHERE i < 30000)
      INSERT INTO orders SELECT i, iif(i > 29900, 'late', 'early') FROM n
      """)
    let check = ["check", file.path, "orders", "--format", "json", "--where", "customer = 'late'"]
    #expect(try SectionalProcess(check).finish().output.contains("conditionWithoutIndex"))
    try file.write("CREATE INDEX by_customer ON orders(customer)")
    #expect(try !SectionalProcess(check).finish().output.contains("conditionWithoutIndex"))
  }

  @Test
  func `no index is proposed for a condition that most rows of a table without rowids meet`()
    throws
  {
    let file = try ScratchDatabase(
      """
      CREATE TABLE orders(id INTEGER PRIMARY KEY, customer TEXT) WITHOUT ROWID;
      WITH RECURSIVE n(i) AS (VALUES (1) UNION ALL SELECT i + 1 FROM n WHERE i < 30000)
      INSERT INTO orders SELECT i, iif(i > 12000, 'late', 'early') FROM n
      """)
    let outcome = try SectionalProcess(
      ["check", file.path, "orders", "--format", "json", "--where", "customer = 'late'"]
    ).finish()
    #expect(!outcome.output.contains("conditionWithoutIndex"), "\(outcome.output)")
  }

  @Test func `no index is proposed that changes nothing`() throws {
    let inexact = try check(["--sort", "customer:nocase", "--limit", "20"])
    #expect(inexact.map { $0["kind"] as? String } == ["orderUnknownToStore"])
    #expect(inexact.allSatisfy { ($0["commands"] as? [String])?.isEmpty == true })
    // The rows of a section are few, so sorting them is nothing.
    try file.write("CREATE INDEX orders_total ON orders(total)")
    #expect(try check(["--section", "total", "--sort", "customer", "--limit", "20"]).isEmpty)
  }
}

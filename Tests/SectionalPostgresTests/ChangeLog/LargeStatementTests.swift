import Sectional
import SectionalPostgres
import SectionalTesting
import Testing

/// Statements that change too many rows for the change log to name make lists read all rows once.
@MainActor @Suite(.serialized) struct LargeStatementTests {
  private static let schema = """
    CREATE TABLE item(id int PRIMARY KEY, n int NOT NULL DEFAULT 0);
    INSERT INTO item SELECT g, g FROM generate_series(1, 50) g;
    """

  @Test func `TRUNCATE makes the list read everything, and later writes are followed row by row`()
    async throws
  {
    let bench = try await LogBench(LargeStatementTests.schema)
    try await bench.write("TRUNCATE item")
    try await bench.check(fullFetches: 2)
    #expect(bench.list.results.rows.isEmpty)
    #expect(bench.told() == ["delete": 50])
    #expect(bench.list.diagnostics.fullFetchReason?.isEmpty == false)
    try await bench.write("INSERT INTO item VALUES (1, 1), (2, 2)")
    try await bench.check(fullFetches: 2)
    try await bench.write("BEGIN; TRUNCATE item; ROLLBACK; UPDATE item SET n = 9 WHERE id = 2")
    try await bench.check(fullFetches: 2)
    #expect(bench.told() == ["insert": 2, "update": 1])
    try await bench.write(
      "BEGIN; TRUNCATE item; INSERT INTO item VALUES (2, 9), (3, 3); COMMIT")
    try await bench.check(fullFetches: 3)
    #expect(bench.told() == ["delete": 1, "insert": 1])
    #expect(try await bench.status() == .installed)
  }

  @Test(arguments: [
    "INSERT INTO item SELECT g, g FROM generate_series(1001, 11001) g",
    "UPDATE big SET n = n + 1", "DELETE FROM big", "UPDATE big SET id = -id",
  ])
  func `a statement of more than ten thousand rows is followed by reading everything`(
    statement: String
  ) async throws {
    let listed = statement.contains("big") ? "big" : "item"
    let bench = try await LogBench(
      LargeStatementTests.schema + """
        CREATE TABLE big(id int PRIMARY KEY, n int NOT NULL);
        INSERT INTO big SELECT g, g FROM generate_series(1, 10001) g;
        """, listing: listed, logging: ["item", "big"])
    try await bench.write(statement)
    try await bench.check(fullFetches: 2)
    #expect(bench.list.diagnostics.fullFetchReason?.contains("too many") == true)
    try await bench.write("INSERT INTO \(listed) VALUES (900001, 1)")
    try await bench.check(fullFetches: 2)
    #expect(bench.list.results.rows.last?["id"] == 900_001)
  }

  @Test func `a statement of ten thousand rows is followed row by row`() async throws {
    let bench = try await LogBench(LargeStatementTests.schema)
    try await bench.write("INSERT INTO item SELECT g, g FROM generate_series(1001, 11000) g")
    try await bench.check(fullFetches: 1)
    try await bench.write("UPDATE item SET n = n + 1 WHERE id > 1000")
    try await bench.check(fullFetches: 1)
    #expect(bench.told() == ["insert": 10_000, "update": 10_000])
    // Many statements can name more rows than one.
    try await bench.write(
      "UPDATE item SET n = 0 WHERE id % 2 = 0; UPDATE item SET n = 0 WHERE id % 2 = 1")
    try await bench.check(fullFetches: 1)
    try await bench.write("DELETE FROM item WHERE id > 1000")
    try await bench.check(fullFetches: 1)
    #expect(bench.list.results.rows.count == 50)
  }

  @Test func `an UPDATE of very many rows that changes nothing reports nothing`() async throws {
    let bench = try await LogBench(
      LargeStatementTests.schema + "INSERT INTO item SELECT g FROM generate_series(51, 12000) g")
    try await bench.write("UPDATE item SET n = n")
    try await bench.check(fullFetches: bench.list.diagnostics.fullFetches)
    #expect(bench.told().isEmpty)
    #expect(bench.list.diagnostics.fullFetches <= 2)
  }
}

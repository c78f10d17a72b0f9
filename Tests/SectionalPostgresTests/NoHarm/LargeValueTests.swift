import Sectional
import SectionalPostgres
import SectionalTesting
import TestSupport
import Testing

/// A log doesn't read values that a statement didn't read.
@MainActor @Suite struct LargeValueTests {
  @Test(arguments: [[], ["body"]])
  func `an update of another column doesn't read large values`(kept: [String]) async throws {
    let database = try await ScratchServerDatabase(
      """
      CREATE TABLE item(id int PRIMARY KEY, n int, body text, data bytea, list text[]);
      ALTER TABLE item ALTER body SET STORAGE EXTERNAL, ALTER data SET STORAGE EXTERNAL, ALTER list SET STORAGE EXTERNAL;
      INSERT INTO item SELECT g, g, repeat('x', 100000), convert_to(repeat('y', 50000), 'UTF8'),
        ARRAY[repeat('z', 50000)] FROM generate_series(1, 200) g
      """)
    try await database.store().installChangeLog(for: ["item"], oldValuesOf: kept)
    let fetched = """
      SELECT pg_stat_get_blocks_fetched(reltoastrelid) FROM pg_class WHERE oid = 'item'::regclass
      """
    try await database.write("SELECT pg_stat_force_next_flush()")
    let before = try await database.write(fetched)
    try await database.write("UPDATE item SET n = n + 1; SELECT pg_stat_force_next_flush()")
    #expect(try await database.write(fetched) == before)
    #expect(
      try await database.write(
        "SELECT cardinality(keys), old_rows IS NULL FROM sectional_log_sectional.entry WHERE op = 'U'"
      )
        == "200|t\n")
  }

  @Test func `a changed large value is noticed, and so is a small one`() async throws {
    let bench = try await LogBench(
      """
      CREATE TABLE item(id int PRIMARY KEY, n int, body text, note text);
      INSERT INTO item SELECT g, g, repeat('x', 5000), 'a' FROM generate_series(1, 5) g
      """)
    try await bench.write("UPDATE item SET body = repeat('y', 5000) WHERE id = 2")
    try await bench.write("UPDATE item SET note = 'b' WHERE id = 3")
    try await bench.write("UPDATE item SET body = NULL WHERE id = 4")
    try await bench.check(fullFetches: 1)
    #expect(bench.told() == ["update": 3])
  }

  @Test func `a table with very many columns is followed row by row`() async throws {
    let columns = (1...900).map { "c\($0) smallint" }.joined(separator: ", ")
    let bench = try await LogBench(
      "CREATE TABLE item(id int PRIMARY KEY, \(columns)); INSERT INTO item(id) VALUES (1), (2)")
    try await bench.write("SET exit_on_error = on; UPDATE item SET c900 = 5 WHERE id = 2")
    try await bench.check(fullFetches: 1)
    #expect(bench.told() == ["update": 1])
  }
}

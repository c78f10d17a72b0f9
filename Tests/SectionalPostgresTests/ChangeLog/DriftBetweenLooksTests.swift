import Sectional
import SectionalPostgres
import SectionalTesting
import Testing

/// Changes that are made and undone between two looks, so that the log looks complete.
@MainActor @Suite(.serialized) struct DriftBetweenLooksTests {
  private static let schema = """
    CREATE TABLE item(id int PRIMARY KEY, name text NOT NULL, n int NOT NULL DEFAULT 0);
    INSERT INTO item SELECT g, 'name ' || g FROM generate_series(1, 20) g;
    """

  /// Saves the functions of the update's trigger, so that they can be restored.
  private nonisolated static let definition = """
    SELECT pg_get_functiondef(tgfoid) AS definition INTO kept FROM pg_trigger
    WHERE tgname = 'zz_sectional_update'
    """

  @Test(arguments: [
    """
    ALTER TABLE item DISABLE TRIGGER zz_sectional_update; UPDATE item SET n = 1;
    ALTER TABLE item ENABLE ALWAYS TRIGGER zz_sectional_update
    """,
    """
    BEGIN; ALTER TABLE item DISABLE TRIGGER ALL; UPDATE item SET n = 1;
    ALTER TABLE item ENABLE ALWAYS TRIGGER zz_sectional_insert;
    ALTER TABLE item ENABLE ALWAYS TRIGGER zz_sectional_update;
    ALTER TABLE item ENABLE ALWAYS TRIGGER zz_sectional_delete;
    ALTER TABLE item ENABLE ALWAYS TRIGGER zz_sectional_truncate; COMMIT
    """,
    DriftBetweenLooksTests.definition + """
      ;
      DO $do$ BEGIN EXECUTE replace((SELECT definition FROM kept), 'BEGIN', 'BEGIN RETURN NULL;');
      END $do$;
      UPDATE item SET n = 1;
      DO $do$ BEGIN EXECUTE (SELECT definition FROM kept); END $do$; DROP TABLE kept
      """,
    """
    ALTER TABLE item RENAME TO other; UPDATE other SET n = 1; ALTER TABLE other RENAME TO item
    """,
    """
    ALTER TABLE item RENAME COLUMN name TO other; UPDATE item SET n = 1;
    ALTER TABLE item RENAME COLUMN other TO name
    """,
    """
    ALTER TABLE item SET UNLOGGED; UPDATE item SET n = 1; ALTER TABLE item SET LOGGED
    """,
  ])
  func `a change made while nothing was logged is seen`(sql: String) async throws {
    let bench = try await LogBench(DriftBetweenLooksTests.schema)
    try await bench.write(sql)
    try await bench.check(fullFetches: 2, sql)
    #expect(bench.told() == ["update": 20])
    #expect(try await bench.status() == .installed)
    try await bench.write("UPDATE item SET n = 2 WHERE id = 1")
    try await bench.check(fullFetches: 2, sql)
  }

  @Test func `a log that was uninstalled and installed again is not trusted for the time between`()
    async throws
  {
    let bench = try await LogBench(DriftBetweenLooksTests.schema)
    try await bench.store.uninstallChangeLog(for: ["item"])
    try await bench.database.write("UPDATE item SET n = 1 WHERE id < 6")
    try await bench.store.installChangeLog(for: ["item"], notifying: false)
    try await bench.write("UPDATE item SET n = 2 WHERE id = 20")
    try await bench.check(fullFetches: 2)
    #expect(bench.told() == ["update": 6])
    try await bench.write("UPDATE item SET n = 3 WHERE id = 20")
    try await bench.check(fullFetches: 2)
  }

  @Test func `a new table with the same name and its own log is not mistaken for the old one`()
    async throws
  {
    let bench = try await LogBench(
      DriftBetweenLooksTests.schema + """
        CREATE TABLE other(id int PRIMARY KEY, name text NOT NULL, n int NOT NULL DEFAULT 0);
        INSERT INTO other VALUES (1, 'one', 1), (20, 'twenty', 2);
        """, logging: ["item", "other"])
    try await bench.write(
      """
      BEGIN; ALTER TABLE item RENAME TO old; ALTER TABLE other RENAME TO item; COMMIT;
      UPDATE item SET n = 7 WHERE id = 20; UPDATE old SET n = 8
      """)
    try await bench.check(fullFetches: 2)
    #expect(bench.list.results.rows.map { $0["n"] } == [1, 7])
    #expect(try await bench.status() == .installed)
    try await bench.write("UPDATE item SET n = 9; UPDATE old SET n = 9")
    try await bench.check(fullFetches: 2)
  }

  @Test func `a value of an enumeration that gets another name is shown by it`() async throws {
    let bench = try await LogBench(
      """
      CREATE TYPE color AS ENUM ('red', 'blue');
      CREATE TABLE item(id int PRIMARY KEY, color color); INSERT INTO item VALUES (1, 'red');
      """)
    try await bench.write("ALTER TYPE color RENAME VALUE 'red' TO 'rouge'")
    try await bench.check(fullFetches: bench.list.diagnostics.fullFetches)
    #expect(bench.list.results.rows.first?["color"] == "rouge")
    try await bench.write("UPDATE item SET color = 'blue'")
    try await bench.check(fullFetches: bench.list.diagnostics.fullFetches)
  }

  @Test func `a type that gets another attribute is shown with it`() async throws {
    let bench = try await LogBench(
      """
      CREATE TYPE pair AS (a int, b int); CREATE TABLE item(id int PRIMARY KEY, pair pair);
      INSERT INTO item VALUES (1, '(1,2)');
      """)
    try await bench.write("ALTER TYPE pair ADD ATTRIBUTE c int")
    try await bench.check(fullFetches: bench.list.diagnostics.fullFetches)
    try await bench.write("UPDATE item SET pair = '(1,2,3)'")
    try await bench.check(fullFetches: bench.list.diagnostics.fullFetches)
  }
}

import Sectional
import SectionalPostgres
import SectionalSQL
import SectionalTesting
import TestSupport
import Testing

/// Partitions whose columns are in a different order than the root's, and tables that inherit from others.
@MainActor @Suite(.serialized) struct OddPartTests {
  /// Rows without the number.
  private struct Named: StoredRecord, Hashable {
    var id: Int
    var name: String
    static let table = RecordTable(
      "item", RecordColumn("id", \.id, primaryKey: true), RecordColumn("name", \.name),
      row: Named.init)
  }

  private static let schema = """
    CREATE TABLE item(id int PRIMARY KEY, name text NOT NULL DEFAULT '', n int)
      PARTITION BY RANGE (id);
    CREATE TABLE odd(a int, b int, n int, c int, name text NOT NULL DEFAULT '', id int NOT NULL);
    ALTER TABLE odd DROP COLUMN a, DROP COLUMN b, DROP COLUMN c;
    ALTER TABLE item ATTACH PARTITION odd FOR VALUES FROM (0) TO (100);
    CREATE TABLE even PARTITION OF item DEFAULT;
    INSERT INTO item SELECT g, 'name ' || g, g FROM generate_series(95, 105) g;
    """

  @Test(arguments: ["item", "odd"])
  func `a column with another number in a partition is not missed`(listed: String) async throws {
    let bench = try await LogBench(OddPartTests.schema, listing: listed)
    for sql in [
      "UPDATE odd SET name = 'part' WHERE id = 96", "UPDATE odd SET n = -1 WHERE id = 97",
      "UPDATE item SET name = 'root' WHERE id = 96", "UPDATE item SET n = -2 WHERE id = 97",
      "UPDATE odd SET id = 94 WHERE id = 95",
    ] {
      try await bench.write(sql)
      try await bench.check(fullFetches: 1, sql)
    }
    #expect(bench.told() == ["delete": 1, "insert": 1, "update": 4])
  }

  @Test func `a list of some columns does not miss a column with another number in a partition`()
    async throws
  {
    let bench = try await LogBench(OddPartTests.schema)
    let list = ResultsController(
      fetchRequest: ResultsRequest<Named>(sortBy: [SortKey(\.id)]), store: bench.store,
      changes: SilentSource(of: bench.store))
    try await list.performFetch()
    try await bench.database.write("UPDATE odd SET name = 'part' WHERE id = 96")
    try await list.refresh()
    #expect(list.results.rows.filter { $0.name == "part" }.map(\.id) == [96])
    let rowsRead = list.diagnostics.rowsRead
    try await bench.database.write("UPDATE odd SET n = 0; UPDATE item SET n = 1")
    try await list.refresh()
    #expect(list.diagnostics.rowsRead == rowsRead)
    try await bench.database.write("UPDATE even SET name = 'even' WHERE id = 105")
    try await list.refresh()
    #expect(list.results.rows.last?.name == "even")
    #expect(list.diagnostics.fullFetches == 1)
  }

  private static let family = """
    CREATE TABLE item(id int PRIMARY KEY, n int NOT NULL DEFAULT 0);
    INSERT INTO item VALUES (1), (2);
    """

  @Test func `a table is right when another one begins to inherit from it`() async throws {
    let bench = try await LogBench(OddPartTests.family)
    try await bench.write("CREATE TABLE child() INHERITS (item)")
    try await bench.check(fullFetches: 2)
    #expect(try await bench.status() != .installed)
    for sql in [
      "INSERT INTO child VALUES (10), (11)", "UPDATE item SET n = 1", "UPDATE child SET n = 2",
      "UPDATE ONLY item SET n = 3", "TRUNCATE child", "INSERT INTO child VALUES (12)",
      "DELETE FROM item WHERE id > 1", "DROP TABLE child", "UPDATE item SET n = 4",
    ] {
      try await bench.write(sql)
      try await bench.check(fullFetches: bench.list.diagnostics.fullFetches, sql)
    }
    let error = await storeError {
      try await bench.store.installChangeLog(for: ["item"], notifying: false)
    }
    // After nothing inherits from it any more, either answer is correct.
    #expect(error == nil || error?.code == .unsupported)
  }

  @Test(arguments: [
    "CREATE TABLE child(PRIMARY KEY (id)) INHERITS (item)",
    "CREATE TABLE child(n int NOT NULL DEFAULT 0, id int PRIMARY KEY); "
      + "ALTER TABLE child INHERIT item",
  ])
  func `a table that inherits from another one is right, whoever is written to`(child: String)
    async throws
  {
    let bench = try await LogBench(
      OddPartTests.family + child + "; INSERT INTO child(id) VALUES (20), (21);",
      listing: "child", logging: [])
    _ = try? await bench.store.installChangeLog(for: ["child"], notifying: false)
    try await bench.list.refresh()
    for sql in [
      "UPDATE child SET n = 1", "UPDATE item SET n = 2 WHERE id = 20",
      "DELETE FROM item WHERE id = 21",
    ] {
      try await bench.write(sql)
      try await bench.check(fullFetches: bench.list.diagnostics.fullFetches, sql)
    }
    #expect(bench.list.results.rows.count == 1)
  }

  @Test func `a table that begins to inherit while it is listed is right`() async throws {
    let bench = try await LogBench(
      OddPartTests.family + "CREATE TABLE child(id int PRIMARY KEY, n int NOT NULL DEFAULT 0);"
        + "INSERT INTO child VALUES (20), (21);", listing: "child", logging: ["child"])
    for sql in [
      "ALTER TABLE child INHERIT item", "UPDATE item SET n = 2 WHERE id = 20",
      "DELETE FROM item WHERE id = 21", "ALTER TABLE child NO INHERIT item",
      "UPDATE child SET n = 5",
    ] {
      try await bench.write(sql)
      try await bench.check(fullFetches: bench.list.diagnostics.fullFetches, sql)
    }
  }
}

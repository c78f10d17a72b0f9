import Sectional
import SectionalPostgres
import SectionalTesting
import Testing

/// Partitions that are attached to a partitioned table or detached from it while it is listed.
@MainActor struct PartitionChangeTests {
  private func bench() async throws -> LogBench {
    try await LogBench(PartitionedTableTests.schema)
  }

  /// Checks that the list is correct again, and then follows row by row.
  private func checkFollowing(_ bench: LogBench, _ sql: String) async throws {
    try await bench.list.refresh()
    let before = bench.list.diagnostics.fullFetches
    try await bench.write(sql)
    try await bench.check(fullFetches: before, sql)
    try await bench.write("UPDATE item SET n = n + 1 WHERE region = 'n'")
    try await bench.check(fullFetches: before, sql)
  }

  @Test(arguments: [
    "CREATE TABLE east PARTITION OF item FOR VALUES IN ('e')",
    """
    CREATE TABLE east(id int NOT NULL, region text NOT NULL, n int NOT NULL DEFAULT 0);
    INSERT INTO east VALUES (1, 'e'), (2, 'e');
    ALTER TABLE item ATTACH PARTITION east FOR VALUES IN ('e')
    """,
    "CREATE TABLE east PARTITION OF item FOR VALUES IN ('e') PARTITION BY RANGE (id); "
      + "CREATE TABLE east_all PARTITION OF east DEFAULT",
  ])
  func `with an attached partition everything is read until the log is installed again`(
    arrival: String
  ) async throws {
    let bench = try await bench()
    try await bench.write(arrival)
    try await bench.check(fullFetches: bench.list.diagnostics.fullFetches)
    #expect(try await bench.status() == .outdated)
    #expect(try await bench.status(of: "north") == .outdated)
    // Nothing logs the writes to the new partition itself.
    for sql in [
      "INSERT INTO east VALUES (10, 'e')", "UPDATE east SET n = 5", "TRUNCATE east",
      "INSERT INTO east VALUES (12, 'e')",
    ] {
      try await bench.write(sql)
      try await bench.check(fullFetches: bench.list.diagnostics.fullFetches, sql)
    }
    #expect(bench.list.diagnostics.fullFetchReason?.contains("install") == true)
    try await bench.store.installChangeLog(for: ["item"], notifying: false)
    #expect(try await bench.status(of: "east") == .installed)
    try await checkFollowing(bench, "INSERT INTO east VALUES (11, 'e'); DELETE FROM north")
  }

  /// The server computes such a column after the triggers that see a row before it moves.
  @Test func `a table whose key has a generated column is followed, also where rows move`()
    async throws
  {
    let bench = try await LogBench(
      """
      CREATE TABLE item(region text, n int, code int GENERATED ALWAYS AS (n * 10) STORED, v text,
        PRIMARY KEY (region, code)) PARTITION BY LIST (region);
      CREATE TABLE north PARTITION OF item FOR VALUES IN ('n');
      CREATE TABLE south PARTITION OF item FOR VALUES IN ('s');
      INSERT INTO item(region, n, v) SELECT 'n', g, 'v' FROM generate_series(1, 20) g;
      """)
    for sql in [
      "UPDATE item SET v = 'w' WHERE n = 3", "UPDATE item SET n = 100 WHERE n = 4",
      "INSERT INTO item(region, n, v) VALUES ('s', 7, 'new')", "DELETE FROM item WHERE n = 5",
    ] {
      try await bench.write(sql)
      try await bench.check(fullFetches: 1, sql)
    }
    for sql in [
      "UPDATE item SET region = 's' WHERE n = 8",
      "UPDATE item SET region = 's', n = 200 WHERE n = 9",
      "MERGE INTO item USING (SELECT 10 AS n) m ON item.n = m.n WHEN MATCHED THEN UPDATE SET region = 's', n = 300",
    ] {
      try await bench.write(sql)
      try await bench.check(fullFetches: nil, sql)
    }
    let before = bench.list.diagnostics.fullFetches
    try await bench.write("UPDATE item SET v = 'x' WHERE n = 300")
    try await bench.check(fullFetches: before)
  }

  @Test(arguments: [
    "ALTER TABLE item DETACH PARTITION north", "DROP TABLE north",
    "ALTER TABLE south DETACH PARTITION south_low", "DROP TABLE south",
  ])
  func `a detached or dropped partition is detected`(departure: String) async throws {
    let bench = try await bench()
    try await bench.write(departure)
    try await bench.check(fullFetches: 2, departure)
    #expect(bench.told() == ["delete": 10])
    #expect(try await bench.status() == .installed)
    try await checkFollowing(bench, "INSERT INTO item VALUES (40, 'x'), (41, 'y')")
  }

  @Test func `a detached partition is a separate table, and can be attached again`() async throws {
    let bench = try await bench()
    try await bench.write("ALTER TABLE item DETACH PARTITION north")
    let before = bench.list.diagnostics.fullFetches
    try await bench.write("UPDATE north SET n = 70; DELETE FROM north WHERE id = 3")
    try await bench.check(fullFetches: before)
    #expect(bench.told() == ["delete": 10])
    let other = ResultsController(
      fetchRequest: ResultsRequest<StoredRow>(source: .table("north")), store: bench.store,
      changes: SilentSource(of: bench.store))
    try await other.performFetch()
    try await bench.database.write("UPDATE north SET n = 71 WHERE id = 6")
    try await other.refresh()
    #expect(other.results.rows.filter { $0["n"] == 71 }.count == 1)
    #expect(other.diagnostics.fullFetches == 1)
    try await bench.write("ALTER TABLE item ATTACH PARTITION north FOR VALUES IN ('n')")
    try await bench.check(fullFetches: bench.list.diagnostics.fullFetches)
    #expect(bench.list.results.rows.contains { $0["n"] == 71 })
    try await other.refresh()
    try await bench.database.write("UPDATE item SET n = 72 WHERE id = 6")
    try await other.refresh()
    #expect(other.results.rows.filter { $0["n"] == 72 }.count == 1)
  }

  @Test func `a partition that is detached, changed and attached between two looks is detected`()
    async throws
  {
    let bench = try await bench()
    try await bench.write(
      """
      ALTER TABLE item DETACH PARTITION north; ALTER TABLE north DISABLE TRIGGER USER;
      UPDATE north SET n = 9; ALTER TABLE north ENABLE ALWAYS TRIGGER zz_sectional_insert;
      ALTER TABLE north ENABLE ALWAYS TRIGGER zz_sectional_update;
      ALTER TABLE north ENABLE ALWAYS TRIGGER zz_sectional_delete;
      ALTER TABLE north ENABLE ALWAYS TRIGGER zz_sectional_truncate;
      ALTER TABLE item ATTACH PARTITION north FOR VALUES IN ('n');
      """)
    try await bench.check(fullFetches: 2)
    #expect(bench.told() == ["update": 10])
    #expect(try await bench.status() == .installed)
  }
}

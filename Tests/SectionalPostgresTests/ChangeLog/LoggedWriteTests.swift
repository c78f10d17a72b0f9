import Sectional
import SectionalPostgres
import SectionalTesting
import TestSupport
import Testing

/// Every way of writing to a table with a change log is followed row by row.
@MainActor struct LoggedWriteTests {
  @Test(arguments: LoggedWriteCase.all)
  func `each logged write is reported exactly, and only its rows are read`(
    example: LoggedWriteCase
  ) async throws {
    let bench = try await LogBench(LoggedWriteCase.schema)
    let before = bench.list.diagnostics
    try await bench.write(example.sql)
    try await bench.check(fullFetches: 1)
    #expect(bench.told() == example.told)
    // A row that is inserted again is read although nothing in it changed.
    let most = example.told.values.reduce(1, +)
    #expect(bench.list.diagnostics.rowsRead - before.rowsRead <= most)
    // Later writes are followed as well.
    try await bench.write("UPDATE item SET n = 1234 WHERE id > 20")
    try await bench.check(fullFetches: 1)
  }

  @Test(arguments: PostgresFollowing.allCases, [true, false])
  func `a list that follows by itself reports one write after another`(
    following: PostgresFollowing, notifies: Bool
  ) async throws {
    let bench = try await LogBench(
      LoggedWriteCase.schema, notifying: notifies, following: following)
    #expect(try await bench.status() == (notifies ? .notifying : .installed))
    for write in [
      "INSERT INTO item SELECT g, 'n', 0, 1 FROM generate_series(50, 60) g",
      "UPDATE item SET name = 'many' WHERE id > 20", "UPDATE item SET id = -id WHERE id < 5",
      "DELETE FROM parent WHERE id = 3", "BEGIN; DELETE FROM item; ROLLBACK",
      "INSERT INTO item VALUES (50, 'x') ON CONFLICT (id) DO UPDATE SET name = excluded.name",
      "SET session_replication_role = replica; DELETE FROM item WHERE id = 51",
      "COPY item FROM STDIN (DELIMITER ',');\n101,copied,1,1\n\\.\n",
    ] {
      try await bench.database.write(write)
      try? await wait { try await bench.showsTruth() }
      try await bench.check(fullFetches: 1, write)
    }
    #expect(bench.list.results.rows.contains { $0["name"] == "copied" })
    #expect(bench.list.diagnostics.delayReason == nil)
    #expect(!bench.told().isEmpty)
  }

  @Test func `rows whose keys are swapped are two updates`() async throws {
    let bench = try await LogBench(
      """
      CREATE TABLE item(id int PRIMARY KEY DEFERRABLE INITIALLY DEFERRED, name text);
      INSERT INTO item VALUES (1, 'a'), (2, 'b'), (3, 'c'), (4, 'c');
      """)
    try await bench.write("UPDATE item SET id = 3 - id WHERE id < 3")
    try await bench.check(fullFetches: 1)
    #expect(bench.told() == ["update": 2])
    #expect(bench.list.results.rows.map { $0["name"] } == ["b", "a", "c", "c"])
    // Temporarily, two rows have the same key.
    try await bench.write(
      """
      BEGIN; UPDATE item SET id = 2 WHERE id = 1; UPDATE item SET name = name || '!' WHERE id = 2;
      UPDATE item SET id = 9 WHERE name = 'a!'; COMMIT
      """)
    try await bench.check(fullFetches: 1)
    #expect(bench.list.results.rows.map { $0["name"] } == ["b!", "c", "c", "a!"])
    // Rows that differ only in the key.
    try await bench.write("UPDATE item SET id = 7 - id WHERE id IN (3, 4)")
    try await bench.check(fullFetches: 1)
    #expect(bench.told() == ["delete": 1, "insert": 1, "update": 1])
  }
}

import Sectional
import SectionalPostgres
import SectionalTesting
import TestSupport
import Testing

/// Transactions that commit in a different order than they began, in parts, or not at all.
@MainActor @Suite(.serialized) struct CommitOrderTests {
  static let schema = """
    CREATE TABLE item(id int PRIMARY KEY, n int NOT NULL DEFAULT 0);
    INSERT INTO item SELECT g FROM generate_series(1, 400) g;
    """

  private func look(_ bench: LogBench, _ told: [String: Int], _ occasion: String = "")
    async throws
  {
    try await bench.list.refresh()
    try await bench.check(fullFetches: 1, occasion)
    #expect(bench.told() == told, "\(occasion)")
  }

  @Test func `a transaction that began earlier and commits later is seen`() async throws {
    let bench = try await LogBench(CommitOrderTests.schema)
    let (early, late) = (
      try PostgresShell(url: bench.database.url), try PostgresShell(url: bench.database.url)
    )
    try await early.execute("BEGIN; UPDATE item SET n = 1 WHERE id = 1")
    try await late.execute("BEGIN; UPDATE item SET n = 2 WHERE id = 2")
    try await bench.database.write("UPDATE item SET n = 3 WHERE id = 3")
    try await look(bench, ["update": 1], "the last one")
    try await late.execute("COMMIT")
    try await look(bench, ["update": 1], "the second one")
    try await early.execute("UPDATE item SET n = 4 WHERE id = 4")
    try await look(bench, [:], "a transaction that is open")
    try await bench.database.write("UPDATE item SET n = 5 WHERE id = 5")
    try await look(bench, ["update": 1], "beside it")
    try await early.execute("COMMIT")
    try await look(bench, ["update": 2], "the first one")
  }

  @Test func `a transaction that had an id before it wrote is seen`() async throws {
    let bench = try await LogBench(CommitOrderTests.schema)
    let shell = try PostgresShell(url: bench.database.url)
    try await shell.execute("BEGIN; CREATE TEMPORARY TABLE number(id int)")
    for round in 1...3 {
      try await bench.database.write("UPDATE item SET n = \(round) WHERE id = 10")
      try await look(bench, ["update": 1], "round \(round)")
    }
    try await shell.execute("UPDATE item SET n = 9 WHERE id < 4; DELETE FROM item WHERE id = 4")
    try await look(bench, [:])
    try await shell.execute("COMMIT")
    try await look(bench, ["delete": 1, "update": 3])
  }

  @Test func `parts of a transaction are seen with the whole of it, or never`() async throws {
    let bench = try await LogBench(CommitOrderTests.schema)
    let shell = try PostgresShell(url: bench.database.url)
    try await shell.execute(
      """
      BEGIN; SAVEPOINT a; UPDATE item SET n = 1 WHERE id = 1; RELEASE a;
      SAVEPOINT b; UPDATE item SET n = 2 WHERE id = 2; ROLLBACK TO b;
      SAVEPOINT c; UPDATE item SET n = 3 WHERE id = 3
      """)
    try await bench.database.write("UPDATE item SET n = 10 WHERE id = 10")
    try await look(bench, ["update": 1])
    try await shell.execute("COMMIT")
    try await look(bench, ["update": 2])
    // More subtransactions than a snapshot lists. Each block is one.
    try await shell.execute(
      """
      BEGIN; DO $do$ BEGIN FOR i IN 101..300 LOOP
        BEGIN UPDATE item SET n = 1 WHERE id = i; IF i % 2 = 0 THEN RAISE division_by_zero; END IF;
        EXCEPTION WHEN division_by_zero THEN NULL; END;
      END LOOP; END $do$
      """)
    try await bench.database.write("UPDATE item SET n = 11 WHERE id = 10")
    try await look(bench, ["update": 1])
    try await shell.execute("COMMIT")
    try await look(bench, ["update": 100])
  }

  @Test func `a writer that rolls back or is ended leaves nothing`() async throws {
    let bench = try await LogBench(CommitOrderTests.schema)
    let (first, second) = (
      try PostgresShell(url: bench.database.url), try PostgresShell(url: bench.database.url)
    )
    try await first.execute("BEGIN; UPDATE item SET n = 1; INSERT INTO item VALUES (500)")
    try await look(bench, [:])
    try await first.execute("ROLLBACK")
    try await look(bench, [:], "given up")
    try await second.execute("BEGIN; DELETE FROM item WHERE id < 100")
    try await bench.database.write(
      """
      SELECT pg_terminate_backend(pid, 10000) FROM pg_stat_activity
      WHERE datname = current_database() AND application_name = 'psql'
        AND state = 'idle in transaction'
      """)
    try await bench.database.write("UPDATE item SET n = 2 WHERE id = 50")
    try await look(bench, ["update": 1], "ended")
    #expect(bench.list.results.rows.count == 400)
  }

  @Test func `commits that are not on disk yet are seen`() async throws {
    let bench = try await LogBench(CommitOrderTests.schema)
    let shell = try PostgresShell(url: bench.database.url)
    try await shell.execute("SET synchronous_commit = off")
    for round in 1...30 {
      try await shell.execute("UPDATE item SET n = \(round) WHERE id % 40 = \(round)")
      try await look(bench, ["update": 10], "round \(round)")
    }
  }

  /// Starts a server that takes two-phase commits.
  private func preparingServer() async throws -> PostgresCluster {
    let cluster = try await PostgresCluster()
    try await PostgresShell(url: cluster.url).execute(
      "ALTER SYSTEM SET max_prepared_transactions = 4")
    try await cluster.perform("restart")
    return cluster
  }

  @Test func `a prepared transaction is seen when it is committed`() async throws {
    let cluster = try await preparingServer()
    let bench = try await LogBench(CommitOrderTests.schema, on: cluster)
    try await bench.database.write(
      "BEGIN; UPDATE item SET n = 1 WHERE id < 3; PREPARE TRANSACTION 'kept'")
    try await bench.database.write(
      "BEGIN; UPDATE item SET n = 2 WHERE id = 5; PREPARE TRANSACTION 'dropped'")
    try await bench.database.write("UPDATE item SET n = 3 WHERE id = 7")
    try await look(bench, ["update": 1])
    try await bench.database.write("COMMIT PREPARED 'kept'; ROLLBACK PREPARED 'dropped'")
    try await look(bench, ["update": 2])
    #expect(bench.list.results.rows.filter { $0["n"] == 2 }.isEmpty)
  }

  @Test func `a prepared transaction is seen when it is committed after a crash emptied the log`()
    async throws
  {
    let cluster = try await preparingServer()
    let bench = try await LogBench(CommitOrderTests.schema, on: cluster)
    try await bench.database.write(
      "BEGIN; UPDATE item SET n = 1 WHERE id < 3; PREPARE TRANSACTION 'kept'")
    try await cluster.perform("kill")
    try await cluster.perform("start")
    // With new entries and the log's mark made again, or without.
    for isUsed in [false, true] {
      if isUsed {
        try await bench.database.write(
          "UPDATE item SET n = 3 WHERE id = 7; SELECT sectional_log_sectional.prune()")
      }
      try await wait {
        try await bench.list.refresh()
        return true
      }
    }
    try await bench.database.write("COMMIT PREPARED 'kept'")
    try await bench.list.refresh()
    #expect(bench.list.results.rows.filter { $0["n"] == 1 }.count == 2)
    #expect(bench.list.results.rows.filter { $0["n"] == 3 }.count == 1)
  }
}

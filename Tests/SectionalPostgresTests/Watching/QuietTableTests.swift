import Sectional
import SectionalPostgres
import SectionalSQL
import SectionalTesting
import TestSupport
import Testing

/// Lists over tables that are seldom written to, beside tables that fill the change log.
@MainActor struct QuietTableTests {
  @Test func `a list reads only what changed, also if the log was pruned meanwhile`() async throws {
    let database = try await ScratchServerDatabase(
      """
      CREATE TABLE quiet(id bigint PRIMARY KEY, n bigint); INSERT INTO quiet VALUES (1, 1), (2, 2);
      CREATE TABLE busy(id bigint PRIMARY KEY, n bigint); INSERT INTO busy VALUES (1, 1);
      """)
    try await database.store().installChangeLog(for: ["quiet", "busy"])
    func oldestRunning() async throws -> UInt64 {
      let text = try await database.write("SELECT pg_snapshot_xmin(pg_current_snapshot())")
      return try #require(UInt64(text.trimmingPrefix { !$0.isNumber }.prefix { $0.isNumber }))
    }
    func prune(below transaction: UInt64) async throws {
      try await database.write(
        "UPDATE sectional_log_sectional.state SET pruned_below = '\(transaction)', mark = gen_random_uuid()"
      )
    }
    func fill(_ commits: Int) async throws {
      try await database.write(
        "DO $$ BEGIN FOR i IN 1..\(commits) LOOP UPDATE busy SET n = n + 1; COMMIT; END LOOP; END $$"
      )
    }
    let list = ResultsController(
      fetchRequest: ResultsRequest<StoredRow>(table: "quiet"),
      store: try PostgresStore(
        database.url, pollInterval: .milliseconds(20), checkInterval: .milliseconds(20)))
    let before = try await oldestRunning()
    try await list.performFetch()
    // Until commits to the other table no longer make the list look.
    var checks = -1
    while checks != list.diagnostics.versionChecks {
      checks = list.diagnostics.versionChecks
      for _ in 0..<10 { try await fill(1) }
    }
    try await prune(below: before - 1)
    let place = try await oldestRunning()
    try await wait(for: "transactions to end") {
      try await fill(1)
      return try await oldestRunning() > place
    }
    let later = try await oldestRunning()
    try await wait(for: "a look because of the other table's commits") {
      try await fill(100)
      return list.diagnostics.versionChecks > checks
    }
    try await prune(below: later)
    try await database.write("UPDATE quiet SET n = 20 WHERE id = 2")
    try await wait { list.results.rows.last?["n"]?.integerValue == 20 }
    #expect(list.diagnostics.fullFetches == 1)
    await list.close()
  }
}

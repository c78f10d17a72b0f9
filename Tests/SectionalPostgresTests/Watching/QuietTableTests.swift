import Sectional
import SectionalPostgres
import SectionalSQL
import SectionalTesting
import TestSupport
import Testing

/// Lists over tables that are seldom written to, beside tables that fill the change log.
@MainActor struct QuietTableTests {
  @Test func `a write of this process makes only the lists of its tables look`() async throws {
    let database = try await ScratchServerDatabase(
      """
      CREATE TABLE a(id int PRIMARY KEY, n int); INSERT INTO a VALUES (1, 0);
      CREATE TABLE b(id int PRIMARY KEY, n int); INSERT INTO b VALUES (1, 0);
      """)
    let store = try database.store()
    try await store.installChangeLog(for: ["a", "b"])
    let (written, quiet) = (
      ResultsController(fetchRequest: ResultsRequest<StoredRow>(table: "a"), store: store),
      ResultsController(fetchRequest: ResultsRequest<StoredRow>(table: "b"), store: store)
    )
    try await written.performFetch()
    try await quiet.performFetch()
    var (number, quietRounds) = (0, 0)
    // Until both tables are listened to.
    try await wait(for: "writes that don't make the other list look") {
      let checks = quiet.diagnostics.versionChecks
      for _ in 0..<10 {
        number += 1
        try await store.write { db in try await db.execute("UPDATE a SET n = \(number)") }
      }
      try await wait { written.results.rows.first?["n"]?.integerValue == Int64(number) }
      quietRounds = quiet.diagnostics.versionChecks == checks ? quietRounds + 1 : 0
      return quietRounds == 5
    }
    // Nothing notifies of this.
    try await store.write { db in try await db.execute("ALTER TABLE b ADD COLUMN m int DEFAULT 7") }
    try await wait { quiet.results.rows.first?["m"]?.integerValue == 7 }
    for list in [written, quiet] { await list.close() }
  }

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
    // One look may be under way, or may have been, that sees an earlier place.
    checks = list.diagnostics.versionChecks + 1
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

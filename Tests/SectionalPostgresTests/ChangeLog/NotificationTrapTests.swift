import Sectional
import SectionalPostgres
import SectionalTesting
import TestSupport
import Testing

/// Any role can send any notification.
///
/// Notifications without a logged row cost a look, and change nothing.
@MainActor @Suite(.serialized) struct NotificationTrapTests {
  private static let schema = """
    CREATE TABLE item(id int PRIMARY KEY, n int NOT NULL DEFAULT 0);
    INSERT INTO item SELECT g FROM generate_series(1, 20) g;
    """

  /// Creates a list that receives notifications, and waits until it does.
  private func bench() async throws -> LogBench {
    let bench = try await LogBench(
      NotificationTrapTests.schema, notifying: true, following: .notifications)
    let listeners = """
      SELECT count(*) FROM pg_stat_activity WHERE datname = current_database()
        AND application_name LIKE 'sectional%listener'
      """
    try await wait { try await bench.database.write(listeners) == "1\n" }
    // The list is first notified of what was written before it was listening.
    try await bench.database.write("UPDATE item SET n = 1 WHERE id = 1")
    try await wait { try await bench.showsTruth() }
    _ = bench.told()
    return bench
  }

  private static let channel = "('sectional_' || 'item'::regclass::oid)"

  @Test(arguments: [
    "repeat('x', 7900) || g", "'{\"keys\": [' || g || ']}'", "g || E'\\n\\t\\\\ \u{1F388} '''",
    "'D' || g", "'DROP TABLE item; --' || g", "CASE WHEN g % 2 = 0 THEN '' ELSE g::text END",
  ])
  func `junk on a table's channel changes nothing`(payload: String) async throws {
    let bench = try await bench()
    let before = bench.list.diagnostics
    for _ in 1...3 {
      try await bench.database.write(
        """
        SELECT pg_notify(\(NotificationTrapTests.channel), \(payload))
        FROM generate_series(1, 200) g
        """)
    }
    try await wait { bench.list.diagnostics.versionChecks > before.versionChecks }
    try await bench.check(fullFetches: 1)
    #expect(bench.told().isEmpty)
    #expect(bench.list.diagnostics.rowsRead == before.rowsRead)
    try await bench.database.write("UPDATE item SET n = 2 WHERE id = 2")
    try? await wait { try await bench.showsTruth() }
    try await bench.check(fullFetches: 1)
    #expect(bench.told() == ["update": 1])
    #expect(bench.list.diagnostics.delayReason == nil)
  }

  @Test func `a flood of notifications holds up neither the list nor the listener`() async throws {
    let bench = try await bench()
    let shell = try PostgresShell(url: bench.database.url)
    for round in 1...60 {
      try await shell.execute(
        "DO $do$ BEGIN PERFORM pg_notify(\(NotificationTrapTests.channel), g::text || '-\(round)') "
          + "FROM generate_series(1, 100) g; END $do$")
      if round % 20 == 0 {
        try await shell.execute("UPDATE item SET n = \(round) WHERE id = 3")
        try? await wait { try await bench.showsTruth() }
        try await bench.check(fullFetches: 1, "round \(round)")
      }
    }
    #expect(bench.told() == ["update": 3])
    // Looks coalesce, so there are fewer looks than notifications.
    #expect(bench.list.diagnostics.versionChecks < 6000)
  }

  @Test func `notifications on other channels are ignored`() async throws {
    let bench = try await bench()
    let before = bench.list.diagnostics
    for channel in [
      "sectional_", "sectional_x", "sectional_0", "sectional_99999999999", "sectional_-1",
      "sectional_probe_1", "SECTIONAL_1", "sectional_1",
    ] { try await bench.database.write("NOTIFY \"\(channel)\", 'junk'") }
    try await bench.database.write("UPDATE item SET n = 2 WHERE id = 2")
    try? await wait { try await bench.showsTruth() }
    try await bench.check(fullFetches: 1)
    #expect(bench.told() == ["update": 1])
    #expect(bench.list.diagnostics.rowsRead == before.rowsRead + 1)
  }

  @Test func `a listener that is ended is replaced, and nothing is missed`() async throws {
    let bench = try await bench()
    for round in 2...5 {
      try await bench.database.write(
        """
        SELECT pg_terminate_backend(pid) FROM pg_stat_activity
        WHERE datname = current_database() AND application_name LIKE 'sectional%listener'
        """)
      try await bench.database.write("UPDATE item SET n = \(round) WHERE id = \(round)")
      try? await wait { try await bench.showsTruth() }
      try await bench.check(fullFetches: 1, "round \(round)")
    }
    #expect(bench.told() == ["update": 4])
    try await wait {
      _ = try? await bench.list.refresh()
      return bench.list.diagnostics.delayReason == nil
    }
  }

  @Test func `a table that is dropped and created again is listened to under its new oid`()
    async throws
  {
    let bench = try await bench()
    try await bench.database.write(
      "BEGIN; DROP TABLE item; \(NotificationTrapTests.schema); COMMIT")
    try await bench.store.installChangeLog(for: ["item"])
    try await bench.list.refresh()
    let before = bench.list.diagnostics.fullFetches
    for round in 1...5 {
      try await bench.database.write("UPDATE item SET n = \(round) WHERE id = \(round)")
      try? await wait { try await bench.showsTruth() }
      try await bench.check(fullFetches: before, "round \(round)")
    }
  }
}

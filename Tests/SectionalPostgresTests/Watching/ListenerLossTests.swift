import Foundation
import Sectional
import SectionalPostgres
import SectionalTesting
import TestSupport
import Testing

/// Connections that listen are lost in many ways, but no change is lost with them.
@MainActor @Suite(.serialized) struct ListenerLossTests {
  @Test func `a list whose listener is ended repeatedly misses nothing and reads row by row`()
    async throws
  {
    let bench = try await WatchBench()
    for round in 1...12 {
      if round % 3 != 0 { try await bench.listening() }
      try await bench.write(
        """
        -- A listener may just have ended by itself, which is a warning.
        SET client_min_messages = error;
        DO $$ BEGIN PERFORM pg_terminate_backend(pid) FROM pg_stat_activity
        WHERE application_name LIKE '% listener'; END $$;
        UPDATE item SET name = 'round \(round)' WHERE id = \(round)
        """)
      try await bench.agreement()
    }
    #expect(bench.list.diagnostics.fullFetches == 1, "\(bench.list.diagnostics)")
  }

  @Test func `the status says why changes are late while no connection can listen`() async throws {
    let bench = try await WatchBench(prepare: { _ in })
    try await bench.listening()
    try await bench.write(
      "ALTER SYSTEM SET max_connections = 100; CREATE ROLE other; REVOKE CONNECT ON DATABASE postgres FROM PUBLIC"
    )
    #expect(bench.list.diagnostics.delayReason == nil)
    // Existing connections remain, and new ones are rejected.
    try await bench.write(
      """
      SET client_min_messages = error;
      UPDATE pg_database SET datallowconn = false WHERE datname = 'postgres';
      DO $$ BEGIN PERFORM pg_terminate_backend(pid) FROM pg_stat_activity
      WHERE application_name LIKE '% listener'; END $$
      """)
    try await bench.write("UPDATE item SET name = 'unheard' WHERE id = 5")
    try await bench.agreement()
    try await wait {
      // A refresh fails while the poll uses the only connection that remains.
      try? await bench.list.refresh()
      return bench.list.diagnostics.delayReason != nil
    }
    #expect(bench.list.diagnostics.delayReason?.contains("notifications") == true)
    try await bench.write("UPDATE pg_database SET datallowconn = true WHERE datname = 'postgres'")
    try await bench.listening()
    try await wait {
      try await bench.list.refresh()
      return bench.list.diagnostics.delayReason == nil
    }
    try await bench.write("UPDATE item SET name = 'heard' WHERE id = 6")
    try await bench.agreement()
    #expect(bench.list.diagnostics.fullFetches == 1)
  }

  @Test func `a listener that no longer answers is given up`() async throws {
    let bench = try await WatchBench(checkInterval: .milliseconds(300))
    try await bench.listening()
    // When it is stopped, it keeps its connection but is silent, as after a network failure.
    try await bench.write(
      "CREATE TABLE silent AS SELECT max(pid) AS pid FROM pg_stat_activity WHERE application_name LIKE '% listener'"
    )
    let pid = try await bench.count("generate_series(1, (SELECT pid FROM silent))")
    // Zero would be this process itself.
    try #require(pid > 1)
    kill(pid_t(pid), SIGSTOP)
    defer { kill(pid_t(pid), SIGCONT) }
    try await bench.write("UPDATE item SET name = 'silence' WHERE id = 7")
    try await bench.agreement()
    try await wait {
      try await bench.count(
        "pg_stat_activity WHERE application_name LIKE '% listener' AND pid NOT IN (SELECT pid FROM silent)"
      ) > 0
    }
    try await bench.write("UPDATE item SET name = 'again' WHERE id = 8")
    try await bench.agreement()
  }

  @Test func `behind a transaction pooler the server is polled`() async throws {
    let bench = try await WatchBench(parameters: "&port=6432") { try await $0.perform("pool") }
    for round in 1...5 {
      try await bench.write("UPDATE item SET name = 'pooled \(round)' WHERE id = \(round)")
      try await bench.agreement()
      guard round == 2 else { continue }
      try await wait(for: "the pooler to be noticed") {
        try await bench.list.refresh()
        return bench.list.diagnostics.delayReason?.contains("pooler") == true
      }
    }
    #expect(bench.list.diagnostics.fullFetches == 1)
  }

  @Test func `the listening connection closes when the last list stops`() async throws {
    let bench = try await WatchBench()
    for _ in 1...3 {
      try await bench.listening()
      bench.list.stop()
      try await wait {
        try await bench.count("pg_stat_activity WHERE application_name LIKE '% listener'") == 0
      }
      try await bench.list.performFetch()
    }
    try await bench.write("UPDATE item SET name = 'back' WHERE id = 1")
    try await bench.agreement()
  }
}

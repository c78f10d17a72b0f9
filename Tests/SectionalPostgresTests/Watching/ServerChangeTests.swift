import Foundation
import Sectional
import SectionalPostgres
import SectionalSQL
import SectionalTesting
import TestSupport
import Testing

/// Servers that stop, restart, lose power, become standbys or are replaced by others.
@MainActor @Suite(.serialized) struct ServerChangeTests {
  @Test func `a list is reconnecting while its server restarts, and misses nothing`() async throws {
    let bench = try await WatchBench()
    for round in 1...3 {
      try await bench.listening()
      try await bench.cluster.perform("restart")
      try bench.reconnect()
      try await bench.write("UPDATE item SET name = 'restart \(round)' WHERE id = \(round)")
      try await bench.agreement()
    }
    try await bench.cluster.perform("stop")
    try await wait { bench.statuses.last == "reconnecting" }
    try await bench.cluster.perform("start")
    try bench.reconnect()
    try await bench.write("DELETE FROM item WHERE id = 9")
    try await bench.agreement()
    #expect(!bench.statuses.contains("stale"), "\(bench.statuses)")
  }

  @Test func `a list on a standby is right, and follows when it is promoted`() async throws {
    let bench = try await WatchBench()
    try await bench.listening()
    try await bench.cluster.perform("standby")
    try bench.reconnect()
    try await bench.agreement()
    try await bench.list.refresh()
    #expect(bench.list.version == nil)
    #expect(try await bench.store.changeLogStatus(of: ["item"]) == ["item": .standby])
    let findings = try await bench.store.check(ResultsRequest<StoredRow>(table: "item"))
    #expect(findings.map(\.kind) == [.readAsAWhole])
    try await bench.cluster.perform("promote")
    try bench.reconnect()
    try await wait {
      // A promoted server accepts writes a moment later.
      (try? await bench.write("UPDATE item SET name = 'promoted' WHERE id = 3")) != nil
    }
    try await bench.agreement()
    try await bench.listening()
    let reads = bench.list.diagnostics.fullFetches
    try await bench.write("UPDATE item SET name = 'listened' WHERE id = 4")
    try await bench.agreement()
    try await bench.list.refresh()
    #expect(bench.list.version != nil)
    #expect(bench.list.diagnostics.fullFetches == reads)
  }

  @Test func `a server that lacks the last commits shows what it has`() async throws {
    let bench = try await WatchBench()
    try await bench.cluster.perform("keep")
    try bench.reconnect()
    try await bench.write(
      "UPDATE item SET name = 'lost' WHERE id < 5; DELETE FROM item WHERE id > 20")
    try await bench.agreement()
    try await bench.cluster.perform("failover")
    try bench.reconnect()
    // As many transactions as were lost, so that their numbers are reused.
    for id in 1...4 { try await bench.write("UPDATE item SET name = 'kept' WHERE id = \(id + 10)") }
    try await bench.agreement()
    #expect(bench.list.results.rows.count == 30)
  }

  @Test func `numbers of transactions that a crash took back are other transactions' numbers`()
    async throws
  {
    let bench = try await WatchBench()
    try await bench.write("CHECKPOINT")
    for round in 1...6 {
      try await bench.listening()
      // Such a commit is visible before it is on disk.
      try await bench.write(
        """
        SET synchronous_commit = off; UPDATE item SET name = 'fleeting \(round)' WHERE id = \(round);
        INSERT INTO item VALUES (\(100 + round), 'fleeting', 'x')
        """)
      if round % 2 == 0 { try await bench.list.refresh() }
      try await bench.cluster.perform("kill")
      try await bench.cluster.perform("start")
      try bench.reconnect()
      try await bench.write("UPDATE item SET name = 'after \(round)' WHERE id = \(round + 10)")
      try await bench.agreement()
    }
  }

  @Test func `a password that is no longer valid is reported, not treated as a lost connection`()
    async throws
  {
    let bench = try await WatchBench()
    try await bench.write("CREATE ROLE guest LOGIN; GRANT SELECT ON item TO guest")
    let store = try PostgresStore(
      bench.cluster.url.replacing("user=sectional", with: "user=guest"), connectionLimit: 1,
      pollInterval: .milliseconds(20))
    let list = ResultsController(
      fetchRequest: ResultsRequest<StoredRow>(table: "item"), store: store)
    try await list.performFetch()
    try await bench.write("UPDATE item SET name = 'guest' WHERE id = 2")
    try await wait { list.results.rows.contains { $0["name"] == .text("guest") } }
    #expect(list.diagnostics.fullFetches == 1)
    try await bench.write(
      """
      ALTER ROLE guest NOLOGIN;
      DO $$ BEGIN PERFORM pg_terminate_backend(pid) FROM pg_stat_activity WHERE usename = 'guest'; END $$
      """)
    try await wait { if case .stale = list.status { true } else { false } }
    #expect(list.error?.code == .accessDenied)
    try await bench.write("ALTER ROLE guest LOGIN")
    try await wait { list.isCurrent }
  }
}

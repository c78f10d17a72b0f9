import Foundation
import Sectional
import SectionalPostgres
import SectionalSQL
import SectionalTesting
import TestSupport
import Testing

/// A version lasts once everything it shows is on the server's disk, no matter how much others write at the same time.
@Suite(.serialized) struct LastingVersionTests {
  private let cluster: PostgresCluster
  private let database: ScratchServerDatabase
  private let store: PostgresStore

  init() async throws {
    cluster = try await PostgresCluster()
    database = try await ScratchServerDatabase(
      "CREATE TABLE item(id int PRIMARY KEY)", on: cluster.url)
    store = try database.store()
  }

  private func version() async throws -> PostgresStoreVersion? {
    let request = try ResultsRequest<StoredRow>(table: "item").rowRequest(sectionBy: nil)
    return try await store.read { reader in
      try await reader.prepare(for: [request])
      return try await reader.version()
    }
  }

  /// Runs a body while the server's WAL writer is suspended, so that only commits that wait for it are written to disk.
  private func withoutWALWriter<Output>(
    _ body: () async throws -> Output
  ) async throws -> Output {
    // A server that has just started accepts connections before its WAL writer runs.
    var writer: pid_t?
    let deadline = ContinuousClock.now + .seconds(60)
    while writer == nil, ContinuousClock.now < deadline {
      let found = try await database.write(
        "SELECT pid FROM pg_stat_activity WHERE backend_type = 'walwriter'")
      writer = pid_t(found.trimmingCharacters(in: .whitespacesAndNewlines))
    }
    let walWriter = try #require(writer)
    try #require(kill(walWriter, SIGSTOP) == 0)
    defer { kill(walWriter, SIGCONT) }
    return try await body()
  }

  /// Returns a version that shows what is not on the server's disk yet.
  private func fleetingVersion() async throws -> PostgresStoreVersion {
    try await withoutWALWriter {
      try await database.write("SET synchronous_commit = off; INSERT INTO item VALUES (1)")
      let version = try #require(try await version())
      try #require(!version.isLasting)
      let same = await store.lasting(version)
      #expect(!same.isLasting)
      return version
    }
  }

  @Test func `a version lasts once the server has written it to disk`() async throws {
    let version = try await fleetingVersion()
    // Later writes of others don't matter.
    try await database.write("INSERT INTO item VALUES (2)")
    try await database.write("SET synchronous_commit = off; INSERT INTO item VALUES (3)")
    let lasting = await store.lasting(version)
    #expect(lasting.isLasting)
    #expect(lasting == version)
  }

  @Test func `a version of a server that was restarted never lasts`() async throws {
    let version = try await fleetingVersion()
    try await cluster.perform("restart")
    try await database.write("INSERT INTO item VALUES (2)")
    #expect(await !store.lasting(version).isLasting)
    #expect(try await !database.store().lasting(version).isLasting)
  }
}

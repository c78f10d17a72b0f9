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
    cluster = try PostgresCluster()
    database = try await ScratchServerDatabase(
      "CREATE TABLE item(id int PRIMARY KEY)", on: cluster.url)
    store = try database.store()
    // The server writes to its disk when it is told to, and otherwise later than any test waits.
    try await database.write("ALTER SYSTEM SET wal_writer_delay = '10s'")
    try await database.write("ALTER SYSTEM SET wal_writer_flush_after = '1GB'")
    try cluster.perform("restart")
  }

  private func version() async throws -> PostgresStoreVersion? {
    let request = try ResultsRequest<StoredRow>(table: "item").rowRequest(sectionBy: nil)
    return try await store.read { reader in
      try await reader.prepare(for: [request])
      return try await store.changeSource().version(reader)
    }
  }

  /// Returns a version that shows something that isn't on the server's disk yet.
  private func fleetingVersion() async throws -> PostgresStoreVersion {
    try await database.write("SET synchronous_commit = off; INSERT INTO item VALUES (1)")
    let version = try #require(try await version())
    try #require(!PostgresStore.isLasting(version))
    let same = await store.lasting(version)
    #expect(!PostgresStore.isLasting(same))
    return version
  }

  @Test func `a version lasts once the server has written it to disk`() async throws {
    let version = try await fleetingVersion()
    // Later writes of others don't matter.
    try await database.write("INSERT INTO item VALUES (2)")
    try await database.write("SET synchronous_commit = off; INSERT INTO item VALUES (3)")
    let lasting = await store.lasting(version)
    #expect(PostgresStore.isLasting(lasting))
    #expect(lasting == version)
  }

  @Test func `a version of a server that was restarted never lasts`() async throws {
    let version = try await fleetingVersion()
    try cluster.perform("restart")
    try await database.write("INSERT INTO item VALUES (2)")
    #expect(!PostgresStore.isLasting(await store.lasting(version)))
    #expect(!PostgresStore.isLasting(await (try database.store()).lasting(version)))
  }
}

import Sectional
import SectionalPostgres
import SectionalSQL
import SectionalTesting
import TestSupport
import Testing

/// Logical replication of all tables goes on, whether a log is installed on one side or on both.
@Suite struct ReplicationTests {
  /// Returns a server that replicates, with two databases.
  private func server() async throws -> (PostgresCluster, from: PostgresShell, to: PostgresShell) {
    let cluster = try await PostgresCluster()
    let first = try PostgresShell(url: cluster.url)
    try await first.execute(
      "ALTER SYSTEM SET wal_level = logical; ALTER SYSTEM SET max_logical_replication_workers = 8")
    try await cluster.perform("restart")
    let from = try PostgresShell(url: cluster.url)
    try await from.execute(
      """
      CREATE TABLE item(id int PRIMARY KEY, g text) PARTITION BY RANGE (id);
      CREATE TABLE low PARTITION OF item FOR VALUES FROM (0) TO (1000);
      INSERT INTO item SELECT i, 'g' FROM generate_series(1, 30) i;
      CREATE TABLE other(id int PRIMARY KEY, v int); INSERT INTO other VALUES (1, 1);
      """)
    try await from.execute("CREATE DATABASE copy")
    return (cluster, from, try PostgresShell(url: url(of: cluster, "copy")))
  }

  private func url(of cluster: PostgresCluster, _ database: String) -> String {
    cluster.url.replacing("/postgres?", with: "/\(database)?")
  }

  @Test(arguments: [false, true])
  func `changes of logged and other tables arrive`(startsWithData: Bool) async throws {
    let (cluster, from, to) = try await server()
    let store = try PostgresStore(cluster.url)
    // A log that is installed later is not known to the subscriber.
    if !startsWithData { try await store.installChangeLog(for: ["item"], oldValuesOf: ["g"]) }
    try await from.execute(
      "UPDATE item SET g = 'a' WHERE id = 1; CREATE PUBLICATION p FOR ALL TABLES")
    try await from.execute(
      "DO $$ BEGIN PERFORM pg_create_logical_replication_slot('s', 'pgoutput'); END $$")
    let arguments = startsWithData ? ["-s"] : []
    let (dump, status) = try ChildProgram(["pg_dump", "-d", cluster.url] + arguments).finish()
    #expect(status == 0)
    // The subscriber of a dump doesn't publish again.
    let restored = try ChildProgram(
      ["psql", "-qX", "-d", url(of: cluster, "copy")], errors: .mixed
    ).finish(dump + ";\nDROP PUBLICATION p;")
    #expect(restored.status == 0)
    let host = cluster.url.firstMatch(of: /host=([^&]+)/)?.1 ?? ""
    try await to.execute(
      """
      CREATE SUBSCRIPTION s CONNECTION 'host=\(host) dbname=postgres user=sectional' PUBLICATION p
      WITH (create_slot = false, slot_name = 's', copy_data = \(startsWithData))
      """)
    if startsWithData { try await store.installChangeLog(for: ["item"], oldValuesOf: ["g"]) }
    try await from.execute(
      "UPDATE item SET id = id + 100 WHERE id = 5; UPDATE item SET g = 'later' WHERE id = 7; UPDATE other SET v = 2"
    )
    let copy = try PostgresStore(url(of: cluster, "copy"))
    try await wait {
      let (items, others) = try await copy.read { reader in
        (
          try await reader.fetch(ResultsRequest<StoredRow>(table: "item")),
          try await reader.fetch(ResultsRequest<StoredRow>(table: "other"))
        )
      }
      return others.first?["v"] == .integer(2) && items.contains { $0["id"] == .integer(105) }
        && items.contains { $0["g"] == .text("later") }
    }
    try await to.execute(
      "ALTER SUBSCRIPTION s DISABLE; ALTER SUBSCRIPTION s SET (slot_name = NONE); DROP SUBSCRIPTION s"
    )
  }
}

import Foundation
import Sectional
import SectionalPostgres
import SectionalSQL
import SectionalTesting
import TestSupport
import Testing

/// Writes succeed, and lists follow them, on servers whose administrators took rights away from everybody.
@MainActor @Suite struct HardenedServerTests {
  @Test(arguments: [
    "REVOKE SELECT ON pg_catalog.pg_roles FROM PUBLIC",
    "REVOKE EXECUTE ON FUNCTION pg_catalog.pg_notify(text, text) FROM PUBLIC",
    "REVOKE EXECUTE ON FUNCTION pg_catalog.gen_random_uuid() FROM PUBLIC",
    "REVOKE EXECUTE ON FUNCTION pg_catalog.pg_partition_root(regclass) FROM PUBLIC",
    "REVOKE EXECUTE ON FUNCTION pg_catalog.pg_current_xact_id() FROM PUBLIC",
    "REVOKE EXECUTE ON FUNCTION pg_catalog.has_table_privilege(oid, text) FROM PUBLIC",
    "REVOKE EXECUTE ON FUNCTION pg_catalog.pg_get_userbyid(oid) FROM PUBLIC",
  ])
  func `a write succeeds where a function or a catalog is withheld from the owner`(sql: String)
    async throws
  {
    let database = try await ScratchServerDatabase(
      """
      CREATE TABLE item(id int PRIMARY KEY, n int); INSERT INTO item VALUES (1, 1), (2, 2);
      ALTER TABLE item OWNER TO owner; GRANT USAGE ON SCHEMA public TO owner;
      CREATE SCHEMA sectional_log_owner AUTHORIZATION owner
      """, on: try await RoleServer.cluster().url)
    let list = ResultsController(
      fetchRequest: ResultsRequest<StoredRow>(table: "item"), store: try database.store())
    try await database.store().installChangeLog(for: ["item"])
    try await list.performFetch()
    try await database.write(sql)
    try await database.write(
      "SET SESSION AUTHORIZATION owner; INSERT INTO item VALUES (3, 3); UPDATE item SET n = 5 WHERE id = 1"
    )
    try await list.refresh()
    #expect(list.results.rows.map { $0["n"] } == [.integer(5), .integer(2), .integer(3)])
    await list.close()
  }

  @Test func `a partition's writes are logged where the function that names its root is withheld`()
    async throws
  {
    let database = try await ScratchServerDatabase(
      """
      CREATE TABLE item(id int PRIMARY KEY, n int) PARTITION BY RANGE (id);
      CREATE TABLE low PARTITION OF item FOR VALUES FROM (0) TO (10) PARTITION BY RANGE (id);
      CREATE TABLE lowest PARTITION OF low FOR VALUES FROM (0) TO (5);
      INSERT INTO item VALUES (1, 1);
      ALTER TABLE item OWNER TO owner; ALTER TABLE low OWNER TO owner; ALTER TABLE lowest OWNER TO owner;
      GRANT USAGE ON SCHEMA public TO owner; CREATE SCHEMA sectional_log_owner AUTHORIZATION owner
      """, on: try await RoleServer.cluster().url)
    let list = ResultsController(
      fetchRequest: ResultsRequest<StoredRow>(table: "item"), store: try database.store())
    try await database.store().installChangeLog(for: ["item"])
    try await list.performFetch()
    try await database.write(
      "REVOKE EXECUTE ON FUNCTION pg_catalog.pg_partition_root(regclass) FROM PUBLIC")
    try await database.write(
      "SET SESSION AUTHORIZATION owner; UPDATE lowest SET n = 5; INSERT INTO low VALUES (2, 2)")
    try await list.refresh()
    #expect(list.results.rows.map { $0["n"] } == [.integer(5), .integer(2)])
    await list.close()
  }

  @Test(arguments: [
    "INSERT ON sectional_log_owner.entry", "SELECT ON sectional_log_owner.entry",
    "ALL ON SCHEMA sectional_log_owner",
  ])
  func `where the owner loses a right on its log, writes succeed, and no list is stale`(
    right: String
  ) async throws {
    let database = try await ScratchServerDatabase(
      """
      CREATE TABLE item(id int PRIMARY KEY, n int); INSERT INTO item VALUES (1, 1);
      ALTER TABLE item OWNER TO owner; GRANT USAGE ON SCHEMA public TO owner;
      CREATE SCHEMA sectional_log_owner AUTHORIZATION owner
      """, on: try await RoleServer.cluster().url)
    let store = try database.store()
    let folder = SectionCacheFolder(
      path: FileManager.default.temporaryDirectory.appending(
        path: "sectional-caches-\(UUID().uuidString)"
      ).path)
    defer { try? FileManager.default.removeItem(atPath: folder.path) }
    func list() -> ResultsController<StoredRow> {
      let list = ResultsController(
        fetchRequest: ResultsRequest<StoredRow>(table: "item"), store: store, cacheName: "items")
      list.options.cache?.folder = folder
      return list
    }
    try await store.installChangeLog(for: ["item"])
    let first = list()
    try await first.performFetch()
    try await database.write("REVOKE \(right) FROM owner, PUBLIC")
    try await database.write("SET SESSION AUTHORIZATION owner; INSERT INTO item VALUES (2, 2)")
    try await first.refresh()
    #expect(first.results.numberOfObjects == 2)
    #expect(try await store.changeLogStatus(of: ["item"]) == ["item": .outdated])
    await first.close()
    try await database.write("SET SESSION AUTHORIZATION owner; INSERT INTO item VALUES (3, 3)")
    try await store.installChangeLog(for: ["item"])
    #expect(try await store.changeLogStatus(of: ["item"]) == ["item": .notifying])
    let second = list()
    try await second.performFetch()
    #expect(second.results.numberOfObjects == 3)
    try await database.write("SET SESSION AUTHORIZATION owner; INSERT INTO item VALUES (4, 4)")
    try await second.refresh()
    #expect(second.results.numberOfObjects == 4)
    #expect(second.diagnostics.fullFetches == 1)
    await second.close()
  }

  @Test func `an owner that may not create schemas replaces a log that can't be used`()
    async throws
  {
    let database = try await ScratchServerDatabase(
      """
      CREATE TABLE item(id int PRIMARY KEY, n int); INSERT INTO item VALUES (1, 1);
      ALTER TABLE item OWNER TO owner; GRANT USAGE ON SCHEMA public TO owner;
      CREATE SCHEMA sectional_log_owner AUTHORIZATION owner
      """, on: try await RoleServer.cluster().url)
    let store = try database.store(["user": "owner"])
    try await store.installChangeLog(for: ["item"])
    // As in a database that was restored from a dump.
    try await database.write("ALTER TABLE sectional_log_owner.entry ADD COLUMN more int")
    #expect(try await store.changeLogStatus(of: ["item"]) == ["item": .outdated])
    try await store.installChangeLog(for: ["item"])
    #expect(try await store.changeLogStatus(of: ["item"]) == ["item": .notifying])
  }
}

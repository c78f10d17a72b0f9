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
}

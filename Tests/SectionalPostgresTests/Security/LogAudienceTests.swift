import Sectional
import SectionalPostgres
import SectionalSQL
import SectionalTesting
import TestSupport
import Testing

/// A role to which the server shows no rows of a table learns nothing of them from the table's log either.
@MainActor @Suite(.serialized) struct LogAudienceTests {
  private let database: ScratchServerDatabase
  private let store: PostgresStore

  init() async throws {
    database = try await ScratchServerDatabase(
      """
      CREATE SCHEMA private; CREATE TABLE private.item(id text PRIMARY KEY, secret text);
      INSERT INTO private.item VALUES ('k1', 'top'); GRANT SELECT ON private.item TO reader;
      """, on: try await RoleServer.cluster().url)
    store = try database.store()
    try await store.installChangeLog(for: ["private.item"], oldValuesOf: ["secret"])
    try await database.write("UPDATE private.item SET secret = 'new'")
  }

  private func shown(to role: String = "reader") async throws -> String {
    try await database.write(
      """
      SET SESSION AUTHORIZATION \(role);
      SELECT keys, old_rows, new_rows FROM sectional_log_sectional.visible_entry
      """)
  }

  @Test func `without the right to use the table's schema nothing is shown`() async throws {
    #expect(try await shown().isEmpty)
    try await database.write("GRANT USAGE ON SCHEMA private TO reader")
    #expect(try await shown().contains("top"))
    try await database.write("REVOKE USAGE ON SCHEMA private FROM reader")
    #expect(try await shown().isEmpty)
  }

  @Test func `a table that moves to another schema is shown to those who may use that one`()
    async throws
  {
    try await database.write(
      """
      GRANT USAGE ON SCHEMA private TO reader; CREATE SCHEMA hidden;
      ALTER TABLE private.item SET SCHEMA hidden
      """)
    #expect(try await shown().isEmpty)
    try await database.write("GRANT USAGE ON SCHEMA hidden TO reader")
    #expect(try await shown().contains("top"))
  }

  @Test func `a member of a role sees what the membership lets it read without SET ROLE`()
    async throws
  {
    let name = try await database.write("SELECT current_database()").split(separator: "\n").joined()
    let (team, member) = ("team_\(name)", "member_\(name)")
    try await database.write(
      """
      CREATE ROLE \(team); CREATE ROLE \(member) LOGIN NOINHERIT; GRANT \(team) TO \(member);
      GRANT USAGE ON SCHEMA private TO \(team); GRANT SELECT ON private.item TO \(team)
      """)
    #expect(try await shown(to: member).isEmpty)
    // From version 16 on, each membership has a property of its own, which is the role's when it is granted.
    try await database.write(
      "ALTER ROLE \(member) INHERIT; REVOKE \(team) FROM \(member); GRANT \(team) TO \(member)")
    #expect(try await shown(to: member).contains("top"))
    try await database.write(
      "DROP OWNED BY \(team); DROP ROLE \(member); DROP ROLE \(team)")
  }

  @Test func `nobody else is given the entries themselves`() async throws {
    try await database.write("GRANT USAGE ON SCHEMA private TO reader")
    await #expect(throws: WriterFailure.self) {
      try await database.write(
        "SET SESSION AUTHORIZATION reader; SELECT * FROM sectional_log_sectional.entry")
    }
  }

  @Test func `a list over a partition reads everything without the root's schema`() async throws {
    try await database.write(
      """
      CREATE TABLE private.whole(id int PRIMARY KEY, n int) PARTITION BY RANGE (id);
      CREATE TABLE part PARTITION OF private.whole DEFAULT; INSERT INTO part VALUES (1, 1), (2, 2);
      GRANT USAGE ON SCHEMA public TO reader; GRANT SELECT ON private.whole, part TO reader
      """)
    try await store.installChangeLog(for: ["private.whole"])
    let list = ResultsController(
      fetchRequest: ResultsRequest<StoredRow>(table: "part"),
      store: try database.store(["user": "reader"]))
    try await list.performFetch()
    try await database.write("UPDATE private.whole SET n = 5 WHERE id = 1")
    try await list.refresh()
    #expect(list.results.rows.contains { $0["n"] == .integer(5) })
    await list.close()
  }
}

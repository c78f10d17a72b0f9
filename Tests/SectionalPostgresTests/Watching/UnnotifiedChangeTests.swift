import Foundation
import Sectional
import SectionalPostgres
import SectionalSQL
import SectionalTesting
import TestSupport
import Testing

/// Changes that no notification reports, and that lists show by themselves nevertheless.
///
/// They are tried one after the other, because a commit anywhere on the server makes a list look.
@MainActor @Suite(.serialized) struct UnnotifiedChangeTests {
  private static let tables = """
    CREATE TABLE item(id bigint PRIMARY KEY, n bigint);
    INSERT INTO item SELECT n, n FROM generate_series(1, 20) n;
    CREATE VIEW late AS SELECT id, n FROM item WHERE n > 10;
    """

  private func following(
    _ request: ResultsRequest<StoredRow>, notifies: Bool, _ parameters: [String: String] = [:],
    connectionLimit: Int = 3, in database: ScratchServerDatabase
  ) async throws -> ResultsController<StoredRow> {
    let store = try PostgresStore(
      parameters.isEmpty ? database.url : database.url(parameters),
      connectionLimit: connectionLimit,
      pollInterval: .milliseconds(20), checkInterval: .milliseconds(100))
    try await database.store().installChangeLog(for: ["item"], notifying: notifies)
    let list = ResultsController(fetchRequest: request, store: store)
    try await list.performFetch()
    return list
  }

  @Test func `a polled list shows transactions whatever the order of their commits`() async throws {
    let database = try await ScratchServerDatabase(UnnotifiedChangeTests.tables)
    let list = try await following(
      ResultsRequest<StoredRow>(table: "item"), notifies: false, in: database)
    for round in 1...5 {
      let slow = try PostgresShell(url: database.url)
      try await slow.execute("BEGIN; UPDATE item SET n = \(round * 1000) WHERE id = 1")
      try await database.write("UPDATE item SET n = \(round * 1000) WHERE id = 2")
      try await wait { list.results.rows[1]["n"]?.integerValue == Int64(round * 1000) }
      // The poll sees the newer transaction first.
      try await Task.sleep(for: .milliseconds(100))
      try await slow.execute("COMMIT")
      try await wait { list.results.rows[0]["n"]?.integerValue == Int64(round * 1000) }
    }
    #expect(list.diagnostics.fullFetches == 1)
    await list.close()
  }

  @Test(arguments: [true, false])
  func `a list over a view shows its new definition`(notifies: Bool) async throws {
    let database = try await ScratchServerDatabase(UnnotifiedChangeTests.tables)
    let list = try await following(
      ResultsRequest<StoredRow>(table: "late", key: ["id"]), notifies: notifies, in: database)
    #expect(list.results.rows.count == 10)
    try await database.write("CREATE OR REPLACE VIEW late AS SELECT id, n FROM item WHERE n > 15")
    try await wait { list.results.rows.count == 5 }
    try await database.write(
      "DROP VIEW late; CREATE VIEW late AS SELECT id, n FROM item WHERE n > 18")
    try await wait { list.results.rows.count == 2 }
    try await database.write("UPDATE item SET n = 100 WHERE id = 1")
    try await wait { list.results.rows.count == 3 }
    await list.close()
  }

  @Test func `a list shows what a replaced function selects`() async throws {
    let database = try await ScratchServerDatabase(
      UnnotifiedChangeTests.tables
        + "CREATE FUNCTION fits(bigint) RETURNS boolean IMMUTABLE LANGUAGE sql AS 'SELECT $1 > 10'")
    let list = try await following(
      ResultsRequest<StoredRow>(table: "item", predicate: "fits(n)"), notifies: true, in: database)
    #expect(list.results.rows.count == 10)
    try await database.write(
      "CREATE OR REPLACE FUNCTION fits(bigint) RETURNS boolean IMMUTABLE LANGUAGE sql AS 'SELECT $1 > 15'"
    )
    try await wait { list.results.rows.count == 5 }
    try await database.write("DROP FUNCTION fits(bigint)")
    try await wait { list.error != nil }
    await list.close()
  }

  @Test func `a list stays right when policies begin to hide rows from its user`() async throws {
    let database = try await ScratchServerDatabase(UnnotifiedChangeTests.tables)
    let role = "reader_\(UUID().uuidString.prefix(8).lowercased())"
    try await database.write(
      """
      CREATE ROLE \(role) LOGIN BYPASSRLS; GRANT SELECT ON item TO \(role);
      ALTER TABLE item ENABLE ROW LEVEL SECURITY; CREATE POLICY few ON item USING (id > 5)
      """)
    let list = try await following(
      ResultsRequest<StoredRow>(table: "item"), notifies: false, ["user": role],
      connectionLimit: 1, in: database)
    #expect(list.results.rows.count == 20)
    try await database.write("ALTER ROLE \(role) NOBYPASSRLS")
    try await database.write("UPDATE item SET n = 0 WHERE id = 10")
    try await wait { list.results.rows.count == 15 }
    try await database.write("INSERT INTO item VALUES (100, 1), (0, 1)")
    try await wait { list.results.rows.count == 16 }
    await list.close()
    try await database.write("DROP OWNED BY \(role); DROP ROLE \(role)")
  }
}

import Sectional
import SectionalPostgres
import SectionalSQL
import SectionalTesting
import TestSupport
import Testing

/// Changes that statements and views make to a connection's session end with their transaction.
@Suite struct SessionTests {
  private let server: ScratchServerDatabase
  private let store: PostgresStore

  init() async throws {
    server = try await ScratchServerDatabase(
      """
      CREATE SCHEMA other; CREATE TABLE other.item(id int PRIMARY KEY);
      CREATE TABLE item(id int PRIMARY KEY);
      CREATE TABLE session(pid int, name text, path text, zone text, prepared bigint, temporary bigint, locks bigint,
        cursors bigint, channels bigint, sent text);
      """)
    store = try server.store()
  }

  private static let look = """
    INSERT INTO public.session SELECT pg_backend_pid(), current_user, current_setting('search_path'), current_setting('timezone'),
      (SELECT count(*) FROM pg_prepared_statements WHERE from_sql),
      (SELECT count(*) FROM pg_class WHERE relpersistence = 't'),
      (SELECT count(*) FROM pg_locks WHERE locktype = 'advisory' AND pid = pg_backend_pid()),
      (SELECT count(*) FROM pg_cursors WHERE is_holdable), (SELECT count(*) FROM pg_listening_channels()),
      nullif(current_setting('own.setting', true), '')
    """

  private func look() async throws {
    try await store.write { try await $0.execute(SessionTests.look) }
  }

  @Test(arguments: [
    "SET search_path = other", "SET timezone = 'Asia/Tokyo'", "PREPARE mine AS SELECT 1",
    "CREATE TEMP TABLE mine(id int)", "SET ROLE pg_monitor", "SET SESSION AUTHORIZATION pg_monitor",
    "SET default_transaction_read_only = on", "DECLARE mine CURSOR WITH HOLD FOR SELECT 1",
    "LISTEN mine",
    "SELECT set_config('bytea_output', 'escape', false)", "SET own.setting = 'mine'",
    "SELECT pg_advisory_lock(1)", "DEALLOCATE ALL",
    "PREPARE mine AS SELECT 1; DEALLOCATE sectional_1",
  ])
  func `a write's changes to its session end before the next write`(sql: String) async throws {
    // The library also prepares statements.
    _ = try await store.read { try await $0.fetch(ResultsRequest<SessionItem>()) }
    try await look()
    try await store.write { try await $0.execute(sql) }
    try await look()
    #expect(try await server.write("SELECT count(*), count(DISTINCT pid) FROM session") == "2|1\n")
    #expect(
      try await server.write("SELECT count(*) FROM (SELECT DISTINCT * FROM session) AS looks")
        == "1\n")
    // The connection's own prepared statements remain for the next reader.
    let ids = try await store.read { try await $0.fetch(ResultsRequest<SessionItem>()).map(\.id) }
    #expect(ids == [])
  }

  @Test(arguments: [
    "set_config('search_path', 'other', false)", "set_config('role', 'pg_monitor', false)",
  ])
  func `a view's function does not change the session beyond a list's read`(
    call: String
  ) async throws {
    try await server.write(
      """
      CREATE FUNCTION meddle(id int) RETURNS int LANGUAGE plpgsql AS $f$ BEGIN PERFORM \(call); RETURN id; END $f$;
      INSERT INTO item VALUES (1); CREATE VIEW shown AS SELECT meddle(id) AS id FROM item;
      GRANT USAGE ON SCHEMA other TO pg_monitor
      """)
    let store = try PostgresStore(server.url, connectionLimit: 1)
    let before = try await settings(of: store)
    let rows = try await store.read {
      try await $0.fetch(ResultsRequest<StoredRow>(table: "shown", key: ["id"]))
    }
    #expect(rows.map { $0["id"] } == [1])
    #expect(try await settings(of: store) == before)
  }

  /// Returns the settings that later lists on the same connection see.
  private func settings(of store: PostgresStore) async throws -> [String] {
    let sql = """
      SELECT 1 AS id, concat_ws('|', pg_backend_pid(), current_user, current_setting('search_path')) AS text
      """
    let request = ResultsRequest<StoredRow>(sql: sql, key: ["id"])
    return try await store.read { try await $0.fetch(request) }.map { "\($0["text"] ?? .null)" }
  }

  @Test func `a table that another write replaced is read in its current form`() async throws {
    try await store.write { try await $0.insert(SessionItem(id: 1)) }
    try await store.write {
      try await $0.execute(
        "DROP TABLE item; CREATE TABLE item(note text, id bigint PRIMARY KEY)")
    }
    try await store.write { try await $0.insert(SessionItem(id: 2)) }
    #expect(try await server.write("SELECT * FROM item") == "|2\n")
  }
}

private struct SessionItem: StoredRecord, Hashable {
  var id: Int64
  static let table = RecordTable(
    "item", RecordColumn("id", \.id, primaryKey: true), row: SessionItem.init)
}

import Sectional
import SectionalPostgres
import SectionalTesting
import TestSupport
import Testing

/// What statements do to the session of a connection ends with their write.
@Suite struct SessionTests {
  private let server: ScratchServerDatabase
  private let store: PostgresStore

  init() async throws {
    server = try await ScratchServerDatabase(
      """
      CREATE SCHEMA other; CREATE TABLE other.item(id int PRIMARY KEY);
      CREATE TABLE item(id int PRIMARY KEY);
      CREATE TABLE session(pid int, path text, zone text, prepared bigint, temporary bigint, locks bigint);
      """)
    store = try server.store()
  }

  private static let look = """
    INSERT INTO public.session SELECT pg_backend_pid(), current_setting('search_path'), current_setting('timezone'),
      (SELECT count(*) FROM pg_prepared_statements WHERE from_sql AND name <> 'sectional_moment'),
      (SELECT count(*) FROM pg_class WHERE relpersistence = 't'),
      (SELECT count(*) FROM pg_locks WHERE locktype = 'advisory' AND pid = pg_backend_pid())
    """

  private func look() async throws {
    try await store.write { try await $0.execute(SessionTests.look) }
  }

  @Test(arguments: [
    "SET search_path = other", "SET timezone = 'Asia/Tokyo'", "PREPARE mine AS SELECT 1",
    "CREATE TEMP TABLE mine(id int)", "SELECT pg_advisory_lock(1)", "DEALLOCATE ALL",
    "PREPARE mine AS SELECT 1; DEALLOCATE sectional_moment",
  ])
  func `what a write does to its session is gone with the next write`(sql: String) async throws {
    try await look()
    try await store.write { try await $0.execute(sql) }
    try await look()
    #expect(try await server.write("SELECT count(*), count(DISTINCT pid) FROM session") == "2|1\n")
    #expect(
      try await server.write("SELECT count(*) FROM (SELECT DISTINCT * FROM session) AS looks")
        == "1\n")
    // The connection's own statements are there for the next reader.
    let ids = try await store.read { try await $0.fetch(FetchRequest<SessionItem>()).map(\.id) }
    #expect(ids == [])
  }

  @Test func `a table that another write made anew is read as it is now`() async throws {
    try await store.write { try await $0.insert(SessionItem(id: 1)) }
    try await store.write {
      try await $0.execute(
        "DROP TABLE item; CREATE TABLE item(note text, id bigint PRIMARY KEY)")
    }
    try await store.write { try await $0.insert(SessionItem(id: 2)) }
    #expect(try await server.write("SELECT * FROM item") == "|2\n")
  }
}

private struct SessionItem: TableRecord, Hashable {
  var id: Int64
  static let table = Table(
    "item", Column("id", \.id, primaryKey: true), row: SessionItem.init)
}

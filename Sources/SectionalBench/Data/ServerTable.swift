import Foundation
import Sectional
import SectionalPostgres
import SectionalSQL

/// A table of items in its own schema on the server that `DATABASE_URL` names, and a client in C that uses it.
@ListOwner struct ServerTable {
  private let client: ServerClient
  /// The table of the change log's entries, which has the name of the role that owns the list's table.
  private let entries: String?
  let store: PostgresStore

  /// Creates the table and connects.
  ///
  /// - Parameters:
  ///   - rows: The number of rows in the table.
  ///   - rowsOfTeam: The number of rows in each team.
  ///   - isLogged: Whether its changes are logged.
  ///   - notifies: Whether its changes also notify listeners.
  /// - Throws: ``BenchmarkError`` if there is no server, and any error of the server.
  init(
    rows: Int, rowsOfTeam: Int = 100, isLogged: Bool = true, notifies: Bool = true
  ) async throws {
    guard let url = ProcessInfo.processInfo.environment["DATABASE_URL"] else {
      throw BenchmarkError(
        "no server; use .ci/cluster run .build/release/sectional-bench --case postgres-change")
    }
    let target = url + (url.contains("?") ? "&" : "?") + ServerTable.path
    store = try PostgresStore(target)
    try await store.write { db in
      try await db.execute(
        """
        SET LOCAL client_min_messages = error;
        DROP SCHEMA IF EXISTS sectional_bench CASCADE; CREATE SCHEMA sectional_bench;
        CREATE TABLE sectional_bench.item(
          id bigint PRIMARY KEY, team text, name text, score float8, rank bigint);
        INSERT INTO sectional_bench.item SELECT n, 'team ' || n % \(max(1, rows / rowsOfTeam)),
          'name ' || n::bigint * 7919 % 1000003, n * 0.5, n % 1000 FROM generate_series(1, \(rows)) AS n;
        """)
    }
    // Give the server the statistics of one in use, and leave no work for it to do during the measurements.
    try await store.write { db in try await db.execute("ANALYZE sectional_bench.item") }
    if isLogged { try await store.installChangeLog(for: ["item"], notifying: notifies) }
    let request = ResultsRequest<StoredRow>(
      sql: """
        SELECT 'sectional_' || c.oid AS channel, (
          SELECT format('%I.entry', n.nspname) FROM pg_trigger t JOIN pg_proc p ON p.oid = t.tgfoid
          JOIN pg_namespace n ON n.oid = p.pronamespace
          WHERE t.tgrelid = c.oid AND t.tgname = 'zz_sectional_insert') AS entries
        FROM pg_class c WHERE c.oid = 'item'::regclass
        """, key: ["channel"])
    let found = try await store.read { try await $0.fetch(request) }.first
    guard let found, case .text(let channel)? = found["channel"] else {
      throw BenchmarkError("the table doesn't exist")
    }
    entries = if case .text(let entries)? = found["entries"] { entries } else { nil }
    client = try ServerClient(
      url: target, channel: channel, logQuery: ServerTable.logQuery(entries),
      rowQuery: ServerTable.rowQuery)
  }

  /// Drops the table.
  func remove() async throws {
    if try await store.changeLogStatus(of: ["item"])["item"] != .missing {
      try await store.uninstallChangeLog(for: ["item"])
    }
    try await store.write { db in
      try await db.execute(
        "SET LOCAL client_min_messages = error; DROP SCHEMA sectional_bench CASCADE")
    }
  }

  /// Runs a statement on the client's connection that writes.
  ///
  /// - Returns: The time until the commit was acknowledged.
  @discardableResult func write(_ sql: String) throws -> Duration { try client.write(sql) }

  /// Waits for a notification, and catches up in C.
  func catchUp(expecting rows: Int64) throws {
    try client.catchUp(begin, expecting: rows)
  }

  private var begin: String {
    let tables = ["sectional_bench.item", entries].compactMap(\.self).joined(separator: ", ")
    return """
      BEGIN ISOLATION LEVEL REPEATABLE READ, READ ONLY; LOCK TABLE \(tables) IN ACCESS SHARE MODE; \
      SELECT pg_current_snapshot()
      """
  }

  /// Waits for a notification, and reads one row in C.
  func read(_ id: Int) throws { try client.read("{\(id)}") }

  /// Creates an index that has the order of the list, and lets the server read it without the table.
  func createIndex() throws {
    try write("CREATE INDEX item_by_name ON item (\(ServerTable.order))")
    // Without a vacuum, it looks up each row in the table to find out whether the row is visible.
    try write("VACUUM ANALYZE item")
  }

  /// Reads all rows in the order of the list, through its index, in C.
  func walk(expecting rows: Int) throws -> Duration {
    try client.walk(ServerTable.beginOfWalk, expecting: rows)
  }

  private static let path = "options=-csearch_path%3Dsectional_bench"
  private static let order = """
    team COLLATE "C" NULLS FIRST, name COLLATE "C" NULLS FIRST, id
    """
  private static let rowQuery = """
    SELECT id, team, name, score, rank FROM sectional_bench.item WHERE id = ANY($1::bigint[])
    """

  private static var beginOfWalk: String {
    """
    BEGIN ISOLATION LEVEL REPEATABLE READ, READ ONLY; \
    SET LOCAL enable_sort = off; SET LOCAL enable_seqscan = off; \
    DECLARE walk NO SCROLL CURSOR FOR \
    SELECT team, name, id FROM sectional_bench.item ORDER BY \(order)
    """
  }

  private static func logQuery(_ entries: String?) -> String {
    guard let entries else { return "SELECT $1::text, $2::text" }
    return ["xid >= $1::xid8", "xid = ANY($2::xid8[])"].map { condition in
      "SELECT unnest(keys) FROM \(entries) "
        + "WHERE rel = 'sectional_bench.item'::regclass AND \(condition)"
    }.joined(separator: " UNION ")
  }
}

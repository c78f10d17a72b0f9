import Sectional
import SectionalSQL

/// A table or view of the database.
struct PostgresRelation: Sendable {
  /// What kind of relation it is.
  enum Kind: String {
    case table = "r"
    case partitionedTable = "p"
    case view = "v"
    case materializedView = "m"
    case foreignTable = "f"
  }

  /// The name with its schema, quoted.
  let text: String
  let kind: Kind
  let mayBeRead: Bool
  /// Whether it was found where the session looks for names without a schema.
  let isFoundByPath: Bool

  /// Whether `LOCK TABLE` takes it, and from this user.
  var isLockable: Bool { mayBeRead && [.table, .partitionedTable, .view].contains(kind) }
}

extension PostgresConnection {
  /// Finds a table or view by its name as it is, by schema and name with a point between, or as SQL spells it.
  func relation(named name: String) async throws(StoreError) -> PostgresRelation {
    for (schema, table) in PostgresConnection.readings(of: name) {
      if let relation = try await relation(table, in: schema) { return relation }
    }
    throw StoreError.noTable(name, among: try await relationNames())
  }

  /// Returns the schemas and tables a name can mean, the likeliest first.
  private static func readings(of name: String) -> [(schema: String, table: String)] {
    var readings = [(schema: "", table: name)]
    for point in name.indices where name[point] == "." {
      readings.append((String(name[..<point]), String(name[name.index(after: point)...])))
    }
    let parts = PostgresScanner.nameParts(of: name)
    if parts.count == 1 { readings.append(("", parts[0])) }
    if parts.count == 2 { readings.append((parts[0], parts[1])) }
    return readings
  }

  /// Finds a table or view in a schema; where none is named, in those in which the session looks.
  private func relation(
    _ name: String, in schema: String
  ) async throws(StoreError) -> PostgresRelation? {
    var relation: PostgresRelation?
    try await rows(
      """
      SELECT quote_ident(n.nspname) || '.' || quote_ident(c.relname), c.relkind::text,
        (has_schema_privilege(n.oid, 'USAGE') AND has_table_privilege(c.oid, 'SELECT'))::text
      FROM pg_class c JOIN pg_namespace n ON n.oid = c.relnamespace
      WHERE c.relname::text = $1 AND c.relkind IN ('r', 'p', 'v', 'm', 'f')
        AND CASE WHEN $2 = '' THEN pg_table_is_visible(c.oid) ELSE n.nspname::text = $2 END
      """, [name, schema]
    ) { row in
      relation = PostgresRelation(
        text: row.text(at: 0) ?? "",
        kind: row.text(at: 1).flatMap(PostgresRelation.Kind.init) ?? .foreignTable,
        mayBeRead: row.text(at: 2) == "true", isFoundByPath: schema.isEmpty)
    }
    return relation
  }

  private func relationNames() async throws(StoreError) -> [String] {
    var names: [String] = []
    try await rows(
      """
      SELECT CASE WHEN pg_table_is_visible(c.oid) THEN c.relname::text
        ELSE n.nspname::text || '.' || c.relname::text END
      FROM pg_class c JOIN pg_namespace n ON n.oid = c.relnamespace
      WHERE c.relkind IN ('r', 'p', 'v', 'm', 'f') AND n.nspname !~ '^pg_'
        AND n.nspname <> 'information_schema' ORDER BY 1 LIMIT 1000
      """
    ) { row in names += row.text(at: 0).map { [$0] } ?? [] }
    return names
  }

  /// Returns the tables and views to lock before a request is read.
  ///
  /// Which they are is known from the locks that the server itself takes when it is given the SQL.
  func lockableTables(of request: RowRequest) async throws(StoreError) -> [String] {
    try await run("BEGIN READ ONLY")
    do throws(StoreError) {
      let statement = try await source(request.source).statement(testing: request.filter)
      _ = try await describe(statement.text)
      let tables = try await lockedTables()
      try await run("ROLLBACK")
      return tables
    } catch {
      await rollBack()
      throw error
    }
  }

  private func lockedTables() async throws(StoreError) -> [String] {
    var tables: [String] = []
    try await rows(
      """
      SELECT DISTINCT quote_ident(n.nspname) || '.' || quote_ident(c.relname)
      FROM pg_locks l JOIN pg_class c ON c.oid = l.relation
      JOIN pg_namespace n ON n.oid = c.relnamespace
      WHERE l.pid = pg_backend_pid() AND l.locktype = 'relation'
        AND l.database = (SELECT oid FROM pg_database WHERE datname = current_database())
        AND c.relkind IN ('r', 'p', 'v') AND n.nspname NOT IN ('pg_catalog', 'information_schema')
        AND has_schema_privilege(n.oid, 'USAGE') AND has_table_privilege(c.oid, 'SELECT')
      """
    ) { row in tables += row.text(at: 0).map { [$0] } ?? [] }
    return tables
  }
}

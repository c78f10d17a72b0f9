import Sectional
import SectionalSQL

/// A table or view in the database.
struct PostgresRelation: Sendable {
  /// The kind of a relation.
  enum Kind: String {
    case table = "r"
    case partitionedTable = "p"
    case view = "v"
    case materializedView = "m"
    case foreignTable = "f"
  }

  /// The relation's name, quoted and qualified with its schema.
  let text: String
  let kind: Kind
  let mayBeRead: Bool
  /// The change log of its owner, if the table has triggers that write to it.
  let log: ChangeLogSchema?
  /// The same log, if this user can read it.
  let readableLog: ChangeLogSchema?
  /// Whether it was found through the session's search path.
  let isFoundByPath: Bool

  /// Whether `LOCK TABLE` accepts it, from this user.
  var isLockable: Bool { mayBeRead && [.table, .partitionedTable, .view].contains(kind) }
}

extension PostgresRelation {
  /// The condition that `c` is a relation that a list can show.
  fileprivate static let isListable =
    "c.relkind \(PostgresCatalog.equal) ANY ('{r,p,v,m,f}'::pg_catalog.\"char\"[])"

  /// The query for the schema that `c`'s triggers write to, if it belongs to `c`'s owner, and for whether this user can
  /// read it.
  fileprivate static let log = """
    (SELECT l.nspname::pg_catalog.text AS name, pg_catalog.has_schema_privilege(l.oid, 'USAGE')
        AND 2::bigint \(PostgresCatalog.equal) (SELECT pg_catalog.count(*) FROM pg_catalog.pg_class e
          WHERE e.relnamespace \(PostgresCatalog.equal) l.oid AND e.relkind \(PostgresCatalog.equal) 'r'
            AND e.relname \(PostgresCatalog.equal) ANY ('{entry,state}'::pg_catalog.name[])
            AND pg_catalog.has_table_privilege(e.oid, 'SELECT')
            AND \(PostgresCatalog.showsRows(of: "e.oid"))) AS may_be_read
      FROM pg_catalog.pg_trigger t
      JOIN pg_catalog.pg_proc p ON p.oid \(PostgresCatalog.equal) t.tgfoid
        AND p.proowner \(PostgresCatalog.equal) c.relowner
      JOIN pg_catalog.pg_namespace l ON l.oid \(PostgresCatalog.equal) p.pronamespace
        AND l.nspowner \(PostgresCatalog.equal) c.relowner
      WHERE t.tgrelid \(PostgresCatalog.equal) c.oid AND t.tgparentid \(PostgresCatalog.equal) 0::pg_catalog.oid
        AND t.tgname \(PostgresCatalog.equal) '\(ChangeLogTrigger.prefix)insert'
        AND pg_catalog.starts_with(l.nspname::pg_catalog.text, '\(ChangeLogSchema.prefix)'))
    """
}

extension PostgresConnection {
  /// Finds a table or view by its exact name, by schema and name separated by a period, or by the name as written in
  /// SQL.
  func relation(named name: String) async throws(StoreError) -> PostgresRelation {
    for (schema, table) in PostgresConnection.readings(of: name) {
      if let relation = try await relation(table, in: schema) { return relation }
    }
    throw StoreError.noTable(name, among: try await relationNames())
  }

  /// Returns the schemas and tables that a name can refer to, the most likely first.
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

  /// Finds a table or view in a schema, or through the session's search path if the schema is empty.
  private func relation(
    _ name: String, in schema: String
  ) async throws(StoreError) -> PostgresRelation? {
    var relation: PostgresRelation?
    try await rows(
      """
      SELECT pg_catalog.format('%I.%I', n.nspname, c.relname), c.relkind::pg_catalog.text,
        (pg_catalog.has_schema_privilege(n.oid, 'USAGE')
          AND pg_catalog.has_table_privilege(c.oid, 'SELECT'))::pg_catalog.text, log.name, log.may_be_read
      FROM pg_catalog.pg_class c JOIN pg_catalog.pg_namespace n ON n.oid \(PostgresCatalog.equal) c.relnamespace
      LEFT JOIN LATERAL \(PostgresRelation.log) AS log ON true
      WHERE c.relname::pg_catalog.text \(PostgresCatalog.equal) $1::pg_catalog.text AND \(PostgresRelation.isListable)
        AND CASE WHEN $2::pg_catalog.text \(PostgresCatalog.equal) '' THEN pg_catalog.pg_table_is_visible(c.oid)
          ELSE n.nspname::pg_catalog.text \(PostgresCatalog.equal) $2::pg_catalog.text END
      """, [name, schema]
    ) { row in
      let log = row.text(at: 3).map { ChangeLogSchema(name: $0) }
      relation = PostgresRelation(
        text: row.text(at: 0) ?? "",
        kind: row.text(at: 1).flatMap(PostgresRelation.Kind.init) ?? .foreignTable,
        mayBeRead: row.text(at: 2) == "true",
        log: log, readableLog: row.bool(at: 4) ? log : nil, isFoundByPath: schema.isEmpty)
    }
    return relation
  }

  private func relationNames() async throws(StoreError) -> [String] {
    var names: [String] = []
    try await rows(
      """
      SELECT CASE WHEN pg_catalog.pg_table_is_visible(c.oid) THEN c.relname::pg_catalog.text
        ELSE pg_catalog.concat(n.nspname, '.', c.relname) END
      FROM pg_catalog.pg_class c JOIN pg_catalog.pg_namespace n ON n.oid \(PostgresCatalog.equal) c.relnamespace
      WHERE \(PostgresRelation.isListable) AND NOT pg_catalog.starts_with(n.nspname::pg_catalog.text, 'pg_')
        AND n.nspname \(PostgresCatalog.notEqual) 'information_schema'
        AND NOT pg_catalog.starts_with(n.nspname::pg_catalog.text, '\(ChangeLogSchema.prefix)') ORDER BY 1 LIMIT 1000
      """
    ) { row in names += row.text(at: 0).map { [$0] } ?? [] }
    return names
  }

  /// Returns the tables and views to lock before a request is read.
  ///
  /// They are determined from the locks that the server itself takes when it prepares the SQL.
  func lockableTables(of request: RowRequest) async throws(StoreError) -> [String] {
    try await run("BEGIN READ ONLY")
    do throws(StoreError) {
      let source = try await source(request.source)
      try await check(source, request.storePredicate)
      let tables = try await lockedTables()
      try await run("ROLLBACK")
      return tables
    } catch {
      await rollBack()
      throw error
    }
  }

  /// Prepares the statement that tests a condition.
  ///
  /// - Throws: `StoreError` about the condition, in terms of the condition's own text.
  private func check(
    _ source: PostgresSource, _ condition: StoreText?
  ) async throws(StoreError) {
    do throws(StoreError) {
      _ = try await describe(source.statement(testing: condition).text)
    } catch {
      guard error.code == .invalidQuery, let condition else { throw error.about(.predicate) }
      // Without the parentheses, a condition that isn't complete isn't reported as an error near one of them.
      await rollBack()
      try await run("BEGIN READ ONLY")
      let plain = SQLText(
        "SELECT FROM \(source.text.text) WHERE \(condition.text)",
        source.text.arguments + condition.arguments)
      try await blaming(.predicate) { () async throws(StoreError) in
        _ = try await describe(PostgresPlaceholders.numbered(plain))
      }
      throw error.about(.predicate)
    }
  }

  private func lockedTables() async throws(StoreError) -> [String] {
    var tables: [String] = []
    try await rows(
      """
      SELECT DISTINCT pg_catalog.format('%I.%I', n.nspname, c.relname)
      FROM pg_catalog.pg_locks l JOIN pg_catalog.pg_class c ON c.oid \(PostgresCatalog.equal) l.relation
      JOIN pg_catalog.pg_namespace n ON n.oid \(PostgresCatalog.equal) c.relnamespace
      WHERE l.pid \(PostgresCatalog.equal) pg_catalog.pg_backend_pid()
        AND l.locktype \(PostgresCatalog.equal) 'relation'
        AND l.database \(PostgresCatalog.equal) (SELECT d.oid FROM pg_catalog.pg_database d
          WHERE d.datname \(PostgresCatalog.equal) pg_catalog.current_database())
        AND c.relkind \(PostgresCatalog.equal) ANY ('{r,p,v}'::pg_catalog."char"[])
        AND n.nspname OPERATOR(pg_catalog.<>) ALL ('{pg_catalog,information_schema}'::pg_catalog.name[])
        AND pg_catalog.has_schema_privilege(n.oid, 'USAGE') AND pg_catalog.has_table_privilege(c.oid, 'SELECT')
      """
    ) { row in tables += row.text(at: 0).map { [$0] } ?? [] }
    return tables
  }
}

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

  /// A change log that a table's triggers write to.
  struct Log: Sendable {
    let schema: ChangeLogSchema
    /// The object identifiers of its tables and its view by their names; empty if this user can't read it, or if some are
    /// missing.
    let tables: [ExactName: UInt32]

    /// Creates a log.
    ///
    /// - Parameters:
    ///   - schema: Its schema.
    ///   - oids: The object identifiers of its tables, in the order of ``ChangeLogSchema/tables``; fewer if some are missing.
    ///   - mayBeRead: Whether this user can read it.
    init(schema: ChangeLogSchema, oids: [UInt32], mayBeRead: Bool) {
      self.schema = schema
      let names = schema.tables.map { ExactName($0) }
      tables =
        mayBeRead && oids.count == names.count
        ? Dictionary(zip(names, oids)) { first, _ in first } : [:]
    }
  }

  let oid: UInt32
  /// The relation's name, quoted and qualified with its schema.
  let text: String
  let kind: Kind
  let mayBeRead: Bool
  /// The change log of its owner, if the table has triggers that write to it.
  private(set) var log: Log?
  /// Whether it was found through the session's search path.
  let isFoundByPath: Bool
  /// The statement with which the owner of its schema lets this user use the schema, if this user may not.
  let missingGrant: String?

  /// The change log, if this user can read it.
  var readableLog: ChangeLogSchema? {
    log.flatMap { $0.tables.isEmpty ? nil : $0.schema }
  }

  /// The object identifiers of the change log's tables and its view, by their names.
  var logTables: [ExactName: UInt32] { log?.tables ?? [:] }

  /// Whether `LOCK TABLE` accepts it, from this user.
  private(set) var isLockable = false
}

extension PostgresRelation {
  /// The condition that `c` is a relation that a list can show.
  private static let isListable =
    "c.relkind \(PostgresCatalog.equal) ANY ('{r,p,v,m,f}'::pg_catalog.\"char\"[])"

  /// The query for the schema that a table's triggers write to, if it belongs to the table's owner, for whether this user
  /// can read it, and for its tables; the view in it reads with the owner's rights.
  private static let log = """
    SELECT l.nspname::pg_catalog.text, pg_catalog.has_schema_privilege(l.oid, 'USAGE')
        AND 2::bigint \(PostgresCatalog.equal) (SELECT pg_catalog.count(*) FROM pg_catalog.pg_class e
          WHERE e.relnamespace \(PostgresCatalog.equal) l.oid
            AND e.relname \(PostgresCatalog.equal) ANY ('{visible_entry,state}'::pg_catalog.name[])
            AND pg_catalog.has_table_privilege(e.oid, 'SELECT')
            AND \(PostgresCatalog.showsRows(of: "e.oid")))
        AND EXISTS (SELECT FROM pg_catalog.pg_class e WHERE e.relnamespace \(PostgresCatalog.equal) l.oid
          AND e.relname \(PostgresCatalog.equal) 'entry' AND pg_catalog.has_table_privilege(e.relowner, e.oid, 'SELECT')
          AND pg_catalog.has_schema_privilege(e.relowner, l.oid, 'USAGE')),
      (SELECT pg_catalog.string_agg(e.oid::pg_catalog.text, ' ' ORDER BY pg_catalog.array_position(
          '{entry,visible_entry,state}'::pg_catalog.text[], e.relname::pg_catalog.text))
        FROM pg_catalog.pg_class e WHERE e.relnamespace \(PostgresCatalog.equal) l.oid
          AND e.relname \(PostgresCatalog.equal) ANY ('{entry,visible_entry,state}'::pg_catalog.name[]))
    FROM pg_catalog.pg_class c
    JOIN pg_catalog.pg_trigger t ON t.tgrelid \(PostgresCatalog.equal) c.oid
    JOIN pg_catalog.pg_proc p ON p.oid \(PostgresCatalog.equal) t.tgfoid AND p.proowner \(PostgresCatalog.equal) c.relowner
    JOIN pg_catalog.pg_namespace l ON l.oid \(PostgresCatalog.equal) p.pronamespace AND l.nspowner \(PostgresCatalog.equal) c.relowner
    WHERE c.oid \(PostgresCatalog.equal) $1::pg_catalog.oid AND t.tgparentid \(PostgresCatalog.equal) 0::pg_catalog.oid
      AND t.tgname \(PostgresCatalog.equal) '\(ChangeLogTrigger.prefix)insert'
      AND pg_catalog.starts_with(l.nspname::pg_catalog.text, '\(ChangeLogSchema.prefix)')
    """
}

extension PostgresRelation {
  /// The query for whether this user can lock a view against a table below it being rewritten.
  ///
  /// Locking a view locks everything that it reads, for which its owner needs more than column privileges.
  private static let isLockableView = """
    WITH RECURSIVE locked(oid, role) AS (
      SELECT $1::pg_catalog.oid, NULL::pg_catalog.name
      UNION SELECT d.refobjid, CASE WHEN pg_catalog.array_to_string(v.reloptions, ',')
          OPERATOR(pg_catalog.~*) 'security_invoker=(t|on|1|y)' THEN current_user
        ELSE pg_catalog.pg_get_userbyid(v.relowner) END
      FROM locked
      JOIN pg_catalog.pg_class v ON v.oid \(PostgresCatalog.equal) locked.oid AND v.relkind \(PostgresCatalog.equal) 'v'::pg_catalog."char"
      JOIN pg_catalog.pg_rewrite w ON w.ev_class \(PostgresCatalog.equal) v.oid
      JOIN pg_catalog.pg_depend d ON d.objid \(PostgresCatalog.equal) w.oid
        AND d.classid \(PostgresCatalog.equal) 'pg_catalog.pg_rewrite'::pg_catalog.regclass::pg_catalog.oid
        AND d.refclassid \(PostgresCatalog.equal) 'pg_catalog.pg_class'::pg_catalog.regclass::pg_catalog.oid
        AND d.refobjid \(PostgresCatalog.notEqual) v.oid)
    SELECT NOT EXISTS (SELECT FROM locked WHERE NOT pg_catalog.has_table_privilege(locked.role, locked.oid, 'SELECT'))
    """

  /// The statement that lets this user use the schema `n`; null if that is allowed already.
  private static let missingGrant = """
    CASE WHEN NOT pg_catalog.has_schema_privilege(n.oid, 'USAGE')
      THEN pg_catalog.format('GRANT USAGE ON SCHEMA %I TO %I', n.nspname, current_user) END
    """
}

extension StoreError {
  /// Returns the error that a schema may not be used, from the statement that allows it.
  fileprivate static func closedSchema(_ grant: String) -> StoreError {
    StoreError(
      .accessDenied, "this user lacks USAGE on the table's schema; its owner can run \(grant)")
  }
}

extension PostgresRelation {
  /// Finds a table or view by its exact name, by schema and name separated by a period, or by the name as written in
  /// SQL.
  static func find(named name: String, on connection: isolated PostgresConnection)
    async throws(StoreError) -> PostgresRelation
  {
    for (schema, table) in readings(of: name) {
      guard let relation = try await relation(table, in: schema, on: connection) else { continue }
      if let grant = relation.missingGrant { throw .closedSchema(grant) }
      return relation
    }
    if let grant = try await missingGrant(for: name, on: connection) { throw .closedSchema(grant) }
    throw StoreError.noTable(name, among: try await relationNames(on: connection))
  }

  /// Returns the schemas and tables that a name can refer to, the most likely first.
  private static func readings(of name: String) -> [(schema: String, table: String)] {
    var readings = [(schema: "", table: name)]
    let scalars = name.unicodeScalars
    for point in scalars.indices where scalars[point] == "." {
      let table = scalars[scalars.index(after: point)...]
      readings.append((String(scalars[..<point]), String(table)))
    }
    let parts = PostgresScanner.nameParts(of: name)
    if parts.count == 1 { readings.append(("", parts[0])) }
    if parts.count == 2 { readings.append((parts[0], parts[1])) }
    return readings
  }

  /// Finds a table or view in a schema, or through the session's search path if the schema is empty.
  private static func relation(
    _ name: String, in schema: String, on connection: isolated PostgresConnection
  ) async throws(StoreError) -> PostgresRelation? {
    try await relation(
      where: """
        c.relname::pg_catalog.text \(PostgresCatalog.equal) $1::pg_catalog.text
        AND CASE WHEN $2::pg_catalog.text \(PostgresCatalog.equal) '' THEN pg_catalog.pg_table_is_visible(c.oid)
          ELSE n.nspname::pg_catalog.text \(PostgresCatalog.equal) $2::pg_catalog.text END
        """, [name, schema], isFoundByPath: schema.isEmpty, on: connection)
  }

  /// Finds a table or view by its quoted name.
  static func find(quoted name: String, on connection: isolated PostgresConnection)
    async throws(StoreError) -> PostgresRelation?
  {
    try await relation(
      where: "c.oid \(PostgresCatalog.equal) pg_catalog.to_regclass($1)::pg_catalog.oid", [name],
      isFoundByPath: false, on: connection)
  }

  /// Finds a table or view by its object identifier; one that its name alone refers to may have been meant by that.
  static func find(oid: UInt32, on connection: isolated PostgresConnection) async throws(StoreError)
    -> PostgresRelation?
  {
    try await relation(
      where: "c.oid \(PostgresCatalog.equal) $1::pg_catalog.oid", ["\(oid)"],
      isFoundByPath: nil, on: connection)
  }

  /// Finds a table or view; what only some of them have is asked for only if this one can have it, because the server
  /// plans each query anew.
  private static func relation(
    where condition: String, _ values: [String], isFoundByPath: Bool?,
    on connection: isolated PostgresConnection
  ) async throws(StoreError) -> PostgresRelation? {
    var relation: PostgresRelation?
    var hasTriggers = false
    try await connection.rows(
      """
      SELECT pg_catalog.format('%I.%I', n.nspname, c.relname), c.relkind::pg_catalog.text,
        pg_catalog.has_schema_privilege(n.oid, 'USAGE') AND pg_catalog.has_table_privilege(c.oid, 'SELECT'),
        c.oid::pg_catalog.text, pg_catalog.pg_table_is_visible(c.oid), \(PostgresRelation.missingGrant), c.relhastriggers
      FROM pg_catalog.pg_class c JOIN pg_catalog.pg_namespace n ON n.oid \(PostgresCatalog.equal) c.relnamespace
      WHERE \(PostgresRelation.isListable) AND \(condition)
      """, values
    ) { row in
      let kind = row.text(at: 1).flatMap(PostgresRelation.Kind.init) ?? .foreignTable
      relation = PostgresRelation(
        oid: row.text(at: 3).flatMap { UInt32($0) } ?? 0, text: row.text(at: 0) ?? "", kind: kind,
        mayBeRead: row.bool(at: 2), isFoundByPath: isFoundByPath ?? row.bool(at: 4),
        missingGrant: row.text(at: 5))
      hasTriggers = row.bool(at: 6)
    }
    guard var relation else { return nil }
    if hasTriggers { relation.log = try await log(of: relation, on: connection) }
    relation.isLockable = try await isLockable(relation, on: connection)
    return relation
  }

  private static func log(of relation: PostgresRelation, on connection: isolated PostgresConnection)
    async throws(StoreError) -> PostgresRelation.Log?
  {
    var log: PostgresRelation.Log?
    try await connection.rows(PostgresRelation.log, ["\(relation.oid)"]) { row in
      let tables = (row.text(at: 2) ?? "").split(separator: " ").compactMap { UInt32($0) }
      log = row.text(at: 0).map {
        PostgresRelation.Log(
          schema: ChangeLogSchema(name: $0), oids: tables, mayBeRead: row.bool(at: 1))
      }
    }
    return log
  }

  private static func isLockable(
    _ relation: PostgresRelation, on connection: isolated PostgresConnection
  ) async throws(StoreError) -> Bool {
    guard relation.mayBeRead else { return false }
    switch relation.kind {
    case .table, .partitionedTable: return true
    case .materializedView, .foreignTable: return false
    case .view:
      var isLockable = false
      try await connection.rows(PostgresRelation.isLockableView, ["\(relation.oid)"]) {
        isLockable = $0.bool(at: 0)
      }
      return isLockable
    }
  }

  /// Returns the statement that opens a schema of the session's search path that has a table of a name, but that this user may
  /// not use, so that the name doesn't lead to the table.
  private static func missingGrant(for name: String, on connection: isolated PostgresConnection)
    async throws(StoreError) -> String?
  {
    var grant: String?
    try await connection.rows(
      """
      SELECT \(PostgresRelation.missingGrant)
      FROM pg_catalog.pg_class c JOIN pg_catalog.pg_namespace n ON n.oid \(PostgresCatalog.equal) c.relnamespace
      WHERE \(PostgresRelation.isListable) AND c.relname::pg_catalog.text \(PostgresCatalog.equal) $1::pg_catalog.text
        AND NOT pg_catalog.has_schema_privilege(n.oid, 'USAGE')
        AND n.nspname::pg_catalog.text \(PostgresCatalog.equal) ANY (
          SELECT pg_catalog.btrim(path.part, ' "') FROM pg_catalog.unnest(
            pg_catalog.string_to_array(pg_catalog.current_setting('search_path'), ',')) AS path(part))
      LIMIT 1
      """, [name]
    ) { grant = $0.text(at: 0) }
    return grant
  }

  private static func relationNames(on connection: isolated PostgresConnection)
    async throws(StoreError) -> [String]
  {
    var names: [String] = []
    try await connection.rows(
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

  /// Returns what a name was found to refer to, or finds it.
  static func remembered(named name: String, on connection: isolated PostgresConnection)
    async throws(StoreError) -> PostgresRelation
  {
    if let known = connection.catalogCache.relation(named: name) { return known }
    let relation = try await find(named: name, on: connection)
    connection.catalogCache.keep(relation, named: name)
    return relation
  }

  /// Returns what a quoted name was found to refer to, or finds it.
  static func remembered(quoted name: String, on connection: isolated PostgresConnection)
    async throws(StoreError) -> PostgresRelation?
  {
    if let known = connection.catalogCache.relation(quoted: name) { return known }
    guard let relation = try await find(quoted: name, on: connection) else { return nil }
    connection.catalogCache.keep(relation, quoted: name)
    return relation
  }
}

import Sectional
import SectionalSQL

// Call these inside a transaction.
extension ChangeLogSchema {
  /// Returns why the log can't be trusted or can't be written to safely, or `nil` if it is as it was created.
  ///
  /// Only catalogs are read: reading a table whose columns, rules or policies its owner replaced could run the owner's
  /// code.
  ///
  /// - Parameters:
  ///   - isRestricted: Whether it must hide its entries because a table has row security.
  ///   - connection: The connection, inside a transaction.
  /// - Returns: The problem.
  /// - Throws: `StoreError` if the server can't answer.
  func problem(
    restricted isRestricted: Bool, on connection: isolated PostgresConnection
  ) async throws(StoreError) -> LogProblem? {
    var forms: [String: String] = [:]
    var entry = ""
    var isSecluded = true
    var isWritable = true
    var hidesEntries = true
    try await ChangeLogSchema.rowsWithSafePath(LogForm.question, [name], on: connection) { row in
      let table = row.text(at: 0) ?? ""
      forms[table] = row.text(at: 1) ?? ""
      if table == "entry" { (entry, hidesEntries) = (row.text(at: 2) ?? "", row.bool(at: 4)) }
      if !row.bool(at: 3) { isSecluded = false }
      if !row.bool(at: 5) { isWritable = false }
    }
    guard forms == LogForm.forms(entry: entry) else { return .changed }
    guard isSecluded, try await hasPruning(on: connection) else { return .open }
    guard isWritable else { return .unwritable }
    return isRestricted && !hidesEntries ? .unrestricted : nil
  }

  /// Runs one statement with a search path that leads to the server's own objects only.
  ///
  /// The server describes a view with a query that has unqualified operators.
  private static func rowsWithSafePath(
    _ sql: String, _ texts: [String], on connection: isolated PostgresConnection,
    _ body: (PostgresResult) throws(StoreError) -> Void
  ) async throws(StoreError) {
    var path = ""
    try await connection.rows(
      "SELECT pg_catalog.current_setting('search_path'), pg_catalog.set_config('search_path', 'pg_catalog, pg_temp', true)"
    ) { path = $0.text(at: 0) ?? "" }
    try await connection.rows(sql, texts, body)
    try await connection.rows(
      "SELECT pg_catalog.set_config('search_path', $1::pg_catalog.text, true)", [path]
    ) { _ in }
  }

  /// Returns whether the log has the function that prunes it.
  private func hasPruning(on connection: isolated PostgresConnection) async throws(StoreError)
    -> Bool
  {
    var bodies: [String] = []
    try await connection.rows(
      """
      SELECT p.prosrc FROM pg_catalog.pg_proc p
      JOIN pg_catalog.pg_namespace n ON n.oid \(PostgresCatalog.equal) p.pronamespace
      WHERE n.nspname::pg_catalog.text \(PostgresCatalog.equal) $1::pg_catalog.text
        AND p.proname \(PostgresCatalog.equal) 'prune' AND p.prosecdef AND p.proowner \(PostgresCatalog.equal) n.nspowner
        AND NOT EXISTS (SELECT FROM pg_catalog.aclexplode(COALESCE(p.proacl, pg_catalog.acldefault('f', p.proowner))) a
          WHERE a.grantee OPERATOR(pg_catalog.<>) p.proowner)
      """, [name]
    ) { row in bodies.append(row.text(at: 0) ?? "") }
    return bodies == [pruningBody]
  }

  /// Returns the schemas that may be an owner's log, the owner's empty schemas, and the names of all logs.
  static func all(
    ofOwner owner: String, on connection: isolated PostgresConnection
  ) async throws(StoreError) -> (
    own: [ChangeLogSchema], empty: [ChangeLogSchema], names: Set<String>
  ) {
    var own: [ChangeLogSchema] = []
    var empty: [ChangeLogSchema] = []
    var names: Set<String> = []
    try await connection.rows(
      """
      SELECT n.nspname::pg_catalog.text,
        pg_catalog.pg_get_userbyid(n.nspowner)::pg_catalog.text \(PostgresCatalog.equal) $1::pg_catalog.text
        AND NOT EXISTS (SELECT FROM pg_catalog.pg_class c WHERE c.relnamespace \(PostgresCatalog.equal) n.oid)
        AND NOT EXISTS (SELECT FROM pg_catalog.pg_proc p WHERE p.pronamespace \(PostgresCatalog.equal) n.oid),
        pg_catalog.pg_get_userbyid(n.nspowner)::pg_catalog.text \(PostgresCatalog.equal) $1::pg_catalog.text
      FROM pg_catalog.pg_namespace n
      WHERE pg_catalog.starts_with(n.nspname::pg_catalog.text, '\(ChangeLogSchema.prefix)') ORDER BY n.oid
      """, [owner]
    ) { row in
      guard let name = row.text(at: 0) else { return }
      names.insert(name)
      let log = ChangeLogSchema(name: name)
      if row.bool(at: 1) { empty.append(log) } else if row.bool(at: 2) { own.append(log) }
    }
    return (own, empty, names)
  }
}

/// The reason why a change log can't be trusted.
enum LogProblem: Sendable {
  /// Its tables aren't as they were created.
  case changed
  /// Roles other than its owner can change it or read all of it, or it isn't pruned.
  case open
  /// Its owner, with whose rights the triggers write, may not write to it.
  case unwritable
  /// A table has got row security, and roles that may read everything can read entries that policies hide from them.
  case unrestricted

  /// Describes the problem for a log.
  func description(of log: ChangeLogSchema) -> String {
    switch self {
    case .changed:
      "the change log in the schema \(log.name) was changed, came with a dump, or was created by an earlier version of "
        + "Sectional; install it again"
    case .open:
      "roles other than its owner can change the change log in the schema \(log.name) or read all of it; install it again"
    case .unwritable:
      "the owner of the change log in the schema \(log.name) was denied the right to write to it, so nothing is logged; "
        + "install it again"
    case .unrestricted:
      "the table has row security since the change log was installed, which now logs nothing of its rows; install it again"
    }
  }
}

/// The form of a change log's tables and its view, as the server reports it.
private enum LogForm {
  private static let columns =
    "number:20:true:,rel:26:true:,xid:5069:true:pg_current_xact_id,op:18:true:,columns:20:false:,keys:1009:false:,"
    + "old_rows:1009:false:,new_rows:1009:false:,mark:2950:true:gen_random_uuid"

  /// Returns the expected form of each, by name, given the object identifier of the table for entries.
  static func forms(entry: String) -> [String: String] {
    let shown = columns.split(separator: ",").map { column in
      column.split(separator: ":").prefix(2).joined(separator: ":") + ":false:"
    }
    return [
      "entry": "r|u|false|\(columns)|2|\(ChangeLogSchema.storage.joined(separator: ","))|",
      "state": "r|u|false|pruned_below:5069:true:,mark:2950:true:,"
        + "lowest:20:true:,later_lowest:20:true:,lowest_after:5069:true:|0||",
      "visible_entry":
        "v|p|false|\(shown.joined(separator: ","))|0|security_barrier=true|"
        + "SELECTnumber,rel,xid,op,columns,keys,old_rows,new_rows,markFROMentrye"
        + "WHEREtableoid=\(entry)ANDhas_table_privilegerel,SELECTANDNOTrow_security_activerelAND"
        + "SELECThas_schema_privilegerelnamespace,USAGEAShas_schema_privilegeFROMpg_classcWHEREoid=rel"
        + "ORDERBYrel,xidDESC,numberDESC",
    ]
  }

  private static let equal = PostgresCatalog.equal

  /// Returns the SQL for the text of an expression without parentheses, spaces, quotation marks, schemas, the tables' aliases
  /// before columns, and the types of constants, because the server formats it.
  ///
  /// From version 16 on, columns have no alias where there is only one table; no name is a column of both tables.
  private static func plain(_ text: String) -> String {
    """
    pg_catalog.regexp_replace(pg_catalog.regexp_replace(pg_catalog.replace(pg_catalog.replace(pg_catalog.replace(\(text), 'pg_catalog.', ''), \
    'OPERATOR', ''), pg_catalog.format('%I.', n.nspname), ''), '[[:<:]][ec][.]', '', 'g'), '[()''[:space:];]|::(text|oid)', '', 'g')
    """
  }

  /// Whether a view's rule uses nothing that a user made, besides the columns of tables.
  private static let isPlainRule = """
    NOT EXISTS (SELECT FROM pg_catalog.pg_rewrite w JOIN pg_catalog.pg_depend d
      ON d.classid \(equal) 'pg_catalog.pg_rewrite'::pg_catalog.regclass::pg_catalog.oid AND d.objid \(equal) w.oid
      WHERE w.ev_class \(equal) c.oid
        AND d.refclassid \(PostgresCatalog.notEqual) 'pg_catalog.pg_class'::pg_catalog.regclass::pg_catalog.oid)
    """

  /// The statement that reads the form, with a row for each table and view: its name, its form, its object identifier,
  /// whether others can do no more than they should, whether it has row security, and whether its owner can do what the
  /// triggers do.
  static let question = """
    SELECT c.relname::pg_catalog.text, pg_catalog.concat_ws('|', c.relkind::pg_catalog.text,
      c.relpersistence::pg_catalog.text,
      (c.relowner OPERATOR(pg_catalog.<>) n.nspowner OR (c.relhasrules AND c.relkind \(equal) 'r') OR c.relhassubclass
        OR c.relispartition OR c.relforcerowsecurity OR NOT \(isPlainRule)
        OR 1::bigint OPERATOR(pg_catalog.<) (SELECT pg_catalog.count(*) FROM pg_catalog.pg_rewrite w
          WHERE w.ev_class \(equal) c.oid)
        OR EXISTS (SELECT FROM pg_catalog.pg_policy p WHERE p.polrelid \(equal) c.oid)
        OR EXISTS (SELECT FROM pg_catalog.pg_inherits i WHERE i.inhrelid \(equal) c.oid)
        OR EXISTS (SELECT FROM pg_catalog.pg_index x WHERE x.indrelid \(equal) c.oid
          AND (x.indexprs IS NOT NULL OR x.indpred IS NOT NULL))
        OR EXISTS (SELECT FROM pg_catalog.pg_statistic_ext s WHERE s.stxrelid \(equal) c.oid)
        OR EXISTS (SELECT FROM pg_catalog.pg_trigger t WHERE t.tgrelid \(equal) c.oid))::pg_catalog.text,
      (SELECT pg_catalog.string_agg(pg_catalog.concat_ws(':', a.attname, a.atttypid::pg_catalog.text,
        a.attnotnull::pg_catalog.text, COALESCE((SELECT \(plain("pg_catalog.pg_get_expr(d.adbin, d.adrelid)"))
          FROM pg_catalog.pg_attrdef d WHERE d.adrelid \(equal) c.oid AND d.adnum \(equal) a.attnum), '')), ','
        ORDER BY a.attnum) FROM pg_catalog.pg_attribute a
        WHERE a.attrelid \(equal) c.oid AND a.attnum OPERATOR(pg_catalog.>) 0),
      (SELECT pg_catalog.count(*)::pg_catalog.text FROM pg_catalog.pg_index x
        WHERE x.indrelid \(equal) c.oid),
      COALESCE(pg_catalog.array_to_string(c.reloptions, ','), ''),
      CASE WHEN c.relkind \(equal) 'v' THEN \(plain("pg_catalog.pg_get_viewdef(c.oid)")) ELSE '' END),
      c.oid::pg_catalog.text,
      NOT EXISTS (SELECT FROM pg_catalog.aclexplode(COALESCE(c.relacl, pg_catalog.acldefault('r', c.relowner))) a
        WHERE a.grantee OPERATOR(pg_catalog.<>) c.relowner
          AND (a.privilege_type OPERATOR(pg_catalog.<>) 'SELECT' OR c.relname \(equal) 'entry'))
      AND NOT EXISTS (SELECT FROM pg_catalog.aclexplode(COALESCE(n.nspacl, pg_catalog.acldefault('n', n.nspowner))) a
        WHERE a.grantee OPERATOR(pg_catalog.<>) n.nspowner AND a.privilege_type OPERATOR(pg_catalog.<>) 'USAGE')
      AND NOT EXISTS (SELECT FROM pg_catalog.pg_attribute t CROSS JOIN LATERAL pg_catalog.aclexplode(t.attacl) a
        WHERE t.attrelid \(equal) c.oid AND a.grantee OPERATOR(pg_catalog.<>) c.relowner)
      AND NOT EXISTS (SELECT FROM pg_catalog.pg_class s
        CROSS JOIN LATERAL pg_catalog.aclexplode(COALESCE(s.relacl, pg_catalog.acldefault('s', s.relowner))) a
        WHERE s.relnamespace \(equal) n.oid AND s.relkind \(equal) 'S'
          AND a.grantee OPERATOR(pg_catalog.<>) s.relowner),
      c.relrowsecurity,
      pg_catalog.has_schema_privilege(c.relowner, n.oid, 'USAGE') AND pg_catalog.has_table_privilege(c.relowner, c.oid, 'SELECT')
        AND (c.relname OPERATOR(pg_catalog.<>) 'entry' OR pg_catalog.has_table_privilege(c.relowner, c.oid, 'INSERT'))
    FROM pg_catalog.pg_class c JOIN pg_catalog.pg_namespace n ON n.oid \(equal) c.relnamespace
    WHERE n.nspname::pg_catalog.text \(equal) $1::pg_catalog.text
      AND c.relname \(equal) ANY ('{entry,state,visible_entry}'::pg_catalog.name[])
    """
}

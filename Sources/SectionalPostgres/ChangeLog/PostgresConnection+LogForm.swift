import Sectional
import SectionalSQL

// Call these inside a transaction.
extension PostgresConnection {
  /// Returns why a change log can't be trusted or can't be written to safely, or `nil` if it is as it was created.
  ///
  /// Only catalogs are read: reading a table whose columns, rules or policies its owner replaced could run the owner's
  /// code.
  func problem(of log: ChangeLogSchema) async throws(StoreError) -> LogProblem? {
    var count = 0
    var isWhole = true
    var isSecluded = true
    try await rows(LogForm.question, [log.name]) { row in
      count += 1
      let form = LogForm.forms[row.text(at: 0) ?? ""]
      if row.text(at: 1) != form?(row.text(at: 2) ?? "") { isWhole = false }
      if !row.bool(at: 3) { isSecluded = false }
    }
    guard count == LogForm.forms.count, isWhole else { return .changed }
    guard isSecluded, try await prunes(log) else { return .open }
    return nil
  }

  /// Returns whether the log has the function that prunes it.
  private func prunes(_ log: ChangeLogSchema) async throws(StoreError) -> Bool {
    var bodies: [String] = []
    try await rows(
      """
      SELECT p.prosrc FROM pg_catalog.pg_proc p
      JOIN pg_catalog.pg_namespace n ON n.oid \(PostgresCatalog.equal) p.pronamespace
      WHERE n.nspname::pg_catalog.text \(PostgresCatalog.equal) $1::pg_catalog.text
        AND p.proname \(PostgresCatalog.equal) 'prune' AND p.prosecdef AND p.proowner \(PostgresCatalog.equal) n.nspowner
        AND NOT EXISTS (SELECT FROM pg_catalog.aclexplode(COALESCE(p.proacl, pg_catalog.acldefault('f', p.proowner))) a
          WHERE a.grantee OPERATOR(pg_catalog.<>) p.proowner)
      """, [log.name]
    ) { row in bodies.append(row.text(at: 0) ?? "") }
    return bodies == [log.pruningBody]
  }

  /// Returns the schemas that may be an owner's log, the owner's empty schemas, and the names of all logs.
  func logs(
    ofOwner owner: String
  ) async throws(StoreError) -> (
    own: [ChangeLogSchema], empty: [ChangeLogSchema], names: Set<String>
  ) {
    var own: [ChangeLogSchema] = []
    var empty: [ChangeLogSchema] = []
    var names: Set<String> = []
    try await rows(
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
  /// Roles other than its owner can change it, or it isn't pruned.
  case open

  /// Describes the problem for a log.
  func description(of log: ChangeLogSchema) -> String {
    switch self {
    case .changed:
      "the change log in the schema \(log.name) was changed, came with a dump, or was created by an earlier version of "
        + "Sectional; install it again"
    case .open:
      "roles other than its owner can change the change log in the schema \(log.name); install it again"
    }
  }
}

/// The form of a change log's tables, as the server reports it.
private enum LogForm {
  /// The expected form of each table, by name; the argument is the table's OID.
  static let forms: [String: @Sendable (String) -> String] = [
    "entry": { oid in
      "r|p|true|false|number:20:true,rel:26:true,xid:5069:true:pg_current_xact_id,op:18:true,columns:20:false,keys:1009:false,"
        + "old_rows:1009:false,new_rows:1009:false,mark:2950:true:gen_random_uuid|2|readers:r:true:has_table_privilegerel,SELECTANDNOTrow_security_activerel"
        + "ANDtableoid=\(oid)"
    },
    "state": { _ in "r|p|false|false|only_one:16:true:true,pruned_below:5069:true,mark:2950:true|1|"
    },
  ]

  private static let equal = PostgresCatalog.equal

  /// Returns the SQL for the text of an expression without parentheses, spaces, quotation marks, schemas and the types of
  /// constants, because the server formats it.
  private static func plain(_ text: String) -> String {
    """
    pg_catalog.regexp_replace(pg_catalog.replace(pg_catalog.replace(\(text), 'pg_catalog.', ''), 'OPERATOR', ''), \
    '[()'' ]|::(text|oid)', '', 'g')
    """
  }

  /// The statement that reads the form, with a row for each table.
  static let question = """
    SELECT c.relname::pg_catalog.text, pg_catalog.concat_ws('|', c.relkind::pg_catalog.text,
      c.relpersistence::pg_catalog.text, c.relrowsecurity::pg_catalog.text,
      (c.relowner OPERATOR(pg_catalog.<>) n.nspowner OR c.relhasrules OR c.relhassubclass OR c.relispartition
        OR c.relforcerowsecurity
        OR EXISTS (SELECT FROM pg_catalog.pg_inherits i WHERE i.inhrelid \(equal) c.oid)
        OR EXISTS (SELECT FROM pg_catalog.pg_index x WHERE x.indrelid \(equal) c.oid
          AND (x.indexprs IS NOT NULL OR x.indpred IS NOT NULL))
        OR EXISTS (SELECT FROM pg_catalog.pg_statistic_ext s WHERE s.stxrelid \(equal) c.oid)
        OR EXISTS (SELECT FROM pg_catalog.pg_trigger t WHERE t.tgrelid \(equal) c.oid))::pg_catalog.text,
      (SELECT pg_catalog.string_agg(pg_catalog.concat_ws(':', a.attname, a.atttypid::pg_catalog.text,
        a.attnotnull::pg_catalog.text, (SELECT \(plain("pg_catalog.pg_get_expr(d.adbin, d.adrelid)"))
          FROM pg_catalog.pg_attrdef d WHERE d.adrelid \(equal) c.oid AND d.adnum \(equal) a.attnum)), ','
        ORDER BY a.attnum) FROM pg_catalog.pg_attribute a
        WHERE a.attrelid \(equal) c.oid AND a.attnum OPERATOR(pg_catalog.>) 0),
      (SELECT pg_catalog.count(*)::pg_catalog.text FROM pg_catalog.pg_index x
        WHERE x.indrelid \(equal) c.oid),
      COALESCE((SELECT pg_catalog.string_agg(pg_catalog.concat_ws(':', p.polname, p.polcmd::pg_catalog.text,
        p.polpermissive::pg_catalog.text,
        \(plain("pg_catalog.pg_get_expr(p.polqual, p.polrelid)"))), ',') FROM pg_catalog.pg_policy p WHERE p.polrelid \(equal) c.oid), '')),
      c.oid::pg_catalog.text,
      NOT EXISTS (SELECT FROM pg_catalog.aclexplode(COALESCE(c.relacl, pg_catalog.acldefault('r', c.relowner))) a
        WHERE a.grantee OPERATOR(pg_catalog.<>) c.relowner AND a.privilege_type OPERATOR(pg_catalog.<>) 'SELECT')
      AND NOT EXISTS (SELECT FROM pg_catalog.aclexplode(COALESCE(n.nspacl, pg_catalog.acldefault('n', n.nspowner))) a
        WHERE a.grantee OPERATOR(pg_catalog.<>) n.nspowner AND a.privilege_type OPERATOR(pg_catalog.<>) 'USAGE')
      AND NOT EXISTS (SELECT FROM pg_catalog.pg_attribute t CROSS JOIN LATERAL pg_catalog.aclexplode(t.attacl) a
        WHERE t.attrelid \(equal) c.oid AND a.grantee OPERATOR(pg_catalog.<>) c.relowner)
      AND NOT EXISTS (SELECT FROM pg_catalog.pg_class s
        CROSS JOIN LATERAL pg_catalog.aclexplode(COALESCE(s.relacl, pg_catalog.acldefault('s', s.relowner))) a
        WHERE s.relnamespace \(equal) n.oid AND s.relkind \(equal) 'S'
          AND a.grantee OPERATOR(pg_catalog.<>) s.relowner)
    FROM pg_catalog.pg_class c JOIN pg_catalog.pg_namespace n ON n.oid \(equal) c.relnamespace
    WHERE n.nspname::pg_catalog.text \(equal) $1::pg_catalog.text
      AND c.relname \(equal) ANY ('{entry,state}'::pg_catalog.name[])
    """
}

import Sectional
import SectionalSQL

// Call these inside a transaction.
extension TablePart {
  /// Returns the root of a table's partition tree, and the table.
  static func rootAndTable(of name: String, on connection: isolated PostgresConnection)
    async throws(StoreError) -> (root: UInt32, table: UInt32)
  {
    let relation = try await PostgresRelation.find(named: name, on: connection)
    var found: (UInt32, UInt32)?
    try await connection.rows(
      """
      SELECT COALESCE(pg_catalog.pg_partition_root(named.oid)::pg_catalog.oid, named.oid::pg_catalog.oid)::pg_catalog.text,
        named.oid::pg_catalog.oid::pg_catalog.text FROM (SELECT $1::pg_catalog.regclass) AS named(oid)
      """, [relation.text]
    ) { row in
      guard let root = row.text(at: 0).flatMap({ UInt32($0) }),
        let table = row.text(at: 1).flatMap({ UInt32($0) })
      else { return }
      found = (root, table)
    }
    guard let found else { throw StoreError(.noSuchTable, "there is no table \(quoted(name))") }
    return found
  }

  /// Returns the names of the tables that can have triggers, except partitions of other tables.
  static func loggableNames(on connection: isolated PostgresConnection) async throws(StoreError)
    -> [String]
  {
    var names: [String] = []
    try await connection.rows(
      """
      SELECT CASE WHEN pg_catalog.pg_table_is_visible(c.oid) AND c.relname OPERATOR(pg_catalog.!~) '[."]'
          THEN c.relname::pg_catalog.text
        WHEN pg_catalog.concat(n.nspname, c.relname) OPERATOR(pg_catalog.~) '[."]'
          THEN pg_catalog.format('%I.%I', n.nspname, c.relname)
        ELSE pg_catalog.concat(n.nspname, '.', c.relname) END
      FROM pg_catalog.pg_class c JOIN pg_catalog.pg_namespace n ON n.oid \(PostgresCatalog.equal) c.relnamespace
      WHERE c.relkind \(PostgresCatalog.equal) ANY ('{r,p}'::pg_catalog."char"[]) AND NOT c.relispartition
        AND c.relpersistence \(PostgresCatalog.equal) 'p'
        AND NOT pg_catalog.starts_with(n.nspname::pg_catalog.text, 'pg_')
        AND n.nspname \(PostgresCatalog.notEqual) 'information_schema'
        AND NOT pg_catalog.starts_with(n.nspname::pg_catalog.text, '\(ChangeLogSchema.oldName)')
        AND pg_catalog.has_schema_privilege(n.oid, 'USAGE') AND pg_catalog.has_table_privilege(c.oid, 'SELECT')
      ORDER BY 1
      """
    ) { row in names.append(row.text(at: 0) ?? "") }
    return names
  }
}

extension ChangeLogTrigger {
  /// Candidate names for its function; the first one belongs to the table, unless it belonged to another table before.
  var functionNames: [String] {
    // The server truncates long names, so what distinguishes them comes first.
    let name = "\(table.schema)\0\(table.name)"
    let hash = String(
      name.utf8.reduce(0xCBF2_9CE4_8422_2325 as UInt64) { ($0 ^ UInt64($1)) &* 0x100_0000_01B3 },
      radix: 36)
    var shown = "\(table.schema).\(table.name)"
    while shown.utf8.count > 30 { shown.removeLast() }
    return (1...20).map { "\(event.rawValue)\($0 == 1 ? "" : "\($0)")_\(hash)_\(shown)" }
  }
}

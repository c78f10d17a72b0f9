import Sectional

/// A table, or one of the partitions it is made of.
struct TablePart: Sendable {
  let oid: UInt32
  let kind: PostgresRelation.Kind
  /// Why its changes can't be logged; nothing where they can.
  let obstacle: String?
  let schema: String
  let name: String
}

// These are for inside of a transaction.
extension PostgresConnection {
  /// Returns a partitioned table's root with all parts, or a table alone.
  func parts(ofTreeAt root: UInt32) async throws(StoreError) -> [TablePart] {
    var parts: [TablePart] = []
    try await rows(
      """
      WITH RECURSIVE tree(oid) AS (SELECT $1::oid
        UNION SELECT inhrelid FROM pg_inherits JOIN tree ON inhparent = tree.oid)
      SELECT c.oid::text, c.relkind::text, n.nspname::text, c.relname::text,
        CASE WHEN c.relkind NOT IN ('r', 'p') THEN 'it is no table that keeps its own rows'
          WHEN c.relpersistence <> 'p' THEN 'a crash of the server empties it, or it is of one session'
          WHEN n.nspname = '\(ChangeLogSchema.name)' OR n.nspname ~ '^pg_' OR n.nspname = 'information_schema'
            THEN 'it is not a user''s table'
          WHEN c.relkind = 'r' AND c.relhassubclass THEN 'other tables inherit from it'
          WHEN EXISTS (SELECT FROM pg_subscription_rel WHERE srrelid = c.oid)
            THEN 'another server replicates into it, which fires no such triggers' END
      FROM tree JOIN pg_class c USING (oid) JOIN pg_namespace n ON n.oid = c.relnamespace ORDER BY c.oid
      """, ["\(root)"]
    ) { row in
      parts.append(
        TablePart(
          oid: row.text(at: 0).flatMap { UInt32($0) } ?? 0,
          kind: row.text(at: 1).flatMap(PostgresRelation.Kind.init) ?? .foreignTable,
          obstacle: row.text(at: 4), schema: row.text(at: 2) ?? "", name: row.text(at: 3) ?? ""))
    }
    return parts
  }

  /// Describes a table as triggers have to know it.
  func loggedTable(_ part: TablePart) async throws(StoreError) -> LoggedTable {
    var columns: [LoggedTable.Column] = []
    var keyNumbers: [(place: Int, column: LoggedTable.Column)] = []
    try await rows(
      """
      SELECT a.attname::text, a.attnum::text, format_type(a.atttypid, -1), a.atttypid::text,
        coalesce(l.collisdeterministic, true), array_position(i.key, a.attnum)::text
      FROM pg_attribute a LEFT JOIN pg_collation l ON l.oid = a.attcollation
      LEFT JOIN LATERAL (SELECT (indkey::int2[])[0:indnkeyatts - 1] AS key FROM pg_index
        WHERE indrelid = a.attrelid AND indisprimary) i ON true
      WHERE a.attrelid = $1::oid AND a.attnum > 0 AND NOT a.attisdropped ORDER BY a.attnum
      """, ["\(part.oid)"]
    ) { row in
      let column = LoggedTable.Column(
        name: row.text(at: 0) ?? "", number: row.text(at: 1).flatMap { Int($0) } ?? 0,
        type: row.text(at: 2) ?? "", typeOID: row.text(at: 3).flatMap { UInt32($0) } ?? 0,
        hasExactCollation: row.bool(at: 4))
      columns.append(column)
      if let place = row.text(at: 5).flatMap({ Int($0) }) { keyNumbers.append((place, column)) }
    }
    return LoggedTable(
      oid: part.oid, schema: part.schema, name: part.name, columns: columns,
      key: keyNumbers.sorted { $0.place < $1.place }.map(\.column))
  }
}

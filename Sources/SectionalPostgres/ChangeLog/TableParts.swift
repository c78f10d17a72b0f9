import Sectional
import SectionalSQL

/// A table, or one of the partitions it is made of.
struct TablePart: Sendable {
  let oid: UInt32
  let isPartitioned: Bool
  /// Why its changes can't be logged; nothing where they can.
  let obstacle: String?
  let schema: String
  let name: String

  /// The name with its schema, quoted.
  var text: String { "\(SQLIdentifier.quoted(schema)).\(SQLIdentifier.quoted(name))" }

  /// The triggers it is to have, as a part of the tree at a root.
  func events(root: UInt32) -> [ChangeLogTrigger.Event] {
    ChangeLogTrigger.Event.allCases.filter { $0 != .move || (isPartitioned && oid == root) }
  }
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
          WHEN NOT c.relispartition AND EXISTS (SELECT FROM pg_inherits WHERE inhrelid = c.oid)
            THEN 'it inherits from another table, writes to which fire no triggers of its own'
          WHEN EXISTS (SELECT FROM pg_subscription_rel WHERE srrelid = c.oid)
            THEN 'another server replicates into it, which fires no such triggers' END
      FROM tree JOIN pg_class c USING (oid) JOIN pg_namespace n ON n.oid = c.relnamespace ORDER BY c.oid
      """, ["\(root)"]
    ) { row in
      parts.append(
        TablePart(
          oid: row.text(at: 0).flatMap { UInt32($0) } ?? 0,
          isPartitioned: row.text(at: 1) == "p",
          obstacle: row.text(at: 4), schema: row.text(at: 2) ?? "", name: row.text(at: 3) ?? ""))
    }
    return parts
  }

  /// Describes a table as triggers have to know it.
  ///
  /// - Parameters:
  ///   - part: The table.
  ///   - root: The partitioned table that it is a part of, whose columns' numbers count: its own can be others.
  /// - Returns: The table.
  /// - Throws: `StoreError` when the server can't tell.
  func loggedTable(
    _ part: TablePart, of root: LoggedTable? = nil
  ) async throws(StoreError) -> LoggedTable {
    let numbers = root.map { root in
      Dictionary(root.columns.map { ($0.name, $0.number) }) { first, _ in first }
    }
    var columns: [LoggedTable.Column] = []
    var keyNumbers: [(place: Int, column: LoggedTable.Column)] = []
    try await rows(
      """
      SELECT a.attname::text, a.attnum::text, format_type(coalesce(nullif(t.typbasetype, 0), a.atttypid), -1),
        a.atttypid::text, coalesce(l.collisdeterministic, true),
        pg_catalog.array_position(i.key, a.attnum)::text,
        t.typcategory = 'A' OR a.atttypid = ANY('{money,regclass,regproc,regprocedure,regoper,regoperator,regtype,\
      regconfig,regdictionary,regnamespace,regrole,regcollation}'::regtype[]::oid[])
      FROM pg_attribute a JOIN pg_type t ON t.oid = a.atttypid LEFT JOIN pg_collation l ON l.oid = a.attcollation
      LEFT JOIN LATERAL (SELECT (indkey::int2[])[0:indnkeyatts - 1] AS key FROM pg_index
        WHERE indrelid = a.attrelid AND indisprimary) i ON true
      WHERE a.attrelid = $1::oid AND a.attnum > 0 AND NOT a.attisdropped ORDER BY a.attnum
      """, ["\(part.oid)"]
    ) { row in
      let column = LoggedTable.Column(
        name: row.text(at: 0) ?? "",
        number: row.text(at: 0).flatMap { numbers?[$0] } ?? row.text(at: 1).flatMap { Int($0) }
          ?? 0,
        type: row.text(at: 2) ?? "", typeOID: row.text(at: 3).flatMap { UInt32($0) } ?? 0,
        hasExactCollation: row.bool(at: 4), canBeLogged: !row.bool(at: 6))
      columns.append(column)
      if let place = row.text(at: 5).flatMap({ Int($0) }) { keyNumbers.append((place, column)) }
    }
    return LoggedTable(
      oid: part.oid, schema: part.schema, name: part.name, columns: columns,
      key: keyNumbers.sorted { $0.place < $1.place }.map(\.column))
  }
}

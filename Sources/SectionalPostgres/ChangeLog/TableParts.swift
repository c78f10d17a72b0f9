import Sectional
import SectionalSQL

/// A table, or one of the partitions it is made of.
struct TablePart: Sendable {
  let oid: UInt32
  let isPartitioned: Bool
  /// Why its changes can't be logged; `nil` if they can.
  let obstacle: String?
  let schema: String
  let name: String
  /// Whose it is.
  let owner: String

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
    let equal = PostgresCatalog.equal
    try await rows(
      """
      WITH RECURSIVE tree(oid) AS (SELECT $1::pg_catalog.oid
        UNION SELECT i.inhrelid FROM pg_catalog.pg_inherits i JOIN tree ON i.inhparent \(equal) tree.oid)
      SELECT c.oid::pg_catalog.text, c.relkind::pg_catalog.text, n.nspname::pg_catalog.text, c.relname::pg_catalog.text,
        pg_catalog.pg_get_userbyid(c.relowner)::pg_catalog.text,
        CASE WHEN c.relkind OPERATOR(pg_catalog.<>) ALL ('{r,p}'::pg_catalog."char"[])
            THEN 'it is no table that keeps its own rows'
          WHEN c.relpersistence OPERATOR(pg_catalog.<>) 'p' THEN 'a crash of the server empties it, or it is of one session'
          WHEN pg_catalog.starts_with(n.nspname::pg_catalog.text, '\(ChangeLogSchema.oldName)')
            OR pg_catalog.starts_with(n.nspname::pg_catalog.text, 'pg_') OR n.nspname \(equal) 'information_schema'
            THEN 'it is not a user''s table'
          WHEN c.relkind \(equal) 'r' AND c.relhassubclass THEN 'other tables inherit from it'
          WHEN NOT c.relispartition
            AND EXISTS (SELECT FROM pg_catalog.pg_inherits i WHERE i.inhrelid \(equal) c.oid)
            THEN 'it inherits from another table, writes to which fire no triggers of its own'
          WHEN EXISTS (SELECT FROM pg_catalog.pg_subscription_rel s WHERE s.srrelid \(equal) c.oid)
            THEN 'another server replicates into it, which fires no such triggers'
          WHEN c.relowner \(PostgresCatalog.notEqual)
            (SELECT r.relowner FROM pg_catalog.pg_class r WHERE r.oid \(equal) $1::pg_catalog.oid)
            THEN 'it belongs to another role than the table it is a part of; give both to one role' END
      FROM tree JOIN pg_catalog.pg_class c ON c.oid \(equal) tree.oid
      JOIN pg_catalog.pg_namespace n ON n.oid \(equal) c.relnamespace ORDER BY c.oid
      """, ["\(root)"]
    ) { row in
      parts.append(
        TablePart(
          oid: row.text(at: 0).flatMap { UInt32($0) } ?? 0,
          isPartitioned: row.text(at: 1) == "p", obstacle: row.text(at: 5),
          schema: row.text(at: 2) ?? "", name: row.text(at: 3) ?? "", owner: row.text(at: 4) ?? ""))
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
    try await rows(PostgresConnection.columnsOfTable, ["\(part.oid)"]) { row in
      let name = row.text(at: 0) ?? ""
      let own = row.text(at: 1).flatMap { Int($0) } ?? 0
      let column = LoggedTable.Column(
        name: name, number: numbers?[name] ?? own, type: row.text(at: 2) ?? "",
        baseType: row.text(at: 3) ?? "", isDomain: row.bool(at: 11), isServersOwn: row.bool(at: 9),
        equality: row.text(at: 10) ?? PostgresCatalog.equal,
        typeOID: row.text(at: 4).flatMap { UInt32($0) } ?? 0, hasExactCollation: row.bool(at: 5),
        hasLastingText: !row.bool(at: 7), isArray: row.bool(at: 8))
      columns.append(column)
      if let place = row.text(at: 6).flatMap({ Int($0) }) { keyNumbers.append((place, column)) }
    }
    return LoggedTable(
      oid: part.oid, schema: part.schema, name: part.name, columns: columns,
      key: keyNumbers.sorted { $0.place < $1.place }.map(\.column))
  }

  private static let columnsOfTable = """
    SELECT a.attname::pg_catalog.text, a.attnum::pg_catalog.text, pg_catalog.format_type(base.oid, -1),
      \(PostgresCatalog.typeName("base.oid")),
      a.atttypid::pg_catalog.text, COALESCE(l.collisdeterministic, true),
      pg_catalog.array_position(i.key, a.attnum)::pg_catalog.text,
      EXISTS (SELECT FROM \(PostgresCatalog.parts(of: "a.atttypid")) AS part
        JOIN pg_catalog.pg_type t ON t.oid \(PostgresCatalog.equal) part.oid
        JOIN pg_catalog.pg_namespace n ON n.oid \(PostgresCatalog.equal) t.typnamespace
        WHERE n.nspname \(PostgresCatalog.equal) 'pg_catalog'
          AND t.typname \(PostgresCatalog.equal) ANY (\(PostgresCatalog.namingTypes))),
      (SELECT t.typcategory \(PostgresCatalog.equal) 'A' FROM pg_catalog.pg_type t
        WHERE t.oid \(PostgresCatalog.equal) base.oid),
      base.oid OPERATOR(pg_catalog.<) \(PostgresType.firstCustomOID)::pg_catalog.oid,
      \(PostgresCatalog.equality(of: "base.oid")), a.atttypid OPERATOR(pg_catalog.<>) base.oid
    FROM pg_catalog.pg_attribute a
    CROSS JOIN LATERAL (SELECT \(PostgresCatalog.baseType(of: "a.atttypid"))) AS base(oid)
    LEFT JOIN pg_catalog.pg_collation l ON l.oid \(PostgresCatalog.equal) a.attcollation
    LEFT JOIN LATERAL (
      SELECT (x.indkey::smallint[])[0:x.indnkeyatts OPERATOR(pg_catalog.-) 1] AS key FROM pg_catalog.pg_index x
      WHERE x.indrelid \(PostgresCatalog.equal) a.attrelid AND x.indisprimary) i ON true
    WHERE a.attrelid \(PostgresCatalog.equal) $1::pg_catalog.oid AND a.attnum OPERATOR(pg_catalog.>) 0
      AND NOT a.attisdropped ORDER BY a.attnum
    """
}

import Sectional
import SectionalSQL

/// A table, or one of a table's partitions.
struct TablePart: Sendable {
  let oid: UInt32
  let isPartitioned: Bool
  /// The reason why its changes can't be logged, or `nil` if they can.
  let obstacle: String?
  let schema: String
  let name: String
  /// The owner of the table.
  let owner: String
  /// Whether the table has row security, so that policies can hide rows from roles.
  let hasRowSecurity: Bool

  /// The table's name, quoted and qualified with its schema.
  var text: String { "\(QuotedIdentifier.quoted(schema)).\(QuotedIdentifier.quoted(name))" }

  /// Returns the triggers that it needs, given the root of its partition tree.
  func events(root: UInt32) -> [ChangeLogTrigger.Event] {
    ChangeLogTrigger.Event.allCases.filter { $0 != .move || (isPartitioned && oid == root) }
  }
}

// Call these inside a transaction.
extension TablePart {
  /// Returns a partitioned table with all its partitions, or any other table alone.
  static func all(ofTreeAt root: UInt32, on connection: isolated PostgresConnection)
    async throws(StoreError) -> [TablePart]
  {
    var parts: [TablePart] = []
    let equal = PostgresCatalog.equal
    try await connection.rows(
      """
      WITH RECURSIVE tree(oid) AS (SELECT $1::pg_catalog.oid
        UNION SELECT i.inhrelid FROM pg_catalog.pg_inherits i JOIN tree ON i.inhparent \(equal) tree.oid)
      SELECT c.oid::pg_catalog.text, c.relkind::pg_catalog.text, n.nspname::pg_catalog.text, c.relname::pg_catalog.text,
        pg_catalog.pg_get_userbyid(c.relowner)::pg_catalog.text,
        CASE WHEN c.relkind OPERATOR(pg_catalog.<>) ALL ('{r,p}'::pg_catalog."char"[])
            THEN 'it is no table that keeps its own rows'
          WHEN c.relpersistence OPERATOR(pg_catalog.<>) 'p' THEN 'it is unlogged or temporary'
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
            THEN 'it belongs to another role than the table it is a part of; give both to one role' END,
        c.relrowsecurity
      FROM tree JOIN pg_catalog.pg_class c ON c.oid \(equal) tree.oid
      JOIN pg_catalog.pg_namespace n ON n.oid \(equal) c.relnamespace ORDER BY c.oid
      """, ["\(root)"]
    ) { row in
      parts.append(
        TablePart(
          oid: row.text(at: 0).flatMap { UInt32($0) } ?? 0,
          isPartitioned: row.text(at: 1) == "p", obstacle: row.text(at: 5),
          schema: row.text(at: 2) ?? "", name: row.text(at: 3) ?? "", owner: row.text(at: 4) ?? "",
          hasRowSecurity: row.bool(at: 6)))
    }
    return parts
  }
}

// Call these inside a transaction.
extension LoggedTable {
  /// Returns descriptions of a partitioned table with all its partitions, or of any other table alone, for the
  /// triggers.
  static func tree(
    at root: UInt32, on connection: isolated PostgresConnection
  ) async throws(StoreError) -> [(part: TablePart, table: LoggedTable)] {
    let parts = try await TablePart.all(ofTreeAt: root, on: connection)
    var rootTable: LoggedTable?
    for part in parts where part.oid == root {
      rootTable = try await loggedTable(part, of: nil, on: connection)
    }
    var tree: [(part: TablePart, table: LoggedTable)] = []
    for part in parts {
      if let rootTable, part.oid == root {
        tree.append((part, rootTable))
      } else {
        tree.append((part, try await loggedTable(part, of: rootTable, on: connection)))
      }
    }
    return tree
  }

  /// Describes a table, using the partitioned table's column numbers if it is a partition, because its own can differ.
  private static func loggedTable(
    _ part: TablePart, of root: LoggedTable?, on connection: isolated PostgresConnection
  ) async throws(StoreError) -> LoggedTable {
    let numbers = root.map { root in
      Dictionary(root.columns.map { ($0.name, $0.number) }) { first, _ in first }
    }
    let found = try await CatalogColumn.all(ofTable: "\(part.oid)", on: connection)
    let types = try await CatalogType.described(Set(found.map(\.typeOID)), on: connection)
    var columns: [LoggedTable.Column] = []
    var keyNumbers: [(place: Int, column: LoggedTable.Column)] = []
    for column in found {
      guard let type = types[column.typeOID] else {
        throw StoreError(
          .invalidQuery,
          "the type of \(quoted(column.name)) is gone from the server's catalogs; try again")
      }
      let logged = LoggedTable.Column(
        name: column.name, number: numbers?[column.name] ?? column.number, typeOID: column.typeOID,
        type: type, hasExactCollation: column.hasExactCollation, isVirtual: column.isVirtual,
        isGenerated: column.isGenerated)
      columns.append(logged)
      if let place = column.keyPlace { keyNumbers.append((place, logged)) }
    }
    return LoggedTable(
      oid: part.oid, schema: part.schema, name: part.name, columns: columns,
      key: keyNumbers.sorted { $0.place < $1.place }.map(\.column))
  }
}

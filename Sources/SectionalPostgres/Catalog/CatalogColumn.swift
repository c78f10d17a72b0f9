import Sectional
import SectionalSQL

/// A column of a table, as described in the server's catalogs.
struct CatalogColumn: Sendable {
  let name: String
  /// The column's one-based number in the table; the numbers of dropped columns stay unused.
  let number: Int
  let typeOID: UInt32
  /// Whether its texts are equal only if their bytes are.
  let hasExactCollation: Bool
  /// The column's position in the primary key, or `nil` if it isn't part of the key.
  let keyPlace: Int?
  /// Whether this user may read it.
  let mayBeRead: Bool
  /// Whether its value is computed whenever it is read, and isn't stored.
  let isVirtual: Bool
  /// Whether its value is computed from other columns, whenever it is read or whenever its row is written.
  let isGenerated: Bool
  /// Whether no row can have null in it.
  let isNeverNull: Bool
  /// Whether an index places its nulls elsewhere than an index does that says nothing of them.
  let hasPlacedNulls: Bool
}

extension CatalogColumn {
  /// Returns a table's columns, in order.
  ///
  /// - Parameters:
  ///   - table: The table's name, quoted and qualified with its schema, or its object identifier.
  ///   - connection: The connection to ask on.
  /// - Returns: The columns that aren't dropped.
  /// - Throws: `StoreError` if the server can't return them.
  static func all(ofTable table: String, on connection: isolated PostgresConnection)
    async throws(StoreError) -> [CatalogColumn]
  {
    var columns: [CatalogColumn] = []
    try await connection.rows(
      """
      SELECT a.attname::pg_catalog.text, a.attnum::pg_catalog.text, a.atttypid::pg_catalog.text,
        COALESCE(l.collisdeterministic, true), pg_catalog.array_position(
          (i.indkey::smallint[])[0:i.indnkeyatts OPERATOR(pg_catalog.-) 1], a.attnum)::pg_catalog.text,
        pg_catalog.has_column_privilege(a.attrelid, a.attnum, 'SELECT'),
        a.attgenerated \(PostgresCatalog.equal) 'v'::pg_catalog."char",
        a.attgenerated \(PostgresCatalog.notEqual) ''::pg_catalog."char",
        a.attnotnull AND NOT EXISTS (SELECT FROM pg_catalog.pg_constraint c
          WHERE c.conrelid \(PostgresCatalog.equal) a.attrelid AND c.contype \(PostgresCatalog.equal) 'n'::pg_catalog."char"
          AND NOT c.convalidated AND a.attnum \(PostgresCatalog.equal) ANY (c.conkey)),
        EXISTS (SELECT FROM pg_catalog.pg_index x, pg_catalog.generate_series(0, x.indnkeyatts OPERATOR(pg_catalog.-) 1) p
          WHERE x.indrelid \(PostgresCatalog.equal) a.attrelid AND (x.indkey::smallint[])[p] \(PostgresCatalog.equal) a.attnum
          AND (x.indoption::smallint[])[p]::integer \(PostgresCatalog.equal) ANY (ARRAY[1, 2]))
      FROM pg_catalog.pg_attribute a
      LEFT JOIN pg_catalog.pg_collation l ON l.oid \(PostgresCatalog.equal) a.attcollation
      LEFT JOIN pg_catalog.pg_index i ON i.indrelid \(PostgresCatalog.equal) a.attrelid AND i.indisprimary
      WHERE a.attrelid \(PostgresCatalog.equal) $1::pg_catalog.regclass::pg_catalog.oid AND a.attnum OPERATOR(pg_catalog.>) 0
        AND NOT a.attisdropped ORDER BY a.attnum
      """, [table]
    ) { row in
      columns.append(
        CatalogColumn(
          name: row.text(at: 0) ?? "", number: row.text(at: 1).flatMap { Int($0) } ?? 0,
          typeOID: row.text(at: 2).flatMap { UInt32($0) } ?? 0,
          hasExactCollation: row.bool(at: 3), keyPlace: row.text(at: 4).flatMap { Int($0) },
          mayBeRead: row.bool(at: 5), isVirtual: row.bool(at: 6), isGenerated: row.bool(at: 7),
          isNeverNull: row.bool(at: 8), hasPlacedNulls: row.bool(at: 9)))
    }
    return columns
  }
}

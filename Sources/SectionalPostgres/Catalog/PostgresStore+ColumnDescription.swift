public import Sectional
public import SectionalSQL

extension PostgresStore: DescribedStore {
  /// Returns the server's version, and what its catalogs say of the columns that a request reads.
  ///
  /// The collations of a statement's columns aren't known.
  ///
  /// - Throws: `StoreError` if a table or a column is missing.
  public func description(
    of request: ResultsRequest<StoredRow>, sectionBy section: SectionKey<StoredRow>?
  ) async throws(StoreError) -> SourceDescription {
    let request = try request.rowRequest(sectionBy: section)
    return try await StoreError.wrapping {
      try await read { reader in
        try await reader.prepare(for: [request])
        return try await PostgresStore.description(of: request, on: reader.connection)
      }
    }
  }
}

extension PostgresStore {
  private static func description(
    of request: RowRequest, on connection: isolated PostgresConnection
  ) async throws(StoreError) -> SourceDescription {
    let source = try await PostgresSource.find(of: request, on: connection)
    let columns = try source.layout(of: request, connection.transaction.dependence(of: request))
      .columns.names
    let known =
      source.isQuery ? [:] : try await columnDescriptions(ofTable: source.name, on: connection)
    var product = ""
    try await connection.rows("SELECT pg_catalog.current_setting('server_version')") { row in
      product = "PostgreSQL \(row.text(at: 0)?.split(separator: " ").first ?? "")"
    }
    return SourceDescription(
      product: product,
      columns: columns.map { name in
        known[name]
          ?? ColumnDescription(
            name: name, type: "", kind: source.kind(of: name))
      }, source: source.text, catalog: "pg_catalog.",
      nullsAreGreatest: true)
  }

  private static func columnDescriptions(
    ofTable table: String, on connection: isolated PostgresConnection
  ) async throws(StoreError) -> [String: ColumnDescription] {
    var columns: [String: ColumnDescription] = [:]
    try await connection.rows(
      """
      SELECT a.attname::pg_catalog.text, pg_catalog.format_type(a.atttypid, a.atttypmod),
        b.typtype \(PostgresCatalog.equal) 'e'::pg_catalog."char", b.typname::pg_catalog.text,
        CASE WHEN l.oid \(PostgresCatalog.equal) 100::pg_catalog.oid
          THEN coalesce(d.fields OPERATOR(pg_catalog.->>) 'datlocale',
            d.fields OPERATOR(pg_catalog.->>) 'daticulocale', d.fields OPERATOR(pg_catalog.->>) 'datcollate')
          ELSE l.collname::pg_catalog.text END,
        CASE WHEN l.oid \(PostgresCatalog.equal) 100::pg_catalog.oid
          THEN coalesce(d.fields OPERATOR(pg_catalog.->>) 'datlocprovider', 'c') ELSE l.collprovider::pg_catalog.text END,
        CASE WHEN l.oid \(PostgresCatalog.equal) 100::pg_catalog.oid
          THEN d.fields OPERATOR(pg_catalog.->>) 'datcollversion' ELSE l.collversion END,
        l.collisdeterministic,
        CASE WHEN l.oid IS NOT NULL THEN pg_catalog.format('%I.%I', n.nspname, l.collname) END, l.oid IS NOT NULL
      FROM pg_catalog.pg_attribute a
      JOIN pg_catalog.pg_type t ON t.oid \(PostgresCatalog.equal) a.atttypid
      JOIN pg_catalog.pg_type b ON b.oid \(PostgresCatalog.equal)
        CASE WHEN t.typbasetype \(PostgresCatalog.equal) 0::pg_catalog.oid THEN t.oid ELSE t.typbasetype END
      LEFT JOIN pg_catalog.pg_collation l ON l.oid \(PostgresCatalog.equal) a.attcollation
      LEFT JOIN pg_catalog.pg_namespace n ON n.oid \(PostgresCatalog.equal) l.collnamespace
      CROSS JOIN (SELECT pg_catalog.to_jsonb(d) AS fields FROM pg_catalog.pg_database d
        WHERE d.datname \(PostgresCatalog.equal) pg_catalog.current_database()) d
      WHERE a.attrelid \(PostgresCatalog.equal) $1::pg_catalog.regclass::pg_catalog.oid
        AND a.attnum OPERATOR(pg_catalog.>) 0 AND NOT a.attisdropped
      """, [table]
    ) { row in
      let name = row.text(at: 0) ?? ""
      let typeName = row.text(at: 3) ?? ""
      let kind: ColumnDescription.Kind =
        row.bool(at: 2)
        ? .enumeration
        : typeName == "bpchar" ? .paddedText : row.bool(at: 9) ? .text : .other
      var column = ColumnDescription(name: name, type: row.text(at: 1) ?? "", kind: kind)
      if row.bool(at: 9) {
        column.collation = row.text(at: 4)
        column.provider = ["c": "libc", "i": "icu", "b": "builtin"][row.text(at: 5) ?? ""]
        column.version = row.text(at: 6)
        column.isDeterministic = row.bool(at: 7) && typeName != "citext"
        column.ignoresCase = typeName == "citext"
        column.collationSQL = typeName == "citext" ? nil : row.text(at: 8)
      }
      if ["float4", "float8"].contains(typeName) {
        column.negativeZeroSQL = PostgresCatalog.isNegativeZero(QuotedIdentifier.quoted(name))
      }
      columns[name] = column
    }
    return columns
  }
}

extension PostgresSource {
  fileprivate func kind(of column: String) -> ColumnDescription.Kind {
    switch dialect(rules: nil).type(of: column) {
    case .text: .text
    case .paddedText: .paddedText
    case .boolean, .integer, .real, .number, .bytes, .uuid, .date, .timestamp, .timestampWithZone,
      .other, .custom:
      .other
    }
  }
}

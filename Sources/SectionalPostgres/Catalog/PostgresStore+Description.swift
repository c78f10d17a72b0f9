import Sectional
package import SectionalSQL

extension PostgresStore {
  /// Returns what the server's catalogs say of a table or view.
  ///
  /// - Throws: `StoreError` with code `noSuchTable` and the nearest name.
  package func description(ofTable name: String) async throws -> TableDescription {
    try await read { reader in
      try await PostgresStore.description(ofTable: name, on: reader.connection)
    }
  }
}

extension PostgresStore {
  private static func description(
    ofTable name: String, on connection: isolated PostgresConnection
  ) async throws(StoreError) -> TableDescription {
    try await ReadBeginning.begin(reading: [], on: connection)
    let relation = try await PostgresRelation.find(named: name, on: connection)
    let columns = try await CatalogColumn.all(ofTable: relation.text, on: connection)
    let types = try await CatalogType.described(Set(columns.map(\.typeOID)), on: connection)
    let rules = try await writingRules(ofTable: relation.text, on: connection)
    // An outer join in a view gives nulls, whatever the type says.
    let isView = [.view, .materializedView].contains(relation.kind)
    return TableDescription(
      name: name, quotedName: relation.text, isView: isView,
      columns: columns.map { column in
        let rule = rules[column.number]
        return TableDescription.Column(
          name: column.name, declaredType: types[column.typeOID]?.title ?? "",
          isNullable: isView || rule?.isNullable ?? true,
          keyPosition: column.keyPlace.map { $0 + 1 },
          isGenerated: rule?.isGenerated ?? false)
      })
  }

  /// Returns for each column of a table, by its number, whether it takes nulls and whether its cells are computed.
  private static func writingRules(
    ofTable table: String, on connection: isolated PostgresConnection
  ) async throws(StoreError) -> [Int: (isNullable: Bool, isGenerated: Bool)] {
    var rules: [Int: (isNullable: Bool, isGenerated: Bool)] = [:]
    try await connection.rows(
      """
      SELECT a.attnum::pg_catalog.text, NOT (a.attnotnull OR t.typnotnull),
        a.attgenerated \(PostgresCatalog.notEqual) ''::pg_catalog."char"
          OR a.attidentity \(PostgresCatalog.equal) 'a'::pg_catalog."char"
      FROM pg_catalog.pg_attribute a
      JOIN pg_catalog.pg_type t ON t.oid \(PostgresCatalog.equal) a.atttypid
      WHERE a.attrelid \(PostgresCatalog.equal) $1::pg_catalog.regclass::pg_catalog.oid
        AND a.attnum OPERATOR(pg_catalog.>) 0 AND NOT a.attisdropped
      """, [table]
    ) { row in
      guard let number = row.text(at: 0).flatMap({ Int($0) }) else { return }
      rules[number] = (row.bool(at: 1), row.bool(at: 2))
    }
    return rules
  }
}

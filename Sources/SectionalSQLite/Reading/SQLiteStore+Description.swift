import Sectional
package import SectionalSQL

extension SQLiteStore {
  /// Returns what the file's schema says of a table or view.
  ///
  /// - Throws: `StoreError` with code `noSuchTable` and the nearest name.
  package func description(ofTable name: String) async throws -> TableDescription {
    try await read { reader in try await reader.connection.description(ofTable: name) }
  }
}

extension SQLiteConnection {
  fileprivate func description(ofTable name: String) throws(StoreError) -> TableDescription {
    let table = try handle.table(named: name)
    return TableDescription(
      name: table.name, quotedName: QuotedIdentifier.quoted(table.name), isView: table.isView,
      columns: table.columns.map { column in
        // A key that is the rowid is never null, and neither is one of a table without rowids, whatever the schema says.
        let isKey = column.keyPlace > 0
        let isNeverNull = isKey && (table.keyIsRowID || !table.hasRowID)
        return TableDescription.Column(
          name: column.name, declaredType: column.declaredType,
          isNullable: column.isNullable && !(isNeverNull && !table.isView),
          keyPosition: isKey ? Int(column.keyPlace) : nil, isGenerated: column.isGenerated)
      })
  }
}

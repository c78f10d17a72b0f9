public import Sectional
import SectionalCSQLite
public import SectionalSQL

extension SQLiteStore: DescribedStore {
  /// Returns SQLite's version, and what the file's schema says of the columns that a request reads.
  ///
  /// The collations of a view's and of a statement's columns aren't known.
  ///
  /// - Throws: `StoreError` if a table or a column is missing.
  public func description(
    of request: ResultsRequest<StoredRow>, sectionBy section: SectionKey<StoredRow>?
  ) async throws(StoreError) -> SourceDescription {
    let request = try request.rowRequest(sectionBy: section)
    return try await StoreError.wrapping {
      try await read { reader in
        try await reader.connection.use { connection throws(StoreError) in
          try connection.description(of: request)
        }
      }
    }
  }
}

extension SQLiteConnection {
  fileprivate func description(of request: RowRequest) throws(StoreError) -> SourceDescription {
    let resolved = try resolvedSource(for: request)
    let names = resolved.layout.columns.names
    let version = unsafe String(cString: sqlite3_libversion())
    switch resolved.source {
    case .query(let query):
      return SourceDescription(
        product: "SQLite \(version)",
        columns: names.map { ColumnDescription(name: $0, type: "", kind: .other) },
        source: SQLText("(\n\(query.text)\n)", query.arguments), catalog: "",
        nullsAreGreatest: false)
    // What is joined has been resolved to a query.
    case .table, .joined:
      let name = resolved.source.tableName ?? ""
      return SourceDescription(
        product: "SQLite \(version)", columns: names.map { handle.description(of: $0, in: name) },
        source: SQLText("main." + QuotedIdentifier.quoted(name)), catalog: "",
        nullsAreGreatest: false)
    }
  }
}

extension SQLiteHandle {
  /// Returns what the schema says of a column; only its name for a view's.
  func description(of column: String, in table: String) -> ColumnDescription {
    var type: UnsafePointer<CChar>?
    var collation: UnsafePointer<CChar>?
    let result = unsafe sqlite3_table_column_metadata(
      pointer, "main", table, column, &type, &collation, nil, nil, nil)
    guard result == SQLITE_OK else {
      return ColumnDescription(name: column, type: "", kind: .other)
    }
    var description = ColumnDescription(
      name: column, type: unsafe type.map { unsafe String(cString: $0) } ?? "", kind: .text)
    let name = unsafe collation.map { unsafe String(cString: $0) } ?? "BINARY"
    description.collation = name
    description.isDeterministic = name.uppercased() == "BINARY"
    description.ignoresCase = name.uppercased() == "NOCASE"
    description.collationSQL = QuotedIdentifier.quoted(name)
    return description
  }
}

package import Sectional

extension ResultsStore {
  /// Returns the place of the store's own change source at this moment.
  package func cursor() async throws -> Source.Cursor? {
    let source = changeSource()
    return try await read { reader in
      try await source.changes(in: .everything, since: nil, reader).cursor
    }
  }

  /// Returns which rows of some tables changed since a cursor, according to the store's own change source.
  package func changes(
    of tables: String..., since cursor: Source.Cursor
  ) async throws -> ChangedRows {
    let source = changeSource()
    return try await read { reader in
      try await source.changes(in: TableRegion(allColumnsOf: tables), since: cursor, reader).rows
    }
  }
}

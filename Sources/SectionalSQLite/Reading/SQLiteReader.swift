public import Sectional

/// Answers a list's questions inside a read transaction on an SQLite file.
public struct SQLiteReader: StoreReader, Sendable {
  let connection: SQLiteConnection

  /// Describes the rows of a table, a view or a statement.
  ///
  /// - Throws: `StoreError` where a table, a column or a key is missing.
  public func layout(of request: RowRequest) async throws -> RowLayout {
    try await connection.layout(of: request)
  }

  /// Reads every row of a query, in its order.
  ///
  /// - Throws: `StoreError` when SQLite can't run it.
  public func rows(of query: RowQuery) async throws -> FetchedRows {
    try await connection.rows(of: query)
  }

  /// Reads the rows of a table that have one of some keys.
  ///
  /// - Throws: `StoreError` when SQLite can't run it.
  public func rows(of query: RowQuery, for keys: Set<RowKey>) async throws -> FetchedRows {
    try await connection.rows(of: query, for: keys)
  }
}

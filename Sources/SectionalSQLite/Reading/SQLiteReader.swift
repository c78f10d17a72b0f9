public import Sectional

/// A reader that answers a list's requests inside a read transaction on an SQLite file.
public struct SQLiteReader: StoreReader, Sendable {
  let connection: SQLiteConnection

  /// Returns the version that the transaction reads.
  ///
  /// - Throws: `StoreError` if the file can't be read.
  public func version() async throws -> SQLiteStoreVersion? { try await connection.version() }

  /// Returns the layout of the rows of a table, a view or a statement.
  ///
  /// - Throws: `StoreError` if a table, a column or a key is missing.
  public func layout(of request: RowRequest) async throws -> RowLayout {
    try await connection.layout(of: request)
  }

  /// Reads every row of a query, in the query's order.
  ///
  /// - Throws: `StoreError` if SQLite can't run the query.
  public func rows(of query: RowQuery) async throws -> FetchedRows {
    try await connection.rows(of: query)
  }

  /// Returns what a request lacks: an index for its order, and change logs.
  ///
  /// - Throws: `StoreError` if the file can't be read.
  public func findings(about query: RowQuery) async throws -> [RequestFinding] {
    try await connection.findings(about: query)
  }

  /// Reads the rows of a table that have one of the given keys.
  ///
  /// - Throws: `StoreError` if SQLite can't run the query.
  public func rows(of query: RowQuery, for keys: Set<RowKey>) async throws -> FetchedRows {
    try await connection.rows(of: query, for: keys)
  }
}

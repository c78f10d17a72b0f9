public import Sectional
import SectionalSQL

/// A reader that answers a list's requests inside a read transaction on an SQLite file.
public struct SQLiteReader: StoreReader, Sendable {
  let connection: SQLiteConnection

  /// Returns the version that the transaction reads.
  ///
  /// - Throws: `StoreError` if the file can't be read.
  public func version() async throws(StoreError) -> SQLiteStoreVersion? {
    try await connection.use { connection throws(StoreError) in try connection.version() }
  }

  /// Returns the layout of the rows of a table, a view or a statement.
  ///
  /// - Throws: `StoreError` if a table, a column or a key is missing.
  public func layout(of request: RowRequest) async throws(StoreError) -> RowLayout {
    try await connection.use { connection throws(StoreError) in try connection.layout(of: request) }
  }

  /// Reads every row of a query, in the query's order.
  ///
  /// - Throws: `StoreError` if SQLite can't run the query.
  public func rows(of query: RowQuery) async throws(StoreError) -> FetchedRows {
    try await connection.use { connection throws(StoreError) in try connection.rows(of: query) }
  }

  /// Returns why rows can't be found by the values of another table: both columns must be declared alike, and the table's must
  /// compare text by its bytes.
  ///
  /// - Throws: `StoreError` if the file can't be read.
  public func lookupObstacle(
    of query: RowQuery, by column: Int, from table: RowQuery, _ other: Int
  ) async throws(StoreError) -> String? {
    try await connection.use { connection throws(StoreError) in
      try connection.lookupObstacle(of: query, by: column, from: table, other)
    }
  }

  /// Reads the rows of a query that have one of some values in a column.
  ///
  /// - Throws: `StoreError` if SQLite can't run the query.
  public func rows(
    of query: RowQuery, where column: Int, isIn values: [[StoredValue]]
  ) async throws(StoreError) -> FetchedRows {
    try await connection.use { connection throws(StoreError) in
      try connection.rows(of: query, where: column, isIn: values)
    }
  }

  /// Reads some of a query's rows that follow each other in its order: only these, if an index has the order.
  ///
  /// - Throws: `StoreError` if SQLite can't run the query.
  public func rows(of query: RowQuery, in page: RowPage) async throws(StoreError) -> FetchedRows {
    try await connection.use { connection throws(StoreError) in
      try connection.rows(of: query, in: page)
    }
  }

  /// Returns why pages of a query's rows can't be read without looking at all rows: mostly, an index is missing.
  ///
  /// - Throws: `StoreError` if the file can't be read.
  public func pageObstacle(of query: RowQuery) async throws(StoreError) -> RequestFinding? {
    try await connection.use { connection throws(StoreError) in
      try connection.pageObstacle(of: query)
    }
  }

  /// Returns what a request lacks: an index for its order, and change logs.
  ///
  /// - Throws: `StoreError` if the file can't be read.
  public func findings(about query: RowQuery) async throws(StoreError) -> [RequestFinding] {
    try await connection.use { connection throws(StoreError) in
      try connection.findings(about: query)
    }
  }

  /// Reads the rows of a table that have one of the given keys.
  ///
  /// - Throws: `StoreError` if SQLite can't run the query.
  public func rows(of query: RowQuery, for keys: Set<RowKey>) async throws(StoreError)
    -> FetchedRows
  {
    try await connection.use { connection throws(StoreError) in
      try connection.rows(of: query, for: keys)
    }
  }
}

// Call these inside a transaction.
extension SQLiteConnection {
  func layout(of request: RowRequest) throws(StoreError) -> RowLayout {
    try resolvedSource(for: request).layout
  }

  func statement(of query: RowQuery) throws(StoreError) -> QueryStatement {
    let resolved = try resolvedSource(for: query.request)
    return QueryStatement(
      slice: query, from: resolved.source, dialect: resolved.dialect, rowID: resolved.rowIDName)
  }

  func rows(of query: RowQuery) throws(StoreError) -> FetchedRows {
    try SQLiteRows(query, try resolvedSource(of: query), on: handle).all()
  }

  func lookupObstacle(
    of query: RowQuery, by column: Int, from table: RowQuery, _ other: Int
  ) throws(StoreError) -> String? {
    let rows = SQLiteRows(query, try resolvedSource(for: query.request), on: handle)
    return try rows.lookupObstacle(
      column, from: try resolvedSource(for: table.request).source,
      table.layout.columns.names[other])
  }

  func rows(
    of query: RowQuery, where column: Int, isIn values: [[StoredValue]]
  ) throws(StoreError) -> FetchedRows {
    try SQLiteRows(query, try resolvedSource(of: query), on: handle)
      .rows(where: column, isIn: values)
  }

  func rows(of query: RowQuery, in page: RowPage) throws(StoreError) -> FetchedRows {
    try SQLiteRows(query, try resolvedSource(of: query), on: handle).rows(in: page)
  }

  func rows(of query: RowQuery, for keys: Set<RowKey>) throws(StoreError) -> FetchedRows {
    try SQLiteRows(query, try resolvedSource(of: query), on: handle).rows(for: keys)
  }

  /// Returns what is known about the request of a query that is about to read rows.
  ///
  /// If a list needs to know what the rows will have been before they change, the store keeps that from now on.
  private func resolvedSource(of query: RowQuery) throws(StoreError) -> SQLiteResolvedSource {
    let resolved = try resolvedSource(for: query.request)
    if case .table(let table) = resolved.source, let columns = query.columnsOfOldRows {
      shared.oldValues.ask(for: columns, of: table, at: shared.commits.newest)
    }
    return resolved
  }

  func resolvedSource(for request: RowRequest) throws(StoreError) -> SQLiteResolvedSource {
    try resolvedSources.resolvedSource(for: request, on: handle, writeRecorder.authorizer)
  }
}

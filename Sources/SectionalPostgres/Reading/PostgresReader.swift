public import Sectional
import SectionalSQL

/// A reader that answers a list's requests inside a read transaction on a PostgreSQL server.
public struct PostgresReader: StoreReader, Sendable {
  let connection: PostgresConnection
  /// Returns the number of connections that the store has lost, as late as possible: this connection still answers then,
  /// so the server hasn't crashed by that time.
  let losses: @Sendable () -> Int

  /// Begins the transaction, and locks the tables that will be read before the server takes the snapshot.
  ///
  /// What a table's change log has since the version is read in the same round trip.
  ///
  /// - Throws: `StoreError` if a table is missing or can't be read.
  public func prepare(
    for requests: [RowRequest], since version: PostgresStoreVersion?
  ) async throws(StoreError) {
    try await ReadBeginning.begin(reading: requests, since: version, on: connection)
  }

  /// Returns the version that the transaction reads, or `nil` on a standby, or if the user isn't allowed to know it.
  ///
  /// - Throws: `StoreError` if the server can't answer.
  public func version() async throws(StoreError) -> PostgresStoreVersion? {
    try await LogReading.version(losses: losses(), on: connection)
  }

  /// Returns the layout of the rows of a table, a view or a statement.
  ///
  /// - Throws: `StoreError` if a table, a column or a key is missing.
  public func layout(of request: RowRequest) async throws(StoreError) -> RowLayout {
    try await RowReading.layout(of: request, on: connection)
  }

  /// Reads every row of a query, in the query's order.
  ///
  /// - Throws: `StoreError` if the server can't run the query.
  public func rows(of query: RowQuery) async throws(StoreError) -> FetchedRows {
    try await RowReading.rows(of: query, on: connection)
  }

  /// Returns why rows can't be found by the values of another table: both columns must have integers, texts or UUIDs, and no
  /// collation of the database may take different texts for equal.
  ///
  /// - Throws: `StoreError` if the server can't answer.
  public func lookupObstacle(
    of query: RowQuery, by column: Int, from table: RowQuery, _ other: Int
  ) async throws(StoreError) -> String? {
    try await RowReading.lookupObstacle(of: query, by: column, from: table, other, on: connection)
  }

  /// Reads the rows of a query that have one of some values in a column, which is an integer, text or a UUID.
  ///
  /// - Throws: `StoreError` if the server can't run the query, or with code `unsupported` if the column has another type.
  public func rows(
    of query: RowQuery, where column: Int, isIn values: [[StoredValue]]
  ) async throws(StoreError) -> FetchedRows {
    try await RowReading.rows(of: query, where: column, isIn: values, on: connection)
  }

  /// Reads some of a query's rows that follow each other in its order: only these, if the server has the same order.
  ///
  /// - Throws: `StoreError` if the server can't run the query.
  public func rows(of query: RowQuery, in page: RowPage) async throws(StoreError) -> FetchedRows {
    try await RowReading.rows(of: query, in: page, on: connection)
  }

  /// Returns why pages of a query's rows can't be read without looking at all rows: mostly, an index is missing.
  ///
  /// - Throws: `StoreError` if the server can't answer.
  public func pageObstacle(of query: RowQuery) async throws(StoreError) -> RequestFinding? {
    try await ListAdvice.pageObstacle(of: query, on: connection)
  }

  /// Returns what a request lacks: an index for its order, and a change log.
  ///
  /// - Throws: `StoreError` if the server can't answer.
  public func findings(about query: RowQuery) async throws(StoreError) -> [RequestFinding] {
    try await ListAdvice.findings(about: query, on: connection)
  }

  /// Reads the rows of a table that have one of the given keys.
  ///
  /// - Throws: `StoreError` if the server can't run the query.
  public func rows(of query: RowQuery, for keys: Set<RowKey>) async throws(StoreError)
    -> FetchedRows
  {
    try await RowReading.rows(of: query, for: keys, on: connection)
  }
}

extension ResultsRequest {
  /// Returns the SQL that reads the rows from a server.
  ///
  /// If SQL can't express a part of the predicate, the statement reads more rows than the list shows.
  ///
  /// - Parameters:
  ///   - store: The server.
  ///   - section: What defines the sections.
  /// - Returns: A single statement, with placeholders for arguments.
  /// - Throws: `StoreError` if a table, a column or a key is missing.
  public func sql(
    for store: PostgresStore, sectionBy section: SectionKey<Record>? = nil
  ) async throws(StoreError) -> String {
    let request = try rowRequest(sectionBy: section)
    return try await StoreError.wrapping {
      try await store.read { reader in
        try await reader.prepare(for: [request])
        let layout = try await reader.layout(of: request)
        let source = try await PostgresSource.find(of: request, on: reader.connection)
        let query = try RowQuery(request, layout: layout)
        let collations = try await ServerCollations.names(for: query, on: reader.connection)
        return QueryStatement(
          slice: query, from: request.rows.source,
          dialect: source.dialect(rules: request.rows.formingCells, .plain, collations), rowID: nil
        ).text
      }
    }
  }
}

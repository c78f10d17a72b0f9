public import Sectional
import SectionalSQL

/// Answers a list's questions inside a read transaction on a PostgreSQL server.
public struct PostgresReader: StoreReader, Sendable {
  let connection: PostgresConnection

  /// Begins the transaction, with the tables that will be read locked before the server decides what can be seen.
  ///
  /// - Throws: `StoreError` where a table is missing, or may not be read.
  public func prepare(for requests: [RowRequest]) async throws {
    try await connection.begin(reading: requests)
  }

  /// Describes the rows of a table, a view or a statement.
  ///
  /// - Throws: `StoreError` where a table, a column or a key is missing.
  public func layout(of request: RowRequest) async throws -> RowLayout {
    try await connection.layout(of: request)
  }

  /// Reads every row of a query, in its order.
  ///
  /// - Throws: `StoreError` when the server can't run it.
  public func rows(of query: RowQuery) async throws -> FetchedRows {
    try await connection.rows(of: query)
  }

  /// Reads the rows of a table that have one of some keys.
  ///
  /// - Throws: `StoreError` when the server can't run it.
  public func rows(of query: RowQuery, for keys: Set<RowKey>) async throws -> FetchedRows {
    try await connection.rows(of: query, for: keys)
  }
}

extension ResultsRequest {
  /// Returns the SQL that reads the rows from a server.
  ///
  /// Where the predicate has a part that SQL can't say, the statement reads more rows than the list shows.
  ///
  /// - Parameters:
  ///   - store: The server.
  ///   - section: What the sections are.
  /// - Returns: One statement; arguments stand in it as placeholders.
  /// - Throws: `StoreError` where a table, a column or a key is missing.
  public func sql(
    for store: PostgresStore, sectionBy section: SectionKey<Record>? = nil
  ) async throws -> String {
    let request = try rowRequest(sectionBy: section)
    return try await store.read { reader in
      let source = try await reader.connection.source(of: request)
      return try source.statement(RowQuery(request, layout: source.layout(of: request))).text
    }
  }
}

extension PostgresConnection {
  /// Describes the rows of a request, and remembers of whom they were for who asks what changed.
  func layout(of request: RowRequest) async throws(StoreError) -> RowLayout {
    let source = try await source(of: request)
    let layout = try source.layout(of: request)
    layouts[source.name] = (request, layout)
    return layout
  }

  /// Reads every row, or those whose identity is wanted.
  func rows(
    of query: RowQuery, where isWanted: (@Sendable (RowKey) -> Bool)? = nil
  ) async throws(StoreError) -> FetchedRows {
    let source = try await source(of: query.request)
    if context != nil { try await rows(script: PostgresPlanning.usual) { _ in } }
    return try await rows(of: query, source, by: source.statement(query), where: isWanted)
  }

  /// Reads the rows that a statement finds: all of them in order, or those of some keys.
  func rows(
    of query: RowQuery, _ source: PostgresSource, by statement: QueryStatement,
    isKeyed: Bool = false, where isWanted: (@Sendable (RowKey) -> Bool)? = nil
  ) async throws(StoreError) -> FetchedRows {
    let cells = PostgresCell.cells(of: query, source)
    // What sections are derived from stands behind the columns, and nothing else can.
    let keepsDigits = query.request.section?.isDerived != true
    var rows = FetchedRows(query, isOrdered: !isKeyed)
    try await self.rows(
      statement.text, arguments: statement.arguments.map { PostgresArgument($0) }, isKept: isKeyed
    ) { result throws(StoreError) in
      var contents = PackedRow(reservingCapacity: cells.count * 8)
      var digits: [String] = []
      for (place, cell) in cells.enumerated() {
        cell.append(result, place, to: &contents, &digits)
      }
      // A number that was rounded to be put in order is another one when the digits are.
      if keepsDigits { for text in digits { contents.append(.text(text)) } }
      try rows.append(contents, where: isWanted)
    }
    return rows
  }
}

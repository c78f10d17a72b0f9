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
  /// - Throws: `StoreError` if a table is missing or can't be read.
  public func prepare(for requests: [RowRequest]) async throws(StoreError) {
    try await connection.begin(reading: requests)
  }

  /// Returns the version that the transaction reads, or `nil` on a standby, or if the user isn't allowed to know it.
  ///
  /// - Throws: `StoreError` if the server can't answer.
  public func version() async throws(StoreError) -> PostgresStoreVersion? {
    try await connection.version(losses: losses())
  }

  /// Returns the layout of the rows of a table, a view or a statement.
  ///
  /// - Throws: `StoreError` if a table, a column or a key is missing.
  public func layout(of request: RowRequest) async throws(StoreError) -> RowLayout {
    try await connection.layout(of: request)
  }

  /// Reads every row of a query, in the query's order.
  ///
  /// - Throws: `StoreError` if the server can't run the query.
  public func rows(of query: RowQuery) async throws(StoreError) -> FetchedRows {
    try await connection.rows(of: query)
  }

  /// Returns why rows can't be found by the values of another table: both columns must have integers, texts or UUIDs, and no
  /// collation of the database may take different texts for equal.
  ///
  /// - Throws: `StoreError` if the server can't answer.
  public func lookupObstacle(
    of query: RowQuery, by column: Int, from table: RowQuery, _ other: Int
  ) async throws(StoreError) -> String? {
    try await connection.lookupObstacle(of: query, by: column, from: table, other)
  }

  /// Reads the rows of a query that have one of some values in a column, which is an integer, text or a UUID.
  ///
  /// - Throws: `StoreError` if the server can't run the query, or with code `unsupported` if the column has another type.
  public func rows(
    of query: RowQuery, where column: Int, isIn values: [[StoredValue]]
  ) async throws(StoreError) -> FetchedRows {
    try await connection.rows(of: query, where: column, isIn: values)
  }

  /// Reads some of a query's rows that follow each other in its order: only these, if the server has the same order.
  ///
  /// - Throws: `StoreError` if the server can't run the query.
  public func rows(of query: RowQuery, in page: RowPage) async throws(StoreError) -> FetchedRows {
    try await connection.rows(of: query, in: page)
  }

  /// Returns why pages of a query's rows can't be read without looking at all rows: mostly, an index is missing.
  ///
  /// - Throws: `StoreError` if the server can't answer.
  public func pageObstacle(of query: RowQuery) async throws(StoreError) -> RequestFinding? {
    try await connection.pageObstacle(of: query)
  }

  /// Returns what a request lacks: an index for its order, and a change log.
  ///
  /// - Throws: `StoreError` if the server can't answer.
  public func findings(about query: RowQuery) async throws(StoreError) -> [RequestFinding] {
    try await connection.findings(about: query)
  }

  /// Reads the rows of a table that have one of the given keys.
  ///
  /// - Throws: `StoreError` if the server can't run the query.
  public func rows(of query: RowQuery, for keys: Set<RowKey>) async throws(StoreError)
    -> FetchedRows
  {
    try await connection.rows(of: query, for: keys)
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
        let source = try await reader.connection.source(of: request)
        let query = try RowQuery(request, layout: layout)
        let collations = try await reader.connection.collations(for: query)
        return QueryStatement(
          slice: query, from: request.rows.source,
          dialect: source.dialect(rules: request.rows.formingCells, .plain, collations), rowID: nil
        ).text
      }
    }
  }
}

extension PostgresConnection {
  /// Returns the layout of a request's rows.
  func layout(of request: RowRequest) async throws(StoreError) -> RowLayout {
    let source = try await source(of: request)
    return try source.layout(of: request, transaction.dependence(of: request))
  }

  /// Reads every row, or those with a wanted key.
  func rows(
    of query: RowQuery, where isWanted: (@Sendable (RowKey) -> Bool)? = nil
  ) async throws(StoreError) -> FetchedRows {
    let source = try await source(of: query.request)
    if transaction.context != nil {
      try await rows(script: PostgresSettings.usualPlanning) { _ in }
    }
    do throws(StoreError) {
      let collations = try await collations(for: query)
      return try await rows(
        of: query, source, by: source.statement(query, printing, collations),
        isSortedHere: query.needsCollations
          && !source.dialect(rules: nil, printing, collations).canOrder(query),
        where: isWanted)
    } catch {
      throw source.refusal(of: query.layout.columns, error)
        ?? (error.code == .invalidQuery ? error.about(query.request.storeTextPart) : error)
    }
  }

  /// Reads the rows that a statement returns: all rows in order, or those with given keys.
  func rows(
    of query: RowQuery, _ source: PostgresSource, by statement: QueryStatement,
    isKeyed: Bool = false, isSortedHere: Bool = false,
    where isWanted: (@Sendable (RowKey) -> Bool)? = nil
  ) async throws(StoreError) -> FetchedRows {
    let reading = RowReading(query, source)
    var rows = FetchedRows(
      query, isOrdered: !isKeyed && !isSortedHere && !source.mustSortHere(query, printing))
    var misfit: StoreError?
    try await self.rows(
      statement.text, arguments: statement.arguments.map { PostgresArgument($0) }, isKept: isKeyed
    ) { result throws(StoreError) in
      guard misfit == nil else { return }
      do throws(StoreError) {
        try rows.append(reading.contents(of: result), where: isWanted)
      } catch {
        // The list can go on with the keys of these rows alone, in the same transaction.
        guard isKeyed else { throw error }
        misfit = error
      }
    }
    if let misfit { throw misfit }
    try await checkPartitions(of: source, query.request)
    return rows
  }
}

/// How the rows of a query are read from the server's answers.
struct RowReading: Sendable {
  private let cells: [PostgresCell]
  private let keepsDigits: Bool

  init(_ query: RowQuery, _ source: PostgresSource) {
    cells = PostgresCell.cells(of: query, source)
    // The values that sections are derived from come after the columns, where nothing else can then be stored.
    keepsDigits = query.request.order.section?.isDerived != true
  }

  /// Returns the cells of a result's only row.
  func contents(of result: PostgresResult) -> PackedRow {
    var contents = PackedRow(reservingCapacity: cells.count * 8)
    var digits: [String] = []
    for (place, cell) in cells.enumerated() {
      cell.append(result, place, to: &contents, &digits)
    }
    // A number that was rounded for ordering has changed if its digits have.
    if keepsDigits { for text in digits { contents.append(.text(text)) } }
    return contents
  }
}

import Sectional
import SectionalSQL

/// Reads a query's rows, and decodes them from the server's answers.
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

extension RowReading {
  /// Returns the layout of a request's rows.
  static func layout(of request: RowRequest, on connection: isolated PostgresConnection)
    async throws(StoreError) -> RowLayout
  {
    let source = try await PostgresSource.find(of: request, on: connection)
    return try source.layout(of: request, connection.transaction.dependence(of: request))
  }

  /// Reads every row, or those with a wanted key.
  static func rows(
    of query: RowQuery, on connection: isolated PostgresConnection,
    where isWanted: (@Sendable (RowKey) -> Bool)? = nil
  ) async throws(StoreError) -> FetchedRows {
    let source = try await PostgresSource.find(of: query.request, on: connection)
    if connection.transaction.context != nil {
      try await connection.rows(script: PostgresSettings.usualPlanning) { _ in }
    }
    do throws(StoreError) {
      let collations = try await ServerCollations.names(for: query, on: connection)
      return try await rows(
        of: query, source, by: source.statement(query, connection.printing, collations),
        isSortedHere: query.needsCollations
          && !source.dialect(rules: nil, connection.printing, collations).canOrder(query),
        on: connection, where: isWanted)
    } catch {
      throw source.refusal(of: query.layout.columns, error)
        ?? (error.code == .invalidQuery ? error.about(query.request.storeTextPart) : error)
    }
  }

  /// Reads the rows that a statement returns: all rows in order, or those with given keys.
  static func rows(
    of query: RowQuery, _ source: PostgresSource, by statement: QueryStatement,
    isKeyed: Bool = false, isSortedHere: Bool = false,
    on connection: isolated PostgresConnection,
    where isWanted: (@Sendable (RowKey) -> Bool)? = nil
  ) async throws(StoreError) -> FetchedRows {
    let reading = RowReading(query, source)
    var rows = FetchedRows(
      query,
      isOrdered: !isKeyed && !isSortedHere && !source.mustSortHere(query, connection.printing))
    var misfit: StoreError?
    try await connection.rows(
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
    try await checkPartitions(of: source, query.request, on: connection)
    return rows
  }
}

import Sectional
import SectionalSQL

extension RowReading {
  /// Reads some of a query's rows that follow each other in its order.
  static func rows(of query: RowQuery, in page: RowPage, on connection: isolated PostgresConnection)
    async throws(StoreError) -> FetchedRows
  {
    let source = try await PostgresSource.find(of: query.request, on: connection)
    if connection.transaction.context != nil {
      try await connection.rows(script: PostgresSettings.usualPlanning) { _ in }
    }
    do throws(StoreError) {
      let collations = try await ServerCollations.names(for: query, on: connection)
      let dialect = source.dialect(
        rules: query.request.rows.formingCells, connection.printing, collations)
      let limit = limit(of: page, query)
      if let limit, try await hasExactOrder(query, source, dialect, on: connection) {
        let rows = try await ordered(page, of: query, source, dialect, limit: limit, on: connection)
        if let rows { return rows }
      }
      var rows = FetchedRows(query, page: page)
      try await append(
        source.statement(query, connection.printing, collations), to: &rows, source, on: connection)
      return rows
    } catch {
      throw source.refusal(of: query.layout.columns, error)
        ?? (error.code == .invalidQuery ? error.about(query.request.storeTextPart) : error)
    }
  }

  /// Returns how many rows to request; some more if some may be left out here, and `nil` if it is all of them anyway.
  static func limit(of page: RowPage, _ query: RowQuery) -> Int? {
    guard page.count < 1 << 40 else { return nil }
    guard query.request.rows.mayLeaveOutFoundRows else { return page.count }
    let (limit, overflows) = (page.count * 2 + 100).addingReportingOverflow(page.rank ?? 0)
    return overflows || limit >= 1 << 40 ? nil : limit
  }

  /// Returns whether the server's order is exactly the list's.
  static func hasExactOrder(
    _ query: RowQuery, _ source: PostgresSource, _ dialect: PostgresDialect,
    on connection: isolated PostgresConnection
  ) async throws(StoreError) -> Bool {
    guard dialect.hasExactOrder(of: query), !source.mustSortHere(query, connection.printing) else {
      return false
    }
    for condition in dialect.oddDates(of: query) {
      var statement = SQLText("SELECT EXISTS (SELECT FROM ")
      statement.append(source.text, dialect)
      statement.append(" WHERE \(condition))")
      var isOdd = false
      try await connection.rows(
        statement.text, arguments: statement.arguments.map { PostgresArgument($0) }
      ) { isOdd = $0.bool(at: 0) }
      guard !isOdd else { return false }
    }
    return true
  }

  /// Reads a page in the server's order.
  ///
  /// - Returns: The rows, or `nil` if too many rows were left out here, or the position can't be compared there.
  private static func ordered(
    _ page: RowPage, of query: RowQuery, _ source: PostgresSource, _ dialect: PostgresDialect,
    limit: Int, on connection: isolated PostgresConnection
  ) async throws(StoreError) -> FetchedRows? {
    let leavesRowsOut = query.request.rows.mayLeaveOutFoundRows
    let levels = KeysetLevels(page, of: query, dialect, rowID: nil)
    // Where the server can't compare the position, the rows are found by counting.
    let isFound = page.rank != nil || page.isOfLastRows || levels != nil
    guard let page = isFound ? page : page.byRank else { return nil }
    let skipped = leavesRowsOut ? 0 : page.rank ?? 0
    var rows = FetchedRows(query, page: page, isOrdered: true, skipped: skipped)
    for condition in levels.map({ $0.conditions.map(Optional.some) }) ?? [nil]
    where !rows.isFilled {
      let limit = leavesRowsOut ? limit : min(limit, rows.missing)
      let statement = QueryStatement(
        page: query, from: query.request.rows.source, dialect: dialect, rowID: nil,
        where: condition,
        isReversed: page.isReversed, limit: limit, offset: skipped)
      let count = try await append(statement, to: &rows, source, on: connection)
      guard !leavesRowsOut || rows.isFilled || count < limit else { return nil }
    }
    return rows
  }

  /// Reads the rows that a statement returns, and returns their number.
  @discardableResult private static func append(
    _ statement: QueryStatement, to rows: inout FetchedRows, _ source: PostgresSource,
    on connection: isolated PostgresConnection
  ) async throws(StoreError) -> Int {
    let reading = RowReading(rows.query, source)
    var (count, misfit) = (0, StoreError?.none)
    try await connection.rows(
      statement.text, arguments: statement.arguments.map { PostgresArgument($0) }
    ) { result throws(StoreError) in
      guard misfit == nil else { return }
      // The list can go on with other rows, in the same transaction.
      do throws(StoreError) { try rows.append(reading.contents(of: result)) } catch {
        misfit = error
      }
      count += 1
    }
    if let misfit { throw misfit }
    try await checkPartitions(of: source, rows.query.request, on: connection)
    return count
  }
}

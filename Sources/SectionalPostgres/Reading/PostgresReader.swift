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
    try await connection.source(of: request).layout(of: request)
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
    try await connection.rows(of: query) { keys.contains($0) }
  }
}

extension FetchRequest {
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
  /// Reads every row, or those whose identity is wanted.
  func rows(
    of query: RowQuery, where isWanted: (@Sendable (RowKey) -> Bool)? = nil
  ) async throws(StoreError) -> FetchedRows {
    let source = try await source(of: query.request)
    let dialect = source.dialect(rules: query.request.cells)
    let statement = source.statement(query)
    let names = query.layout.columns.names
    let sorted = Set(query.ordering.sort.map(\.column))
    let cells = names.enumerated().map { place, name in
      // The columns that the request has rules for come first.
      PostgresCell(
        type: dialect.type(of: name), rule: query.request.cells?.dropFirst(place).first,
        isOrdered: sorted.contains(place))
    }
    // What sections are derived from stands behind the columns, and nothing else can.
    let keepsDigits = query.request.section?.isDerived != true
    var rows = FetchedRows(query)
    try await self.rows(
      statement.text, arguments: statement.arguments.map { PostgresArgument($0) }
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

/// How the cells of one column are read.
private struct PostgresCell {
  let type: PostgresType
  let rule: CellRule?
  /// Whether rows are ordered by the column.
  let isOrdered: Bool

  func append(
    _ result: PostgresResult, _ place: Int, to contents: inout PackedRow, _ digits: inout [String]
  ) {
    let isThere: Void? = unsafe result.withBytes(at: place) { bytes in
      unsafe type.append(bytes, for: rule, isOrdered: isOrdered, to: &contents)
      if isOrdered, let text = unsafe type.digitsBeyondCell(bytes, for: rule) {
        digits.append(text)
      }
    }
    if isThere == nil { contents.appendNull() }
  }
}

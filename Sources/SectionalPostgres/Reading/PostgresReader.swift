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
  public func rows(of query: RowQuery) async throws -> [OrderedRow] {
    try await connection.rows(of: query)
  }

  /// Reads the rows of a table that have one of some keys.
  ///
  /// - Throws: `StoreError` when the server can't run it.
  public func rows(of query: RowQuery, for keys: Set<RowKey>) async throws -> [OrderedRow] {
    try await connection.rows(of: query).filter { keys.contains($0.key) }
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
  /// Reads every row.
  func rows(of query: RowQuery) async throws(StoreError) -> [OrderedRow] {
    let source = try await source(of: query.request)
    let dialect = source.dialect(rules: query.request.cells)
    let statement = source.statement(query)
    let names = query.layout.columns.names
    let cells = names.enumerated().map { place, name in
      // The columns that the request has rules for come first.
      (type: dialect.type(of: name), rule: query.request.cells?.dropFirst(place).first)
    }
    let ordering = query.ordering.sort.map(\.column).filter {
      names.indices.contains($0) && cells[$0].type == .number
    }
    var rows: [OrderedRow] = []
    try await self.rows(
      statement.text, arguments: statement.arguments.map { PostgresArgument($0) }
    ) {
      result throws(StoreError) in
      var contents = PackedRow(reservingCapacity: cells.count * 8)
      for (place, cell) in cells.enumerated() {
        let isThere: Void? = unsafe result.withBytes(at: place) {
          unsafe cell.type.append($0, for: cell.rule, to: &contents)
        }
        if isThere == nil { contents.appendNull() }
      }
      for place in ordering {
        guard case .text = contents.value(at: place) else { continue }
        throw StoreError(
          .unexpectedCell,
          "a cell of \(quoted(names[place])) has more digits than can be put in order here; "
            + "leave it out of the order, or sort by a query's \(names[place])::float8")
      }
      if let row = try query.row(contents) { rows.append(row) }
    }
    return rows
  }
}

import Foundation
import Sectional
import SectionalSQL

extension RowReading {
  /// Returns why rows can't be found by the values of another table.
  static func lookupObstacle(
    of query: RowQuery, by column: Int, from table: RowQuery, _ other: Int,
    on connection: isolated PostgresConnection
  ) async throws(StoreError) -> String? {
    let names = (query.layout.columns.names[column], table.layout.columns.names[other])
    let cast = try await PostgresSource.find(of: query.request, on: connection).dialect(rules: nil)
      .castOfFoundValues(names.0)
    let type = try await PostgresSource.find(of: table.request, on: connection).dialect(rules: nil)
      .castOfFoundValues(names.1)
    guard let cast, cast == type else {
      return "\(quoted(names.0)) and \(quoted(names.1)) don't both have integers, texts or UUIDs"
    }
    guard cast == "pg_catalog.text" else { return nil }
    var isLoose = true
    try await connection.rows(
      "SELECT EXISTS (SELECT FROM pg_catalog.pg_collation c WHERE NOT c.collisdeterministic)"
    ) { isLoose = $0.bool(at: 0) }
    return isLoose
      ? "a collation of the database takes different texts for equal, so rows can't be found by \(quoted(names.0))"
      : nil
  }

  /// Reads the rows that have one of some values in a column.
  ///
  /// - Throws: `StoreError` with code `unsupported` if the column's type has no operator that is known to find exactly these.
  static func rows(
    of query: RowQuery, where column: Int, isIn values: [[StoredValue]],
    on connection: isolated PostgresConnection
  ) async throws(StoreError) -> FetchedRows {
    let source = try await PostgresSource.find(of: query.request, on: connection)
    if connection.transaction.context != nil {
      try await connection.rows(script: PostgresSettings.usualPlanning) { _ in }
    }
    let dialect = source.dialect(rules: query.request.rows.formingCells, connection.printing)
    let statement = QueryStatement(
      rowsWhere: try dialect.isOneOf(
        values.flatMap(\.self), query.layout.columns.names[column]),
      of: query, from: query.request.rows.source, dialect: dialect)
    do throws(StoreError) {
      return try await rows(
        of: query, source, by: statement, isKeyed: true, on: connection)
    } catch {
      throw source.refusal(of: query.layout.columns, error)
        ?? (error.code == .invalidQuery ? error.about(query.request.storeTextPart) : error)
    }
  }
}

extension PostgresDialect {
  /// Returns the type to which values are cast that rows are found by in a column, or `nil` if rows can't be found by it.
  func castOfFoundValues(_ name: String) -> String? {
    switch type(of: name) {
    case .integer: "pg_catalog.int8"
    case .text: "pg_catalog.text"
    case .uuid: "pg_catalog.uuid"
    case .boolean, .real, .number, .paddedText, .bytes, .date, .timestamp, .timestampWithZone,
      .other, .custom:
      nil
    }
  }

  /// Returns the condition that a column has one of some values.
  fileprivate func isOneOf(
    _ values: [StoredValue], _ name: String
  ) throws(StoreError) -> SQLText {
    guard let cast = castOfFoundValues(name) else {
      throw StoreError(
        .unsupported,
        "rows can't be found by \(quoted(name)), which is neither an integer, nor text, nor a UUID")
    }
    var texts: [String] = []
    for value in values where value != .null {
      guard let text = type(of: name).text(of: value) else {
        throw StoreError(
          .unsupported,
          "\(quoted(name)) and the followed table's column have values of different types")
      }
      texts.append(text)
    }
    let isOneOf = "\(column(name)) \(PostgresDialect.equal) ANY (?::\(cast)[])"
    return SQLText(
      values.contains(.null) ? "(\(isOneOf) OR \(column(name)) IS NULL)" : isOneOf,
      [.text(PostgresArray.text(of: texts))])
  }
}

extension PostgresType {
  /// Returns a value as the server reads it, or `nil` if the type doesn't have it.
  fileprivate func text(of value: StoredValue) -> String? {
    switch (self, value) {
    case (.integer, .integer(let integer)): "\(integer)"
    case (.text, .text(let text)): text.utf8.contains(0) ? nil : text
    case (.uuid, .text(let text)): UUID(uuidString: text)?.uuidString
    case (.uuid, .blob(let bytes)): UUID(cell: .blob(bytes), as: .blob)?.uuidString
    default: nil
    }
  }
}

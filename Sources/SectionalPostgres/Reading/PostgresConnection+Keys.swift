import Sectional
import SectionalSQL

extension PostgresConnection {
  /// Reads the rows that have one of some keys, by the texts that the change log has for them.
  ///
  /// A key that the log did not name, and that has no plain text, is found by looking at every row.
  func rows(
    of query: RowQuery, for keys: Set<RowKey>
  ) async throws(StoreError) -> FetchedRows {
    let source = try await source(of: query.request)
    let key = source.primaryKey
    let logged = keys.compactMap { loggedKeys[$0] ?? source.texts(of: $0).map { [$0] } }
    let texts = logged.flatMap(\.self)
    guard logged.count == keys.count, texts.allSatisfy({ $0.count == key.count }), !key.isEmpty
    else { return try await rows(of: query) { keys.contains($0) } }
    let columns = key.map(SQLIdentifier.quoted)
    let arrays = key.indices.map { place in PostgresArray.text(of: texts.map { $0[place] }) }
    let placeholders = source.keyTypes.map { "?::\($0)[]" }
    let condition =
      key.count == 1
      ? "\(columns[0]) = ANY(\(placeholders[0]))"
      : "(\(columns.joined(separator: ", "))) IN (SELECT * FROM unnest(\(placeholders.joined(separator: ", "))))"
    let statement = SelectStatement(
      rowsWhere: SQLText(condition, arrays.map(Value.text)), of: query, from: query.request.source,
      dialect: source.dialect(rules: query.request.cells))
    return try await rows(of: query, source, by: statement, isKeyed: true)
  }
}

extension PostgresSource {
  /// Returns a key's values as the server writes them, for types whose values have one text each.
  fileprivate func texts(of key: RowKey) -> [String]? {
    guard case .key(let values) = key.identity, values.count == keyTypes.count else { return nil }
    let texts = zip(values, keyTypes).map { value, type -> String? in
      switch (value, type) {
      case (.integer(let integer), "smallint"), (.integer(let integer), "integer"),
        (.integer(let integer), "bigint"):
        "\(integer)"
      case (.text(let text), "text"), (.text(let text), "uuid"): text
      default: nil
      }
    }
    return texts.contains(nil) ? nil : texts.compactMap(\.self)
  }
}

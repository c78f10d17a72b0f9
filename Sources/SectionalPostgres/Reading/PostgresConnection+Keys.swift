import Sectional
import SectionalSQL

extension PostgresConnection {
  /// Reads the rows that have one of the given keys, using the keys' text in the change log.
  ///
  /// If a key isn't in the log and its types don't have a unique text for each value, every row is read to find it.
  func rows(
    of query: RowQuery, for keys: Set<RowKey>
  ) async throws(StoreError) -> FetchedRows {
    let source = try await source(of: query.request)
    let key = source.primaryKey
    let logged = keys.compactMap { loggedKeys[$0] ?? source.texts(of: $0).map { [$0] } }
    let texts = logged.flatMap(\.self)
    guard logged.count == keys.count, texts.allSatisfy({ $0.count == key.count }), !key.isEmpty
    else { return try await rows(of: query) { keys.contains($0) } }
    let arrays = key.indices.map { place in PostgresArray.text(of: texts.map { $0[place] }) }
    let statement = QueryStatement(
      rowsWhere: SQLText(source.isOneOfKeys, arrays.map(StoredValue.text)), of: query,
      from: query.request.source, dialect: source.dialect(rules: query.request.cells))
    return try await rows(of: query, source, by: statement, isKeyed: true)
  }
}

extension PostgresSource {
  /// The condition that a row has one of the given keys, with an array for each column of the key.
  fileprivate var isOneOfKeys: String {
    let columns = zip(primaryKey, keyTypes).map { column, type in keyColumn(column, type) }
    guard columns.count > 1 else {
      return "\(columns[0].value) \(columns[0].equality) ANY (\(columns[0].array))"
    }
    // In FROM, a composite would be expanded into a column for each of its fields.
    let values = columns.enumerated().map {
      "pg_catalog.unnest(\($1.array)) AS sectional_\($0 + 1)"
    }
    let conditions = columns.enumerated().map {
      "\($1.value) \($1.equality) wanted.sectional_\($0 + 1)"
    }
    return "EXISTS (SELECT FROM (SELECT \(values.joined(separator: ", "))) AS wanted "
      + "WHERE \(conditions.joined(separator: " AND ")))"
  }

  /// Returns how a key column is compared with the wanted values.
  ///
  /// A domain is compared as its base type, because the server has no equality operator for a domain over a domain. If
  /// values of the type must not be sent, their text is compared, which can't use an index.
  private func keyColumn(
    _ column: String, _ type: String?
  ) -> (value: String, equality: String, array: String) {
    let dialect = dialect(rules: nil)
    let name = "\(text.text).\(dialect.column(column))"
    guard let type else {
      return (
        "pg_catalog.format('%s', \(name))", PostgresDialect.equal, "?::pg_catalog.text[]"
      )
    }
    return ("\(name)::\(type)", dialect.equality(of: column), "?::\(type)[]")
  }
}

extension PostgresSource {
  /// Returns a key's values as the server writes them, if each value of their types has only one text.
  fileprivate func texts(of key: RowKey) -> [String]? {
    guard case .key(let values) = key.identity, values.count == keyTypes.count else { return nil }
    let texts = zip(values, keyTypes).map { value, type -> String? in
      switch (value, type) {
      case (.integer(let integer), "pg_catalog.int2"), (.integer(let integer), "pg_catalog.int4"),
        (.integer(let integer), "pg_catalog.int8"):
        "\(integer)"
      case (.text(let text), "pg_catalog.text"), (.text(let text), "pg_catalog.uuid"): text
      default: nil
      }
    }
    return texts.contains(nil) ? nil : texts.compactMap(\.self)
  }
}

import Foundation
import Sectional
import SectionalSQL

extension RowReading {
  /// Reads the rows that have one of the given keys, using the keys' text in the change log.
  ///
  /// If a key isn't in the log and its types don't have a unique text for each value, every row is read to find it.
  static func rows(
    of query: RowQuery, for keys: Set<RowKey>, on connection: isolated PostgresConnection
  ) async throws(StoreError) -> FetchedRows {
    let source = try await PostgresSource.find(of: query.request, on: connection)
    if let rows = try connection.transaction.rowsAlreadyRead(of: query, source, for: keys) {
      return rows
    }
    let key = source.primaryKey
    let known = connection.transaction.logs.keyTexts[source.name] ?? [:]
    let logged = keys.compactMap { known[$0] ?? source.texts(of: $0).map { [$0] } }
    let texts = logged.flatMap(\.self)
    guard logged.count == keys.count, texts.allSatisfy({ $0.count == key.count }), !key.isEmpty
    else { return try await rows(of: query, on: connection) { keys.contains($0) } }
    let arrays = key.indices.map { place in PostgresArray.text(of: texts.map { $0[place] }) }
    let isPartitioned = connection.transaction.relation(source.name)?.kind == .partitionedTable
    let statement = keyedStatement(
      for: query, source, isPartitioned ? arrays + arrays : arrays, on: connection)
    if isPartitioned { try await planForArguments(on: connection) }
    let rows = try await rows(
      of: query, source, by: statement, isKeyed: true, on: connection)
    NamedRowsQuestion.keep(about: query, source, readBy: statement, on: connection)
    return rows
  }
}

extension RowReading {
  /// Returns the statement that reads the rows with some keys, whose text is made once.
  private static func keyedStatement(
    for query: RowQuery, _ source: PostgresSource, _ arrays: [String],
    on connection: isolated PostgresConnection
  ) -> QueryStatement {
    let stamp = connection.transaction.context?.table(source.name)?.stamp
    let switches = connection.printing.switches
    if let stamp,
      let known = connection.catalogCache.keyedStatement(
        for: query, printing: switches, stamp: stamp)
    {
      return known.replacingLastArguments(with: arrays.map(StoredValue.text))
    }
    let statement = QueryStatement(
      rowsWhere: SQLText(
        source.isOneOfKeys(
          connection.printing, isPartitioned: arrays.count > source.primaryKey.count),
        arrays.map(StoredValue.text)), of: query,
      from: query.request.rows.source,
      dialect: source.dialect(rules: query.request.rows.formingCells, connection.printing))
    if let stamp {
      connection.catalogCache.keep(statement, for: query, printing: switches, stamp: stamp)
    }
    return statement
  }
}

extension PostgresSource {
  /// Returns the condition that a row has one of the given keys, with an array for each column of the key; two for a
  /// partitioned table, whose partitions the server finds by comparisons of single columns.
  fileprivate func isOneOfKeys(_ printing: PostgresPrinting, isPartitioned: Bool) -> String {
    let columns = zip(primaryKey, keyTypes).map { column, type in
      keyColumn(column, type, printing)
    }
    let singly = columns.map { "\($0.value) \($0.equality) ANY (\($0.array))" }
    let prefix = isPartitioned ? singly.joined(separator: " AND ") + " AND " : ""
    guard columns.count > 1 else { return prefix + singly[0] }
    // In FROM, a composite would be expanded into a column for each of its fields.
    let values = columns.enumerated().map {
      "pg_catalog.unnest(\($1.array)) AS sectional_\($0 + 1)"
    }
    let conditions = columns.enumerated().map {
      "\($1.value) \($1.equality) wanted.sectional_\($0 + 1)"
    }
    return prefix + "EXISTS (SELECT FROM (SELECT \(values.joined(separator: ", "))) AS wanted "
      + "WHERE \(conditions.joined(separator: " AND ")))"
  }

  /// Returns how a key column is compared with the wanted values.
  ///
  /// A domain is compared as its base type, because the server has no equality operator for a domain over a domain. If the
  /// type must not be named, texts are compared, which can't use an index.
  func keyColumn(
    _ column: String, _ type: String?, _ printing: PostgresPrinting
  ) -> (value: String, equality: String, array: String) {
    let dialect = dialect(rules: nil)
    let name = "\(text.text).\(dialect.column(column))"
    guard let type else {
      return (
        printing.text("pg_catalog.format('%s', \(name))"), PostgresDialect.equal,
        "?::pg_catalog.text[]"
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
        PostgresType.holds(integer, type) ? "\(integer)" : nil
      case (.text(let text), "pg_catalog.text"): text.utf8.contains(0) ? nil : text
      case (.text(let text), "pg_catalog.uuid"): UUID(uuidString: text)?.uuidString.lowercased()
      default: nil
      }
    }
    return texts.contains(nil) ? nil : texts.compactMap(\.self)
  }
}

extension PostgresType {
  /// Returns whether an integer type of the server has a number, which is an error in an array otherwise.
  fileprivate static func holds(_ integer: Int64, _ type: String?) -> Bool {
    switch type {
    case "pg_catalog.int2": Int16(exactly: integer) != nil
    case "pg_catalog.int4": Int32(exactly: integer) != nil
    default: true
    }
  }
}

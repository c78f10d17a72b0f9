/// Reads from a snapshot of a memory store.
public struct MemoryReader: StoreReader, Sendable {
  let state: MemoryStore.State

  /// Returns the number of commits so far.
  public func version() -> Int? { state.version }

  /// Returns the layout of a request's rows.
  ///
  /// - Throws: ``StoreError`` if the table doesn't exist or the request needs a query language.
  public func layout(of request: RowRequest) throws(StoreError) -> RowLayout {
    if let joined = try joined(request) { return try joined.layout(of: request) }
    let table = try table(of: request)
    return try request.layout(
      ofTableWith: table.columns, primaryKey: table.keyColumns.map { table.columns.names[$0] })
  }

  /// Reads every row of a table.
  ///
  /// - Throws: ``StoreError`` if the table doesn't exist or a cell doesn't fit its property.
  public func rows(of query: RowQuery) throws(StoreError) -> FetchedRows {
    if let joined = try joined(query.request) { return try joined.rows(of: query) }
    let table = try table(of: query.request)
    return try rows(table.rows.values, of: table, query)
  }

  /// Reads the rows of a table that have one of the given keys.
  ///
  /// - Throws: ``StoreError`` if the table doesn't exist or a cell doesn't fit its property.
  public func rows(
    of query: RowQuery, for keys: Set<RowKey>
  ) throws(StoreError) -> FetchedRows {
    let table = try table(of: query.request)
    return try rows(keys.compactMap { table.rows[$0] }, of: table, query)
  }

  /// Reads the rows that have one of some values in a column.
  ///
  /// The key of a table with columns of other tables leads to its rows; for other columns, all rows are looked at.
  ///
  /// - Throws: ``StoreError`` if the table doesn't exist or a cell doesn't fit its property.
  public func rows(
    of query: RowQuery, where column: Int, isIn values: [[StoredValue]]
  ) throws(StoreError) -> FetchedRows {
    guard let joined = try joined(query.request) else { return try rows(of: query) }
    return try joined.rows(
      of: query, where: query.layout.columns.names[column],
      isIn: Set(values.joined().map { RowKey([$0]) }))
  }

  private func joined(_ request: RowRequest) throws(StoreError) -> MemoryJoin? {
    guard case .joined(let table) = request.rows.source, request.rows.storePredicate == nil else {
      return nil
    }
    return try MemoryJoin(table, in: state)
  }

  private func rows(
    _ rows: some Sequence<PackedRow>, of table: MemoryTable, _ query: RowQuery
  ) throws(StoreError) -> FetchedRows {
    let isWhole = query.layout.columns.names == table.columns.names
    var places: [Int] = []
    for name in query.layout.columns.names { places.append(try table.columns.resolve(name)) }
    var fetched = FetchedRows(query, isOrdered: false)
    for row in rows {
      try fetched.append(isWhole ? row : PackedRow(places.map(row.value(at:))))
    }
    return fetched
  }

  private func table(of request: RowRequest) throws(StoreError) -> MemoryTable {
    try state.table(named: request.tableName())
  }
}

extension MemoryStore.State {
  /// Returns the table with the given name, which must match exactly.
  func table(named name: String) throws(StoreError) -> MemoryTable {
    guard let table = tables[name] else { throw .noTable(name, among: tables.keys.sorted()) }
    return table
  }
}

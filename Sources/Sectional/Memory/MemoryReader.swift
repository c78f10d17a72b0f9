/// Answers a list's questions from a snapshot of a memory store.
public struct MemoryReader: StoreReader, Sendable {
  let state: MemoryStore.State

  /// Describes the rows of a table.
  ///
  /// - Throws: ``StoreError`` when the table does not exist or the request needs a query language.
  public func layout(of request: RowRequest) throws(StoreError) -> RowLayout {
    let table = try table(of: request)
    var keyColumns = table.keyColumns
    if let names = request.keyColumns {
      keyColumns = []
      for name in names { keyColumns.append(try table.columns.resolve(name)) }
    }
    return RowLayout(
      columns: table.columns, keyColumns: keyColumns, fallsBackToRowID: false,
      tables: [table.name], isRowLocal: keyColumns == table.keyColumns)
  }

  /// Reads every row of a table, in order.
  ///
  /// - Throws: ``StoreError`` when the table does not exist.
  public func rows(of query: RowQuery) throws(StoreError) -> [OrderedRow] {
    try table(of: query.request).rows.values
      .map { query.ordering.row($0) }
      .sorted(by: OrderedRow.precedes)
  }

  /// Reads the rows of a table that have one of some keys.
  ///
  /// - Throws: ``StoreError`` when the table does not exist.
  public func rows(
    of query: RowQuery, for keys: Set<RowKey>
  ) throws(StoreError) -> [OrderedRow] {
    let rows = try table(of: query.request).rows
    return keys.compactMap { rows[$0].map { query.ordering.row($0) } }
  }

  private func table(of request: RowRequest) throws(StoreError) -> MemoryTable {
    guard case .table(let name) = request.source, request.filter == nil else {
      throw StoreError(
        .unsupported, "a memory store reads no query language; ask for a whole table")
    }
    guard let table = state.tables[name] else {
      throw .noTable(name, among: state.tables.keys.sorted())
    }
    return table
  }
}

public import Sectional

extension ResultsController where Record: StoredRecord {
  /// Shows the records that another read-only statement returns, in the same sections and order, with the same aggregates and
  /// the same part of the rows, but without a condition, a search and followed tables, and reports the differences as a change.
  ///
  /// - Parameters:
  ///   - sql: The statement, with a placeholder for each argument.
  ///   - arguments: The values of the placeholders; they are bound.
  ///   - isolation: The owner's actor.
  /// - Throws: `StoreError` if the store can't be read; the list then continues with its previous request. The code is
  ///   `cancelled` if the task was cancelled or a newer request took over.
  public func setRequest(
    sql: String, arguments: [any ColumnValue] = [], isolation: isolated any Actor = #isolation
  ) async throws(StoreError) {
    let other = ResultsRequest<Record>(sql: sql, arguments: arguments)
    let request = fetchRequest.replacingSource(by: other.source)
    try await setRequest(request, isolation: isolation)
  }
}

extension ResultsController where Record == StoredRow {
  /// Shows the rows that another read-only statement returns, in the same sections and order, with the same key columns,
  /// aggregates and part of the rows, but without a condition, a search and followed tables, and reports the differences as a
  /// change.
  ///
  /// - Parameters:
  ///   - sql: The statement, with a placeholder for each argument.
  ///   - arguments: The values of the placeholders; they are bound.
  ///   - isolation: The owner's actor.
  /// - Throws: `StoreError` if the store can't be read; the list then continues with its previous request. The code is
  ///   `cancelled` if the task was cancelled or a newer request took over.
  public func setRequest(
    sql: String, arguments: [any ColumnValue] = [], isolation: isolated any Actor = #isolation
  ) async throws(StoreError) {
    let other = ResultsRequest<StoredRow>(sql: sql, arguments: arguments, key: [])
    var request = fetchRequest.replacingSource(by: other.source)
    request.keyColumns = fetchRequest.keyColumns ?? results.keyColumns
    try await setRequest(request, isolation: isolation)
  }
}

public import Sectional

extension ResultsController where Record: StoredRecord {
  /// Shows the records that another read-only statement returns, in the same sections and order and the
  /// same part of the rows, and reports the differences as a change.
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
    var request = ResultsRequest<Record>(
      sql: sql, arguments: arguments, sortBy: fetchRequest.sortBy)
    request.keyColumns = fetchRequest.keyColumns
    request.fetchLimit = fetchRequest.fetchLimit
    request.fetchOffset = fetchRequest.fetchOffset
    request.fetchLast = fetchRequest.fetchLast
    try await setRequest(request, isolation: isolation)
  }
}

extension ResultsController where Record == StoredRow {
  /// Shows the rows that another read-only statement returns, in the same sections and order, with the same key
  /// columns and part of the rows, and reports the differences as a change.
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
    var request = ResultsRequest<StoredRow>(
      sql: sql, arguments: arguments,
      key: fetchRequest.keyColumns ?? results.keyColumns, sortBy: fetchRequest.sortBy)
    request.fetchLimit = fetchRequest.fetchLimit
    request.fetchOffset = fetchRequest.fetchOffset
    request.fetchLast = fetchRequest.fetchLast
    try await setRequest(request, isolation: isolation)
  }
}

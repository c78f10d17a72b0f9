package import Sectional
import SectionalSQL

extension SQLiteReader: CountingReader {
  /// Returns the number of a query's rows: exactly if there are few, and otherwise the table's greatest rowid.
  package func count(
    of query: RowQuery
  ) async throws(StoreError) -> (rows: Int, isExact: Bool) {
    try await connection.use { connection throws(StoreError) in
      let resolved = try connection.resolvedSource(for: query.request)
      let rows = SQLiteRows(query, resolved, on: connection.handle)
      let counted = try rows.counted()
      guard counted > QueryStatement.mostCounted else {
        return (counted, !query.request.rows.mayLeaveOutFoundRows)
      }
      return (max(counted, try rows.estimated()), false)
    }
  }
}

extension SQLiteRows {
  /// The number of rows, up to one more than are counted exactly.
  fileprivate func counted() throws(StoreError) -> Int {
    let statement = QueryStatement(
      counting: query, from: resolved.source, dialect: resolved.dialect)
    let prepared = try prepare(statement.text)
    defer { prepared.reset() }
    try prepared.bind(statement.arguments)
    return try prepared.step() ? Int(prepared.integer(at: 0)) : 0
  }

  /// The greatest rowid of the table, which is about the number of its rows if few were deleted, but not more rows than the
  /// file has room for.
  fileprivate func estimated() throws(StoreError) -> Int {
    guard case .table(let name) = resolved.source, let rowID = resolved.rowIDExpression else {
      return 0
    }
    let greatest = try prepare("SELECT max(\(rowID)) FROM \(resolved.dialect.table(name))")
    defer { greatest.reset() }
    let bytes = try handle.integer("PRAGMA page_count") * handle.integer("PRAGMA page_size")
    return try greatest.step() ? Int(min(max(greatest.integer(at: 0), 0), bytes / 8)) : 0
  }
}

/// The rows of a second request, which are read in the same transactions as a list.
struct AlongsideRows<Version: Equatable & Sendable>: Sendable {
  let request: RowRequest
  /// The rows, as they were read last.
  var read: (layout: RowLayout, version: Version?, rows: [StoredRow])?
}

extension ListReader {
  /// Returns the rows of the second request, if there is one.
  func rowsAlongside(
    _ reader: Reader, at version: Reader.Version?
  ) async throws -> [StoredRow] {
    guard let alongside else { return [] }
    do {
      let layout = try await reader.layout(of: alongside.request)
      if let read = alongside.read, read.layout == layout, let version, version == read.version,
        layout.dependsOnTablesOnly
      {
        return read.rows
      }
      let query = try RowQuery(alongside.request, layout: layout)
      let rows = try await reader.rowsInSlice(of: query).sorted
      self.alongside?.read = (layout, version, rows)
      return rows
    } catch let error as StoreError {
      throw StoreError(
        error.code, error.message, part: .alongside, keys: error.keys, cause: error.cause)
    }
  }
}

import Sectional

extension StoreError {
  /// Runs a body; if the server can't run the SQL, that is the fault of a part of the request.
  static func blaming<Output>(
    _ part: StoreError.Part, on _: isolated PostgresConnection,
    _ body: () async throws(StoreError) -> Output
  ) async throws(StoreError) -> Output {
    do throws(StoreError) { return try await body() } catch {
      let isAboutText = [.invalidQuery, .noSuchColumn, .noSuchTable].contains(error.code)
      throw isAboutText ? error.about(part) : error
    }
  }
}

extension PostgresSource {
  /// Returns the error that names the columns that this user may not read, or `nil` if an error isn't about them.
  func refusal(of columns: RowColumns, _ error: StoreError) -> StoreError? {
    let refused = secretColumns.filter { columns.index(of: $0) != nil }
    guard error.code == .accessDenied, !refused.isEmpty else { return nil }
    let names = refused.prefix(12).map(quoted).joined(separator: ", ")
    let more = refused.count > 12 ? ", …" : ""
    return StoreError(
      .accessDenied,
      "this user may not read the column\(refused.count == 1 ? "" : "s") \(names)\(more) of \(name); "
        + "read only the other columns, or ask the owner for a GRANT", part: .columns, cause: error)
  }
}

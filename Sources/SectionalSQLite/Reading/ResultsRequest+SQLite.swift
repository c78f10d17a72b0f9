public import Sectional
import SectionalSQL

extension ResultsRequest {
  /// Returns the SQL that reads the rows from a file.
  ///
  /// If SQL can't express a part of the predicate, the statement reads more rows than the list shows.
  ///
  /// - Parameters:
  ///   - store: The file.
  ///   - section: What defines the sections.
  /// - Returns: A single statement, with placeholders for arguments.
  /// - Throws: `StoreError` if a table, a column or a key is missing.
  public func sql(
    for store: SQLiteStore, sectionBy section: SectionKey<Record>? = nil
  ) async throws(StoreError) -> String {
    let request = try rowRequest(sectionBy: section)
    return try await StoreError.wrapping {
      try await store.read { reader in
        let query = try RowQuery(request, layout: try await reader.layout(of: request))
        return try await reader.connection.statement(of: query).text
      }
    }
  }
}

public import Sectional
import SectionalSQL

extension FetchRequest {
  /// Returns the SQL that reads the rows from a file.
  ///
  /// - Parameters:
  ///   - store: The file.
  ///   - section: The column whose values are the sections.
  /// - Returns: One statement; arguments stand in it as placeholders.
  /// - Throws: ``StoreError`` where a table, a column or a key is missing.
  public func sql(
    for store: SQLiteStore, sectionBy section: ColumnReference<Record>? = nil
  ) async throws -> String {
    let request = rowRequest(sectionBy: section)
    return try await store.read { reader in
      let query = try RowQuery(request, layout: try await reader.layout(of: request))
      return try await reader.connection.statement(of: query).text
    }
  }
}

import Sectional
import SectionalSQL

/// Asks a store about the rows of a list, in one read transaction.
struct StoreQuestions<Reader: StoreReader> {
  let reader: Reader
  let description: SourceDescription
  let request: RowRequest

  /// Returns the value of expressions for each row that the request's SQL allows.
  ///
  /// - Parameters:
  ///   - expressions: SQL over the columns of the source.
  ///   - list: The list, whose key columns are read too.
  ///   - condition: SQL that the rows must meet as well, or `nil` for all rows.
  /// - Returns: Each row's key, and the values.
  /// - Throws: `StoreError` if the store can't be read.
  func answers(
    _ expressions: [String], about list: ComparedList, where condition: String? = nil
  ) async throws -> [(key: RowKey, values: [StoredValue])] {
    let keys = list.keyColumns.isEmpty ? ["rowid"] : list.keyColumns
    let answers = expressions.enumerated().map { "\($1) AS sectional_answer_\($0)" }
    let columns = (keys.map(QuotedIdentifier.quoted) + answers).joined(separator: ", ")
    let conditions = [request.rows.storePredicate?.text, condition].compactMap(\.self)
    var sql = "SELECT \(columns)\nFROM \(description.source.text)"
    if !conditions.isEmpty {
      sql += "\nWHERE " + conditions.map { "(\n\($0)\n)" }.joined(separator: " AND ")
    }
    let arguments = description.source.arguments + (request.rows.storePredicate?.arguments ?? [])
    return try await rows(sql, arguments, key: keys).map { row in
      (
        RowKey(keys.map { row[$0] ?? .null }),
        expressions.indices.map { row.value(at: keys.count + $0) }
      )
    }
  }

  /// Returns the rows of a statement.
  ///
  /// - Throws: `StoreError` without a part, because the statement is no part of the user's request.
  func rows(
    _ sql: String, _ arguments: [StoredValue], key: [String]
  ) async throws(StoreError) -> [StoredRow] {
    let request = ResultsRequest<StoredRow>(sql: sql, arguments: arguments, key: key)
    do {
      return try await reader.fetch(request)
    } catch {
      throw StoreError(error.code, error.message, cause: error.cause)
    }
  }
}

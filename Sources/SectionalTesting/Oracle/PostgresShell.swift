/// A `psql` program that stays open.
///
/// It writes to a database like any other program, and reads the true rows.
///
/// It shares nothing with the library.
public struct PostgresShell: Sendable {
  private let program: OracleProgram

  /// Starts the program on a database.
  ///
  /// - Throws: An error if the program can't be started.
  public init(url: String) throws {
    program = try OracleProgram(
      PostgresProgram.psql + ["-XqAt", "-F", "|", "-d", url], farewell: "\\q")
  }

  /// Runs statements that return no rows.
  ///
  /// - Throws: ``LawViolation`` with the program's error messages.
  public func execute(_ sql: String) async throws(LawViolation) {
    _ = try await answer(to: "\(sql)\n;")
  }

  /// Runs a query.
  ///
  /// - Parameters:
  ///   - columns: The names of the columns to read.
  ///   - source: The rest of the statement after FROM.
  /// - Returns: The rows, in the order the server returns them.
  /// - Throws: ``LawViolation`` with the program's error messages.
  public func rows(
    _ columns: [String], from source: String
  ) async throws(LawViolation) -> [[OracleValue]] {
    let cells = columns.map(PostgresShell.exact).joined(separator: ", ")
    return try await answer(to: "SELECT '\(OracleAnswer.rowMark)', \(cells) FROM \(source);").rows
  }

  /// Returns an SQL expression for the type and the exact bytes of a column.
  private static func exact(_ column: String) -> String {
    """
    CASE WHEN \(column) IS NULL THEN 'n' ELSE CASE pg_typeof(\(column))::text \
    WHEN 'bigint' THEN 'i' || \(column)::text WHEN 'double precision' THEN 'r' || \(column)::text \
    WHEN 'bytea' THEN 'b' || upper(substr(\(column)::text, 3)) \
    ELSE 't' || upper(encode(convert_to(\(column)::text, 'UTF8'), 'hex')) END END
    """
  }

  private func answer(to script: String) async throws(LawViolation) -> OracleAnswer {
    // psql flushes its output immediately only after the rows of a query.
    try await program.answer(to: script) { "SELECT '\($0)';" }
  }
}

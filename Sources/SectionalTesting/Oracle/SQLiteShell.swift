/// A `sqlite3` program that stays open, to write to a database as a stranger does and to ask for
/// the truth.
///
/// It shares nothing with the library.
public struct SQLiteShell: Sendable {
  private let program: OracleProgram

  /// Starts the program on a database; without a path the database lives in memory.
  ///
  /// - Throws: An error when there is no such program.
  public init(path: String = ":memory:") throws {
    program = try OracleProgram(
      ["sqlite3", "-batch", "-init", "/dev/null", "-noheader", "-list", path], farewell: ".exit")
  }

  /// Runs statements whose answers don't matter.
  ///
  /// - Throws: ``LawViolation`` with what the program complained about.
  public func execute(_ sql: String) async throws(LawViolation) {
    _ = try await answer(to: ".output /dev/null\n\(sql)\n;\n.output stdout")
  }

  /// Runs a query.
  ///
  /// - Parameters:
  ///   - expressions: What to read, as SQL expressions.
  ///   - source: The rest of the statement, from behind FROM to its end.
  /// - Returns: The rows, in the order SQLite gives them.
  /// - Throws: ``LawViolation`` with what the program complained about.
  public func rows(
    _ expressions: [String], from source: String
  ) async throws(LawViolation) -> [[OracleValue]] {
    let cells = expressions.map(OracleAnswer.exact).joined(separator: ", ")
    return try await answer(to: "SELECT '\(OracleAnswer.rowMark)', \(cells) FROM \(source);").rows
  }

  private func answer(to script: String) async throws(LawViolation) -> OracleAnswer {
    try await program.answer(to: script) { ".print \($0)" }
  }
}

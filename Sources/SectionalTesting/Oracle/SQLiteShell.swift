/// A `sqlite3` program that stays open.
///
/// It writes to a database like any other program, and reads the true rows. It waits up to ten seconds for a locked database.
///
/// It shares nothing with the library.
public struct SQLiteShell: Sendable {
  private let program: OracleProgram

  /// Starts the program on a database; without a path, the database is in memory.
  ///
  /// - Throws: An error if the program can't be started.
  public init(path: String = ":memory:") throws {
    program = try OracleProgram(
      [
        "sqlite3", "-batch", "-init", "/dev/null", "-noheader", "-list", "-cmd", ".timeout 10000",
        path,
      ], farewell: ".exit")
  }

  /// Runs statements whose answers don't matter.
  ///
  /// - Throws: ``LawViolation`` with the program's error messages.
  public func execute(_ sql: String) async throws(LawViolation) {
    _ = try await answer(to: ".output /dev/null\n\(sql)\n;\n.output stdout")
  }

  /// Runs a query.
  ///
  /// - Parameters:
  ///   - expressions: What to read, as SQL expressions.
  ///   - source: The rest of the statement after FROM.
  /// - Returns: The rows, in the order SQLite returns them.
  /// - Throws: ``LawViolation`` with the program's error messages.
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

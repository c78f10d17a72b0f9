/// The statements of a connection by their text, so that each is prepared once.
struct StatementCache {
  private struct Key: Hashable {
    let text: String
    let isFromOutside: Bool
  }

  private static let most = 1024
  private var statements: [Key: SQLiteStatement] = [:]

  /// Returns a statement that was kept, reset, or `nil` if there is none.
  ///
  /// - Parameters:
  ///   - text: The text of the statement.
  ///   - isFromOutside: Whether it is user-written, so that it is prepared under other rules than the library's own
  ///     statements.
  /// - Returns: The statement.
  func statement(_ text: String, isFromOutside: Bool) -> SQLiteStatement? {
    let statement = statements[Key(text: text, isFromOutside: isFromOutside)]
    statement?.reset()
    return statement
  }

  /// Keeps a statement, and drops all others if there are too many.
  mutating func keep(_ statement: SQLiteStatement, _ text: String, isFromOutside: Bool) {
    if statements.count >= StatementCache.most { statements = [:] }
    statements[Key(text: text, isFromOutside: isFromOutside)] = statement
  }
}

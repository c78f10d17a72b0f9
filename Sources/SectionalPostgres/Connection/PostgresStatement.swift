/// A statement that the server has prepared.
struct PostgresStatement: Sendable {
  /// The name of the prepared statement, or an empty string for the last unnamed one.
  let name: String
  /// The base types of its placeholders, as object identifiers; `nil` if nobody asked for them.
  var types: [UInt32]?
  /// Whether it reads a table's rows, whose types can become others.
  var readsTable = true
}

extension PostgresConnection {
  static let mostStatements = 200

  /// Forgets prepared statements, which stay in the session until it is reset.
  func forgetStatements(where isOutdated: (PostgresStatement) -> Bool) {
    for (text, statement) in statements where isOutdated(statement) {
      statements[text] = nil
      outdatedStatements.insert(statement.name)
    }
  }

  /// Returns a name for a statement that is to be kept.
  func nextStatementName() -> String {
    statementNumber += 1
    // After this many statements, all of them are discarded before the next task.
    if statementNumber % PostgresConnection.mostStatements == 0 {
      session.note(.ranForeignStatements)
    }
    return "sectional_\(statementNumber)"
  }
}

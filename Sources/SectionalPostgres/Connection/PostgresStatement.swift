/// A statement that the server has prepared.
struct PostgresStatement: Sendable {
  /// The name it was prepared under; empty for the last one without a name.
  let name: String
  /// The base types of its placeholders, as object identifiers.
  let types: [UInt32]
}

extension PostgresConnection {
  static let mostStatements = 200

  /// Returns a name for a statement that is to be kept.
  func nextStatementName() -> String {
    statementNumber += 1
    // Who has so many gets rid of all of them before the next task.
    if statementNumber % PostgresConnection.mostStatements == 0 { needsReset = true }
    return "sectional_\(statementNumber)"
  }
}

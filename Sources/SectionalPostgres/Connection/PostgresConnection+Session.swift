import Sectional

extension PostgresConnection {
  /// Makes the text of values independent of the settings of the server, the database and the role, and limits how long
  /// reading can be in others' way.
  ///
  /// An intermediary may lend the session to others, so nothing in it is changed there.
  func beginSession() async throws(StoreError) {
    try await rows(
      script: "SELECT pg_catalog.pg_backend_pid()::pg_catalog.text, \(PostgresSettings.usersValues)"
    ) { row in
      session.isDirect = row.text(at: 0) == "\(handle.processID)"
      userSettings = (1...PostgresSettings.printing.count + 1).map { row.text(at: $0) ?? "" }
    }
    if session.isDirect { try await run(settings.forSession) }
  }

  /// Resets the session to its initial state after user-written statements, which may have changed anything in it.
  ///
  /// The library's own prepared statements are kept if no others are prepared: planning them again takes the server
  /// longer than running them a hundred times.
  func resetSession() async throws(StoreError) {
    let expected = Set(statements.values.map(\.name)).union(outdatedStatements)
    guard expected.count < PostgresConnection.mostStatements else {
      return try await discardSession()
    }
    // If the list of prepared statements can't be read, everything is discarded.
    guard let prepared = try? await preparedAfterReset(), prepared == expected else {
      return try await discardSession()
    }
    session.note(.wasReset)
  }

  /// Resets everything in a session except prepared statements, as DISCARD ALL does, and returns the statements' names.
  private func preparedAfterReset() async throws(StoreError) -> Set<String> {
    var prepared: Set<String> = []
    try await rows(
      script: """
        CLOSE ALL; SET SESSION AUTHORIZATION DEFAULT; RESET ROLE; RESET ALL; UNLISTEN *;
        DISCARD TEMP; DISCARD SEQUENCES; \(settings.forSession);
        SELECT p.name FROM pg_catalog.pg_prepared_statements p
        UNION ALL SELECT pg_catalog.pg_advisory_unlock_all()::pg_catalog.text
        """
    ) { row in prepared.insert(row.text(at: 0) ?? "") }
    // The row that releases the locks returns an empty text.
    prepared.remove("")
    return prepared
  }

  private func discardSession() async throws(StoreError) {
    try await run("DISCARD ALL")
    statements = [:]
    outdatedStatements = []
    catalogCache.forgetCatalogs()
    try await beginSession()
    session.note(.wasReset)
  }
}

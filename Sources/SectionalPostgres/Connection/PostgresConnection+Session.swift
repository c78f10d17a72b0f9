import Sectional

extension PostgresConnection {
  /// Makes the texts of values independent of what the server, the database or the role are set to, and waits for locks
  /// no longer than the store says.
  func beginSession() async throws(StoreError) {
    try await run(settings)
    try await rows("SELECT pg_catalog.pg_backend_pid()::pg_catalog.text") { row in
      isDirect = row.text(at: 0) == "\(handle.processID)"
    }
    guard isDirect else { return }
    try await run(
      "PREPARE \(PostgresConnection.momentName)(pg_catalog.text[], pg_catalog.text[]) AS \(PostgresReadContext.question)"
    )
  }

  /// Makes the session as it was at first, after statements of a user's, which may have done anything to it.
  ///
  /// Our own prepared statements are kept, if they are all that is prepared: to plan them anew takes the server longer
  /// than to run them a hundred times.
  func resetSession() async throws(StoreError) {
    guard isDirect, statements.count < PostgresConnection.mostStatements else {
      return try await discardSession()
    }
    let expected = Set(statements.values.map(\.name)).union([PostgresConnection.momentName])
    // Where the list of statements may not be read, everything is thrown away.
    guard let prepared = try? await preparedAfterReset(), prepared == expected else {
      return try await discardSession()
    }
    needsReset = false
  }

  /// Takes back what a session can hold besides prepared statements, as DISCARD ALL does, and returns their names.
  private func preparedAfterReset() async throws(StoreError) -> Set<String> {
    var prepared: Set<String> = []
    try await rows(
      script: """
        CLOSE ALL; SET SESSION AUTHORIZATION DEFAULT; RESET ALL; UNLISTEN *;
        DISCARD TEMP; DISCARD SEQUENCES; \(settings);
        SELECT p.name FROM pg_catalog.pg_prepared_statements p
        UNION ALL SELECT pg_catalog.pg_advisory_unlock_all()::pg_catalog.text
        """
    ) { row in prepared.insert(row.text(at: 0) ?? "") }
    // Releasing the locks returns an empty text.
    prepared.remove("")
    return prepared
  }

  private func discardSession() async throws(StoreError) {
    try await run("DISCARD ALL")
    statements = [:]
    catalogCache = PostgresCatalogCache()
    try await beginSession()
    needsReset = false
  }

  /// The name under which the statement is prepared that begins each look.
  static let momentName = "sectional_moment"

  private var settings: String {
    """
    SET datestyle = 'ISO'; SET intervalstyle = 'iso_8601'; SET extra_float_digits = 1;
    SET bytea_output = 'hex'; SET standard_conforming_strings = on; SET quote_all_identifiers = off;
    SET lock_timeout = '\(Int(handle.lockTimeout / .milliseconds(1)))ms'
    """
  }
}

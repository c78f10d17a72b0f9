import Sectional

extension PostgresConnection {
  /// Makes the text of values independent of the settings of the server, the database and the role, and limits waits
  /// for locks to the store's timeout.
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

  /// Resets the session to its initial state after user-written statements, which may have changed anything in it.
  ///
  /// The library's own prepared statements are kept if no others are prepared: planning them again takes the server
  /// longer than running them a hundred times.
  func resetSession() async throws(StoreError) {
    guard isDirect, statements.count < PostgresConnection.mostStatements else {
      return try await discardSession()
    }
    let expected = Set(statements.values.map(\.name)).union([PostgresConnection.momentName])
    // If the list of prepared statements can't be read, everything is discarded.
    guard let prepared = try? await preparedAfterReset(), prepared == expected else {
      return try await discardSession()
    }
    needsReset = false
  }

  /// Resets everything in a session except prepared statements, as DISCARD ALL does, and returns the statements' names.
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
    // The row that releases the locks returns an empty text.
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

  /// The name of the prepared statement that is run at the beginning of each read transaction.
  static let momentName = "sectional_moment"

  /// A database in this encoding can contain bytes that aren't UTF-8, and a conversion would refuse all rows for one of
  /// them.
  private var rawTextSetting: String {
    handle.serverEncoding == "SQL_ASCII" ? "SET client_encoding = 'SQL_ASCII'; " : ""
  }

  private var settings: String {
    """
    SET datestyle = 'ISO'; SET intervalstyle = 'iso_8601'; SET extra_float_digits = 1;
    \(rawTextSetting)SET bytea_output = 'hex'; SET standard_conforming_strings = on; SET quote_all_identifiers = off;
    SET lock_timeout = '\(Int(handle.lockTimeout / .milliseconds(1)))ms'
    """
  }
}

import Sectional

/// A transaction that changes change logs; concurrent ones wait for each other for a while.
enum ChangeLogTransaction {
  /// Determines and runs statements in one transaction, and tries again while a lock isn't available.
  static func run(
    _ statements: (PostgresConnection) async throws(StoreError) -> [String],
    on connection: isolated PostgresConnection
  ) async throws(StoreError) {
    let end = ContinuousClock.now + connection.handle.lockTimeout
    while try await !tryToRun(statements, failing: ContinuousClock.now > end, on: connection) {}
  }

  /// Runs statements in one transaction.
  ///
  /// All its waits for locks take half the time after which the server checks for deadlocks, because that check could end
  /// a writer's transaction.
  ///
  /// - Parameters:
  ///   - statements: Returns the statements to run.
  ///   - fails: Whether it is an error if a lock isn't available.
  ///   - connection: The connection.
  /// - Returns: Whether the statements were run.
  /// - Throws: The server's errors.
  private static func tryToRun(
    _ statements: (PostgresConnection) async throws(StoreError) -> [String], failing fails: Bool,
    on connection: isolated PostgresConnection
  ) async throws(StoreError) -> Bool {
    do throws(StoreError) {
      try await connection.run("BEGIN ISOLATION LEVEL READ COMMITTED")
      connection.session.note(.beganWriting)
      let patience = try await deadlockTimeout(on: connection) / 2
      // Anyone can take this lock, so all it does is spare concurrent installations each other's errors.
      var isAlone = false
      try await connection.rows(
        "SELECT pg_catalog.pg_try_advisory_xact_lock(pg_catalog.hashtext('\(ChangeLogSchema.oldName)')::bigint)"
      ) { isAlone = $0.bool(at: 0) }
      guard isAlone || fails else {
        await connection.rollBack()
        try? await Task.sleep(for: .milliseconds(50))
        return false
      }
      let planned = try await statements(connection)
      let start = ContinuousClock.now
      for statement in planned {
        let rest = max(.milliseconds(1), patience - start.duration(to: .now))
        try await connection.run(
          "SET LOCAL lock_timeout = '\(Int(rest / .milliseconds(1)))ms'; \(statement)")
      }
      try await connection.run("COMMIT")
      connection.session.note(.ended)
      return true
    } catch {
      await connection.rollBack()
      guard error.code == .busy else { throw error }
      guard !fails else {
        throw StoreError(
          .busy,
          "nothing was changed: for \(connection.handle.lockTimeout.components.seconds) seconds, other sessions held locks on "
            + "the tables or on the change log; try again when their transactions have ended",
          cause: error)
      }
      // Those who waited for this transaction go first.
      try? await Task.sleep(for: .milliseconds(50))
      return false
    }
  }

  /// Returns how long the server lets a statement wait before it checks for deadlocks.
  private static func deadlockTimeout(on connection: isolated PostgresConnection)
    async throws(StoreError) -> Duration
  {
    var timeout = Duration.seconds(1)
    try await connection.rows(
      """
      SELECT s.setting FROM pg_catalog.pg_settings s WHERE s.name \(PostgresCatalog.equal) 'deadlock_timeout'
      """
    ) { row in
      timeout = row.text(at: 0).flatMap { Int($0) }.map { .milliseconds($0) } ?? timeout
    }
    return timeout
  }
}

import Sectional

extension PostgresStore {
  /// Makes the database itself write down which rows of some tables change, whoever changes them.
  ///
  /// Triggers that fire once per statement append to a table in a schema `sectional_log_OWNER`, which prunes itself. Lists
  /// then follow every writer row by row, also over lost connections. Without it, each commit on the server makes lists
  /// read all of their rows. All parts of a partitioned table get triggers; a part that is attached later needs another
  /// installation, until which everything is read.
  ///
  /// Only the tables' owner can install it, or somebody with the owner's rights. Everything belongs to that owner, each of
  /// whom has a schema, and needs `CREATE` on the database for it the first time. Writers and readers need no further
  /// privileges: the triggers write in the owner's name, and whoever may read a table may read which of its rows changed.
  /// After a table, or a part of it, was given to another owner the log is outdated until it is installed again. It waits
  /// for transactions that write to the tables, and these wait for it, less than a second at a time.
  ///
  /// - Parameters:
  ///   - tables: The tables' names. One that has the log already is left as it is.
  ///   - notifies: Whether listeners are notified at each commit. It makes commits of writers wait for one another, so a
  ///     server with many of them is better asked at an interval; and a transaction that notifies can't be prepared for a
  ///     two-phase commit.
  /// - Throws: `StoreError` when there is no such table, it has no primary key or can't have such triggers, or the user
  ///   may not; then nothing was changed.
  public func installChangeLog(for tables: [String], notifying notifies: Bool = true) async throws {
    try await change { connection throws(StoreError) in
      try await connection.changeLogInstallation(for: tables, notifying: notifies)
    }
  }

  /// Returns the SQL that ``installChangeLog(for:notifying:)`` would run now, for those who install it by other means.
  ///
  /// - Parameters:
  ///   - tables: The tables' names.
  ///   - notifies: Whether listeners are notified at each commit.
  /// - Returns: Statements to be run in their order, in one transaction; none where there is nothing to do.
  /// - Throws: `StoreError` when there is no such table, it has no primary key or can't have such triggers.
  public func changeLogStatements(
    for tables: [String], notifying notifies: Bool = true
  ) async throws -> [String] {
    try await read { reader in
      try await reader.connection.begin(reading: [])
      return try await reader.connection.changeLogInstallation(for: tables, notifying: notifies)
    }
  }

  /// Removes from the database what ``installChangeLog(for:notifying:)`` put into it for some tables.
  ///
  /// - Parameter tables: The tables' names.
  /// - Throws: `StoreError` when there is no such table, or the user may not; then nothing was changed.
  public func uninstallChangeLog(for tables: [String]) async throws {
    try await change { connection throws(StoreError) in
      try await connection.changeLogRemoval(for: tables)
    }
  }

  /// Tells for some tables whether their changes are logged.
  ///
  /// - Parameter tables: The tables' names; every table that this user may read without them.
  /// - Returns: What holds for each, by its name as it is: with its schema, where names without one don't mean it.
  /// - Throws: `StoreError` when there is no such table.
  public func changeLogStatus(
    of tables: [String]? = nil
  ) async throws -> [String: PostgresChangeLogStatus] {
    try await read { reader in
      let connection = reader.connection
      try await connection.begin(reading: [])
      var statuses: [String: PostgresChangeLogStatus] = [:]
      var names = tables ?? []
      if tables == nil { names = try await connection.loggableNames() }
      for name in names {
        let (root, table) = try await connection.tree(of: name)
        statuses[name] = try await connection.log(ofTreeAt: root, for: table).status
      }
      return statuses
    }
  }

  /// Runs statements that are found out first, all in one transaction that no other one of its kind runs beside.
  private func change(
    _ statements: @Sendable (PostgresConnection) async throws(StoreError) -> [String]
  ) async throws {
    try await onConnection { connection in try await connection.change(statements) }
    noteChanges(in: "")
  }
}

extension PostgresConnection {
  /// Runs statements that are found out first, in one transaction; tries again while a lock can't be had.
  fileprivate func change(
    _ statements: (PostgresConnection) async throws(StoreError) -> [String]
  ) async throws(StoreError) {
    let end = ContinuousClock.now + handle.lockTimeout
    while try await !tryToChange(statements, failing: ContinuousClock.now > end) {}
  }

  /// Runs statements in one transaction.
  ///
  /// It gives up a lock sooner than the server looks for deadlocks, which could end a writer's transaction.
  ///
  /// - Parameters:
  ///   - statements: Finds out what to run.
  ///   - fails: Whether it is an error that a lock can't be had.
  /// - Returns: Whether it is done.
  /// - Throws: What the server has against it.
  private func tryToChange(
    _ statements: (PostgresConnection) async throws(StoreError) -> [String], failing fails: Bool
  ) async throws(StoreError) -> Bool {
    do throws(StoreError) {
      try await run(
        """
        BEGIN ISOLATION LEVEL READ COMMITTED; SET LOCAL lock_timeout = '800ms'
        """)
      // Anybody can take this lock, so it only spares those who install at one time each other's errors.
      var isAlone = false
      try await rows(
        "SELECT pg_catalog.pg_try_advisory_xact_lock(pg_catalog.hashtext('\(ChangeLogSchema.oldName)')::bigint)"
      ) { isAlone = $0.bool(at: 0) }
      guard isAlone || fails else {
        await rollBack()
        try? await Task.sleep(for: .milliseconds(50))
        return false
      }
      for statement in try await statements(self) { try await run(statement) }
      try await run("COMMIT")
      return true
    } catch {
      await rollBack()
      guard error.code == .busy, !fails else { throw error }
      return false
    }
  }
}

public import Sectional

extension PostgresStore: ChangeLoggingStore {
  /// Makes the database itself log which rows of some tables change, whichever program changes them.
  ///
  /// Triggers that fire once per statement append to a table in a schema `sectional_log_OWNER`, which prunes itself.
  /// Lists then follow every writer row by row, also after lost connections. Without the log, each commit on the server
  /// makes lists read all their rows. All partitions of a partitioned table get triggers; if you attach another
  /// partition, install the log again, because everything is read until you do.
  ///
  /// Only a role with the rights of the tables' owner can install the log. Everything in it belongs to that owner. Each
  /// owner has a separate schema, and needs the `CREATE` privilege on the database when it is first created. Writers
  /// and readers need no further privileges: the triggers write with the owner's rights, and a role that can read a
  /// table can read which of its rows changed. If a table or one of its partitions gets another owner, the log is
  /// outdated until it is installed again. The installation waits for transactions that write to the tables, and these
  /// wait for the installation, for less than a second at a time.
  ///
  /// - Parameters:
  ///   - tables: The tables' names. A table that already has the log is left unchanged.
  ///   - notifies: Whether listeners are notified at each commit, or `nil` to keep what a table's log does; a new log
  ///     notifies then. Notifying makes writers' commits wait for each other, so polling is better for a server with many
  ///     writers. A transaction that notifies can't be prepared for a two-phase commit.
  /// - Throws: `StoreError` if a table doesn't exist, has no primary key or can't have such triggers, or if the user
  ///   lacks the privileges; in that case nothing is changed.
  public func installChangeLog(for tables: [String], notifying notifies: Bool?)
    async throws(StoreError)
  {
    try await installChangeLog(for: tables, oldValuesOf: [], notifying: notifies)
  }

  /// Returns the SQL that ``installChangeLog(for:notifying:)`` would run now, so that you can install the log by other
  /// means.
  ///
  /// - Parameters:
  ///   - tables: The tables' names.
  ///   - notifies: Whether listeners are notified at each commit, or `nil` to keep what a table's log does.
  /// - Returns: The statements to run in order, in one transaction; empty if there is nothing to do.
  /// - Throws: `StoreError` if a table doesn't exist, has no primary key or can't have such triggers.
  public func changeLogStatements(
    for tables: [String], notifying notifies: Bool?
  ) async throws(StoreError) -> [String] {
    try await changeLogStatements(for: tables, oldValuesOf: [], notifying: notifies)
  }

  /// Makes the database itself log which rows of some tables change.
  ///
  /// A new log notifies listeners at each commit. A log that doesn't stays like that.
  ///
  /// - Parameter tables: The tables' names. A table that already has the log is left unchanged.
  /// - Throws: `StoreError`, as ``installChangeLog(for:notifying:)`` does.
  public func installChangeLog(for tables: [String]) async throws(StoreError) {
    try await installChangeLog(for: tables, notifying: nil)
  }

  /// Returns the SQL that ``installChangeLog(for:)`` would run now.
  ///
  /// - Parameter tables: The tables' names.
  /// - Returns: The statements to run in order, in one transaction; empty if there is nothing to do.
  /// - Throws: `StoreError`, as ``changeLogStatements(for:notifying:)`` does.
  public func changeLogStatements(for tables: [String]) async throws(StoreError) -> [String] {
    try await changeLogStatements(for: tables, notifying: nil)
  }

  /// Removes from the database what ``installChangeLog(for:notifying:)`` added for some tables.
  ///
  /// - Parameter tables: The tables' names.
  /// - Throws: `StoreError` if a table doesn't exist or the user lacks the privileges; in that case nothing is changed.
  public func uninstallChangeLog(for tables: [String]) async throws(StoreError) {
    try await change { connection throws(StoreError) in
      try await ChangeLogInstallation.removal(for: tables, on: connection)
    }
  }

  /// Returns whether the changes of some tables are logged.
  ///
  /// - Parameter tables: The tables' names, or `nil` for every table that this user can read.
  /// - Returns: The status of each table, by the given name. If no names are given, a name includes the table's schema
  ///   unless the name alone refers to the table.
  /// - Throws: `StoreError` if a table doesn't exist.
  public func changeLogStatus(
    of tables: [String]? = nil
  ) async throws(StoreError) -> [String: ChangeLogStatus] {
    try await StoreError.wrapping {
      try await read { reader in
        let connection = reader.connection
        try await ReadBeginning.begin(reading: [], on: connection)
        let isStandby = await connection.transaction.context?.server.isStandby == true
        var statuses: [String: ChangeLogStatus] = [:]
        var names = tables ?? []
        if tables == nil { names = try await TablePart.loggableNames(on: connection) }
        for name in names {
          let (root, table) = try await TablePart.rootAndTable(of: name, on: connection)
          let status = try await TableLogState.find(ofTreeAt: root, for: table, on: connection)
            .status
          let isComplete = status == .notifying || status == .installed
          statuses[name] = isComplete && isStandby ? .standby : status
        }
        return statuses
      }
    }
  }

  /// Determines and runs statements in one transaction, which doesn't run at the same time as another of its kind.
  func change(
    _ statements: @Sendable (PostgresConnection) async throws(StoreError) -> [String]
  ) async throws(StoreError) {
    try await StoreError.wrapping {
      try await onConnection { connection in
        try await ChangeLogTransaction.run(statements, on: connection)
      }
    }
    doorbells.ring(.everything)
  }
}

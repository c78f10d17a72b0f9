public import Sectional

extension SQLiteStore: ChangeLoggingStore {
  /// Makes the file itself log which rows of some tables change, whichever program changes them.
  ///
  /// Plain SQL triggers append to a table named `sectional_log`, which prunes itself; every program can keep writing.
  /// Lists then follow other programs' writes row by row, including those made while no list was observing. Without the
  /// log, another program's commit makes a list read all its rows. What doesn't fire a trigger isn't logged: another
  /// program's `sqlite3_blob_write`, and writes on a connection that disabled triggers.
  ///
  /// To keep old values too, see ``installChangeLog(for:oldValuesOf:)``.
  ///
  /// - Parameter tables: The tables' names. A table that already has the log is left unchanged, with the old values that
  ///   it keeps.
  /// - Throws: `StoreError` if a table doesn't exist or can't have triggers, or if the file can't be written; in that
  ///   case nothing is changed.
  public func installChangeLog(for tables: [String]) async throws(StoreError) {
    try await StoreError.wrapping { try await write { db in try db.installChangeLog(for: tables) } }
  }

  /// Returns the SQL that ``installChangeLog(for:)`` would run now, so that you can install the log by other means.
  ///
  /// - Parameter tables: The tables' names.
  /// - Returns: The statements to run in order, in one transaction; empty if there is nothing to do.
  /// - Throws: `StoreError` if a table doesn't exist or can't have triggers, or if the file can't be read.
  public func changeLogStatements(for tables: [String]) async throws(StoreError) -> [String] {
    try await StoreError.wrapping {
      try await read { reader in try await reader.connection.changeLogInstallation(for: tables) }
    }
  }

  /// Removes from the file what ``installChangeLog(for:)`` added for some tables.
  ///
  /// - Parameter tables: The tables' names.
  /// - Throws: `StoreError` if a table doesn't exist or the file can't be written; in that case nothing is changed.
  public func uninstallChangeLog(for tables: [String]) async throws(StoreError) {
    try await StoreError.wrapping {
      try await write { db in try db.uninstallChangeLog(for: tables) }
    }
  }

  /// Returns whether the changes of some tables are logged.
  ///
  /// - Parameter tables: The tables' names, or `nil` for every table in the file.
  /// - Returns: The status of each table, by its name in the schema.
  /// - Throws: `StoreError` if a table doesn't exist or the file can't be read.
  public func changeLogStatus(
    of tables: [String]? = nil
  ) async throws(StoreError) -> [String: ChangeLogStatus] {
    try await StoreError.wrapping {
      try await read { reader in try await reader.connection.changeLogStatus(of: tables) }
    }
  }
}

extension SQLiteConnection {
  func changeLogInstallation(
    for names: [String], oldValuesOf columns: [String] = []
  ) throws(StoreError) -> [String] {
    try handle.changeLogInstallation(for: names, oldValuesOf: columns)
  }

  fileprivate func changeLogStatus(
    of names: [String]?
  ) throws(StoreError) -> [String: ChangeLogStatus] {
    try changeLogs(of: names).mapValues(\.status)
  }

  /// Returns what is logged of some tables, or of all, by their names in the schema.
  func changeLogs(of names: [String]?) throws(StoreError) -> [String: LoggedTable] {
    var logs: [String: LoggedTable] = [:]
    let all = try handle.tableNames()
    for name in names ?? all where name != ChangeLogTable.name {
      let table = try handle.table(named: name)
      logs[table.name] = try handle.loggedTable(table)
    }
    return logs
  }
}

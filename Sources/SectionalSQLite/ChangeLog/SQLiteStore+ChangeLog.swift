import Sectional

extension SQLiteStore {
  /// Makes the file itself write down which rows of some tables change, whoever changes them.
  ///
  /// Triggers in plain SQL append to a table `sectional_log`, which prunes itself; every program can go on writing. Lists
  /// then follow other programs' writes row by row, also those made while nobody watched. Without it, another program's
  /// commit makes a list read all of its rows. What no trigger sees is not logged: a foreign `sqlite3_blob_write`, and
  /// writes of a connection that switched triggers off.
  ///
  /// - Parameter tables: The tables' names. One that has the log already is left as it is.
  /// - Throws: `StoreError` when there is no such table or it can't have triggers, or the file can't be written; then
  ///   nothing was changed.
  public func installChangeLog(for tables: [String]) async throws {
    try await write { db in try db.installChangeLog(for: tables) }
  }

  /// Returns the SQL that ``installChangeLog(for:)`` would run now, for those who install it by other means.
  ///
  /// - Parameter tables: The tables' names.
  /// - Returns: Statements to be run in their order, in one transaction; none where there is nothing to do.
  /// - Throws: `StoreError` when there is no such table or it can't have triggers, or the file can't be read.
  public func changeLogStatements(for tables: [String]) async throws -> [String] {
    try await read { reader in try await reader.connection.changeLogInstallation(for: tables) }
  }

  /// Removes from the file what ``installChangeLog(for:)`` put into it for some tables.
  ///
  /// - Parameter tables: The tables' names.
  /// - Throws: `StoreError` when there is no such table, or the file can't be written; then nothing was changed.
  public func uninstallChangeLog(for tables: [String]) async throws {
    try await write { db in try db.uninstallChangeLog(for: tables) }
  }

  /// Tells for some tables whether their changes are logged.
  ///
  /// - Parameter tables: The tables' names; every table of the file without them.
  /// - Returns: What holds for each, by its name in the schema.
  /// - Throws: `StoreError` when there is no such table, or the file can't be read.
  public func changeLogStatus(
    of tables: [String]? = nil
  ) async throws -> [String: SQLiteChangeLogStatus] {
    try await read { reader in try await reader.connection.changeLogStatus(of: tables) }
  }
}

extension SQLiteConnection {
  fileprivate func changeLogInstallation(for names: [String]) throws(StoreError) -> [String] {
    try handle.changeLogInstallation(for: names)
  }

  fileprivate func changeLogStatus(
    of names: [String]?
  ) throws(StoreError) -> [String: SQLiteChangeLogStatus] {
    var statuses: [String: SQLiteChangeLogStatus] = [:]
    let all = try handle.tableNames()
    for name in names ?? all where name != ChangeLogTable.name {
      let table = try handle.table(named: name)
      statuses[table.name] = try handle.changeLogStatus(of: table)
    }
    return statuses
  }
}

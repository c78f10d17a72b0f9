/// A store whose database can log which rows change, whichever program changes them.
///
/// Lists over logged tables follow every writer row by row, including what was written while no list was observing.
public protocol ChangeLoggingStore: ResultsStore {
  /// Makes the database log which rows of some tables change.
  ///
  /// - Parameter tables: The tables' names. A table that already has the log is left unchanged.
  /// - Throws: ``StoreError`` if a table doesn't exist or can't be logged, or the user lacks the privileges; in that case
  ///   nothing is changed.
  func installChangeLog(for tables: [String]) async throws(StoreError)

  /// Returns the statements that ``installChangeLog(for:)`` would run now.
  ///
  /// - Parameter tables: The tables' names.
  /// - Returns: The statements to run in order, in one transaction; empty if there is nothing to do.
  /// - Throws: ``StoreError`` if a table doesn't exist or can't be logged, or the store can't be read.
  func changeLogStatements(for tables: [String]) async throws(StoreError) -> [String]

  /// Removes from the database what ``installChangeLog(for:)`` added for some tables.
  ///
  /// - Parameter tables: The tables' names.
  /// - Throws: ``StoreError`` if a table doesn't exist or the user lacks the privileges; in that case nothing is changed.
  func uninstallChangeLog(for tables: [String]) async throws(StoreError)

  /// Returns whether the changes of some tables are logged.
  ///
  /// - Parameter tables: The tables' names, or `nil` for every table.
  /// - Returns: The status of each table, by its name.
  /// - Throws: ``StoreError`` if a table doesn't exist or the store can't be read.
  func changeLogStatus(of tables: [String]?) async throws(StoreError) -> [String: ChangeLogStatus]
}

/// Whether a table's changes are written to the change log of its database.
public enum ChangeLogStatus: String, Hashable, Codable, Sendable {
  /// All changes are logged. Lists over a file notice them at once, and lists over a server poll for them.
  case installed
  /// All changes are logged, and listeners are notified at once. Writers' commits wait for each other.
  case notifying
  /// All changes are logged, but this server is a standby: lists over it read everything after each commit that it
  /// replays.
  case standby
  /// The table, its parts, its indexes or its triggers have changed since the log was installed, or an older version of
  /// the library installed it. Lists read everything until it is installed again.
  case outdated
  /// There is no log. Lists read everything after another program's commit.
  case missing
}

public import Sectional
import SectionalSQL

extension SQLiteStore: OldValueLoggingStore {
  /// Makes the file itself log which rows of some tables change, and what some of their columns held before.
  ///
  /// A table's log keeps the columns that it kept already and those that are named, at most 16. Old values are logged as
  /// they are stored, next to the key, by the same triggers; see ``installChangeLog(for:)``. When columns are added,
  /// lists over the table read everything once. A column whose old values are kept can be renamed; before you drop it,
  /// uninstall the log, otherwise SQLite refuses.
  ///
  /// - Parameters:
  ///   - tables: The tables' names.
  ///   - columns: Names of columns that each of the tables has, which can be generated columns. A log that already keeps
  ///     them is left unchanged.
  /// - Throws: `StoreError` with code `noSuchColumn` if a table lacks one of the columns; `StoreError` with code
  ///   `unsupported` if the log would keep more than 16 columns, if the table can't have triggers, if its columns have
  ///   all names of the rowid, or if it has no rowid in a file with UTF-16 texts; `StoreError` if a table doesn't exist
  ///   or the file can't be written. In each case nothing is changed.
  public func installChangeLog(
    for tables: [String], oldValuesOf columns: [String]
  ) async throws(StoreError) {
    try await StoreError.wrapping {
      try await write { db in try db.installChangeLog(for: tables, oldValuesOf: columns) }
    }
  }

  /// Returns the SQL that ``installChangeLog(for:oldValuesOf:)`` would run now, so that you can install the log by other
  /// means.
  ///
  /// - Parameters:
  ///   - tables: The tables' names.
  ///   - columns: Names of columns that each of the tables has.
  /// - Returns: The statements to run in order, in one transaction; empty if there is nothing to do.
  /// - Throws: `StoreError` as ``installChangeLog(for:oldValuesOf:)`` does, or if the file can't be read.
  public func changeLogStatements(
    for tables: [String], oldValuesOf columns: [String]
  ) async throws(StoreError) -> [String] {
    try await StoreError.wrapping {
      try await read { reader in
        try await reader.connection.changeLogInstallation(for: tables, oldValuesOf: columns)
      }
    }
  }

  /// Returns the columns whose old values the logs of some tables keep.
  ///
  /// - Parameter tables: The tables' names, or `nil` for every table in the file.
  /// - Returns: The columns by the table's name in the schema, in the order that the table has them; none for a table
  ///   without a log or with one that is outdated.
  /// - Throws: `StoreError` if a table doesn't exist or the file can't be read.
  public func changeLogColumns(
    of tables: [String]? = nil
  ) async throws(StoreError) -> [String: [String]] {
    try await StoreError.wrapping {
      try await read { reader in try await reader.connection.changeLogColumns(of: tables) }
    }
  }
}

extension SQLiteConnection {
  fileprivate func changeLogColumns(
    of names: [String]?
  ) throws(StoreError) -> [String: [String]] {
    try changeLogs(of: names).mapValues { log in
      log.status == .installed ? log.columns?.names ?? [] : []
    }
  }
}

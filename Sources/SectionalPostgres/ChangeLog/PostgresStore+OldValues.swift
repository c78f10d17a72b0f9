public import Sectional

extension PostgresStore: OldValueLoggingStore {
  /// Makes the database itself log which rows of some tables change, and what some of their columns held before.
  ///
  /// Each statement's entry then also holds the logged columns of its old rows and of its new rows. For many rows this
  /// takes up to twice as long as the keys alone, and for one row little longer. What a row was is unknown if the values of
  /// a statement take more than 8 MB, if the statement changes more than 10,000 rows, or if the key of a row in a
  /// partitioned table was changed.
  ///
  /// The values are shown to the roles that can read every column and every row of the table. Such a role also sees what
  /// rows held before it was allowed to read the table, for as long as the log keeps the entries.
  ///
  /// - Parameters:
  ///   - tables: The tables' names.
  ///   - columns: The names of columns that each of the tables has. A log keeps these and those that it kept already, at
  ///     most 16. Renaming, dropping or altering one of them makes the log outdated until it is installed again.
  ///   - notifies: Whether listeners are notified at each commit, or `nil` to keep what a table's log does; a new log
  ///     notifies then.
  /// - Throws: `StoreError` with code `noSuchColumn` if a table has no such column; `StoreError` if a column's values
  ///   can't be logged, because it is a virtual column or its type is `money` or one whose values are names of other
  ///   objects; and as ``installChangeLog(for:notifying:)`` does. In each case nothing is changed.
  public func installChangeLog(
    for tables: [String], oldValuesOf columns: [String], notifying notifies: Bool?
  ) async throws(StoreError) {
    try await change { connection throws(StoreError) in
      try await ChangeLogInstallation.installation(
        for: tables, oldValuesOf: columns, notifying: notifies, on: connection)
    }
  }

  /// Returns the SQL that ``installChangeLog(for:oldValuesOf:notifying:)`` would run now.
  ///
  /// - Parameters:
  ///   - tables: The tables' names.
  ///   - columns: The names of columns that each of the tables has.
  ///   - notifies: Whether listeners are notified at each commit, or `nil` to keep what a table's log does; a new log
  ///     notifies then.
  /// - Returns: The statements to run in order, in one transaction; empty if there is nothing to do.
  /// - Throws: `StoreError`, as ``installChangeLog(for:oldValuesOf:notifying:)`` does.
  public func changeLogStatements(
    for tables: [String], oldValuesOf columns: [String], notifying notifies: Bool?
  ) async throws(StoreError) -> [String] {
    try await StoreError.wrapping {
      try await read { reader in
        try await ReadBeginning.begin(reading: [], on: reader.connection)
        return try await ChangeLogInstallation.installation(
          for: tables, oldValuesOf: columns, notifying: notifies, on: reader.connection)
      }
    }
  }

  /// Makes the database itself log which rows of some tables change and what some of their columns held before.
  ///
  /// A new log notifies listeners at each commit. A log that doesn't stays like that.
  ///
  /// - Parameters:
  ///   - tables: The tables' names.
  ///   - columns: The names of columns that each of the tables has.
  /// - Throws: `StoreError`, as ``installChangeLog(for:oldValuesOf:notifying:)`` does.
  public func installChangeLog(
    for tables: [String], oldValuesOf columns: [String]
  ) async throws(StoreError) {
    try await installChangeLog(for: tables, oldValuesOf: columns, notifying: nil)
  }

  /// Returns the SQL that ``installChangeLog(for:oldValuesOf:)`` would run now.
  ///
  /// - Parameters:
  ///   - tables: The tables' names.
  ///   - columns: The names of columns that each of the tables has.
  /// - Returns: The statements to run in order, in one transaction; empty if there is nothing to do.
  /// - Throws: `StoreError`, as ``installChangeLog(for:oldValuesOf:notifying:)`` does.
  public func changeLogStatements(
    for tables: [String], oldValuesOf columns: [String]
  ) async throws(StoreError) -> [String] {
    try await changeLogStatements(for: tables, oldValuesOf: columns, notifying: nil)
  }

  /// Returns the columns whose old values the logs of some tables keep.
  ///
  /// - Parameter tables: The tables' names, or `nil` for every table that this user can read.
  /// - Returns: The columns in the table's order, by the given name; none for a table without a log, or with one that is
  ///   outdated.
  /// - Throws: `StoreError` if a table doesn't exist.
  public func changeLogColumns(
    of tables: [String]? = nil
  ) async throws(StoreError) -> [String: [String]] {
    try await StoreError.wrapping {
      try await read { reader in
        let connection = reader.connection
        try await ReadBeginning.begin(reading: [], on: connection)
        var columns: [String: [String]] = [:]
        var names = tables ?? []
        if tables == nil { names = try await TablePart.loggableNames(on: connection) }
        for name in names {
          let (root, table) = try await TablePart.rootAndTable(of: name, on: connection)
          columns[name] = []
          if case .complete(let logged, _, _) = try await TableLogState.find(
            ofTreeAt: root, for: table, on: connection)
          {
            columns[name] = logged.kept.map(\.name)
          }
        }
        return columns
      }
    }
  }
}

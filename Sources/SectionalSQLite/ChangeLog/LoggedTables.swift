import Sectional

/// Which tables' changes a file logs, cached until the file's schema changes.
///
/// State: used only on the connection's queue, inside transactions.
final class LoggedTables {
  private var schema: Int64?
  private var hasLog = false
  private var tables: [String: LoggedTable] = [:]

  /// Whether the file had a log when it was last read.
  var mayHaveLog: Bool { hasLog }

  /// Returns the position of the log's newest row, or `nil` if there is no log.
  func position(
    on handle: SQLiteHandle, schema: Int64
  ) throws(StoreError) -> SQLiteChangeLogPosition? {
    try follow(schema, handle)
    return hasLog ? try handle.changeLogPosition() : nil
  }

  /// Returns whether all changes of some tables are logged.
  func contain(
    _ names: Set<String>, on handle: SQLiteHandle, schema: Int64
  ) throws(StoreError) -> Bool {
    try follow(schema, handle)
    guard hasLog else { return false }
    for name in names where try table(name, handle).status != .installed { return false }
    return true
  }

  /// Returns the columns whose old values are logged, by table, for those of some logged tables that have any.
  func columns(
    of names: Set<String>, on handle: SQLiteHandle, schema: Int64
  ) throws(StoreError) -> [String: LoggedColumns] {
    guard try contain(names, on: handle, schema: schema) else { return [:] }
    return names.reduce(into: [:]) { $0[$1] = tables[$1]?.columns }
  }

  private func table(_ name: String, _ handle: SQLiteHandle) throws(StoreError) -> LoggedTable {
    if let table = tables[name] { return table }
    let table = try handle.loggedTable(handle.table(named: name))
    tables[name] = table
    return table
  }

  private func follow(_ schema: Int64, _ handle: SQLiteHandle) throws(StoreError) {
    guard schema != self.schema else { return }
    self.schema = nil
    tables = [:]
    hasLog = try handle.hasChangeLog()
    self.schema = schema
  }
}

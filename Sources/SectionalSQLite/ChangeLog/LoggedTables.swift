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
    try tables(named: names, on: handle, schema: schema) != nil
  }

  /// Returns what is logged of some tables, or `nil` unless all of their changes are logged.
  func tables(
    named names: Set<String>, on handle: SQLiteHandle, schema: Int64
  ) throws(StoreError) -> [String: LoggedTable]? {
    try follow(schema, handle)
    guard hasLog else { return nil }
    var logs: [String: LoggedTable] = [:]
    for name in names {
      let log = try table(name, handle)
      guard log.status == .installed else { return nil }
      logs[name] = log
    }
    return logs
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

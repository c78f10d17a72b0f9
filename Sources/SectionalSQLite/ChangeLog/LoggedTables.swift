import Sectional

/// Which tables' changes a file logs, cached until the file's schema changes.
///
/// State: used only on the connection's queue, inside transactions.
final class LoggedTables {
  private var schema: Int64?
  private var hasLog = false
  private var tables: [String: Bool] = [:]

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
    for name in names where try !isLogged(name, handle) { return false }
    return true
  }

  private func isLogged(_ name: String, _ handle: SQLiteHandle) throws(StoreError) -> Bool {
    if let isLogged = tables[name] { return isLogged }
    let table = try handle.table(named: name)
    let isLogged = try handle.changeLogStatus(of: table) == .installed
    tables[name] = isLogged
    return isLogged
  }

  private func follow(_ schema: Int64, _ handle: SQLiteHandle) throws(StoreError) {
    guard schema != self.schema else { return }
    self.schema = nil
    tables = [:]
    hasLog = try handle.hasChangeLog()
    self.schema = schema
  }
}

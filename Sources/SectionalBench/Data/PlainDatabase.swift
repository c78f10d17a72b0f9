import SectionalCSQLite

/// A connection as a program without Sectional uses it, closed with its last reference.
///
/// It is used by one thread at a time.
@safe final class PlainDatabase {
  private let pointer: OpaquePointer

  /// Opens a file, creating it if it doesn't exist.
  init(path: String) throws(BenchmarkError) {
    var opened: OpaquePointer?
    let flags = SQLITE_OPEN_READWRITE | SQLITE_OPEN_CREATE
    let result = unsafe sqlite3_open_v2(path, &opened, flags, nil)
    guard result == SQLITE_OK, let pointer = unsafe opened else {
      unsafe sqlite3_close_v2(opened)
      throw BenchmarkError(
        "the database can't be opened: \(unsafe String(cString: sqlite3_errstr(result)))")
    }
    unsafe self.pointer = pointer
  }

  deinit { unsafe sqlite3_close_v2(pointer) }

  /// Runs statements that return nothing.
  func execute(_ sql: String) throws(BenchmarkError) {
    try check(unsafe sqlite3_exec(pointer, sql, nil, nil, nil))
  }

  /// Prepares a statement.
  func prepare(_ sql: String) throws(BenchmarkError) -> PlainStatement {
    var prepared: OpaquePointer?
    try check(unsafe sqlite3_prepare_v2(pointer, sql, -1, &prepared, nil))
    guard let statement = unsafe prepared else {
      throw BenchmarkError("no statement in \(sql)")
    }
    return unsafe PlainStatement(statement, of: self)
  }

  /// Throws if SQLite returned an error code.
  func check(_ result: Int32) throws(BenchmarkError) {
    guard result == SQLITE_OK else {
      throw BenchmarkError(
        "the database failed: \(unsafe String(cString: sqlite3_errmsg(pointer)))")
    }
  }

  /// Returns SQLite's plan of a query, a line for each step.
  func plan(of sql: String) throws(BenchmarkError) -> [String] {
    let statement = try prepare("EXPLAIN QUERY PLAN \(sql)")
    var lines: [String] = []
    while try statement.step() { lines.append(statement.text(at: 3)) }
    return lines
  }
}

import Sectional
import SectionalCSQLite
import SectionalSQL

/// A prepared statement, finalized with the last reference to it and used only on its connection's queue.
///
/// It doesn't retain its handle: SQLite keeps a closed connection until its last statement is finalized.
@safe final class SQLiteStatement {
  let pointer: OpaquePointer
  /// The columns that the statement updates, by table, if the caller needs them.
  var updates: [String: Set<String>] = [:]
  private let path: String

  /// Prepares the only statement in a text.
  convenience init(_ sql: String, on handle: SQLiteHandle) throws(StoreError) {
    var rest = sql[...]
    try self.init(next: &rest, on: handle)
    guard ReadStatement.isBlank(String(rest)) else {
      throw StoreError(.invalidQuery, "the SQL must be one statement; something follows it")
    }
  }

  /// Prepares the first statement in a text, and removes it from the text.
  ///
  /// - Throws: `StoreError` with SQLite's message, or if the text has a zero byte, where SQLite would stop reading.
  init(next sql: inout Substring, on handle: SQLiteHandle) throws(StoreError) {
    guard !sql.utf8.contains(0) else {
      throw StoreError(
        .invalidQuery, "the SQL contains a zero byte, which is not allowed in a statement")
    }
    var prepared: OpaquePointer?
    var rest: String?
    let result = unsafe String(sql).withCString { text in
      var tail: UnsafePointer<CChar>?
      let result = unsafe sqlite3_prepare_v2(handle.pointer, text, -1, &prepared, &tail)
      rest = unsafe tail.map { unsafe String(cString: $0) }
      return result
    }
    guard result == SQLITE_OK else {
      throw unsafe StoreError(SQLiteFailure(preparingOn: handle.pointer), path: handle.path)
    }
    guard let pointer = unsafe prepared else {
      throw StoreError(.invalidQuery, "the SQL contains no statement")
    }
    unsafe self.pointer = pointer
    path = handle.path
    sql = (rest ?? "")[...]
  }

  deinit { unsafe sqlite3_finalize(pointer) }

  /// Returns the names of the result's columns.
  ///
  /// - Throws: `StoreError` if a name is not valid UTF-8, because SQL can't name such a column.
  func columnNames() throws(StoreError) -> [String] {
    var names: [String] = []
    let count = unsafe sqlite3_column_count(pointer)
    for column in 0..<count {
      guard let name = unsafe String(validatingCString: sqlite3_column_name(pointer, column)) else {
        throw .malformedName
      }
      names.append(name)
    }
    return names
  }

  /// Returns the declared type of a column of the result, or `nil` if it isn't a table's column, or has no type.
  func declaredType(of column: Int) -> String? {
    unsafe sqlite3_column_decltype(pointer, Int32(column)).map { unsafe String(cString: $0) }
  }

  /// Whether the statement leaves the database unchanged.
  var isReadOnly: Bool { unsafe sqlite3_stmt_readonly(pointer) != 0 }

  /// Steps to the next row; returns whether it exists.
  func step() throws(StoreError) -> Bool {
    let result = unsafe sqlite3_step(pointer)
    switch result {
    case SQLITE_ROW: return true
    case SQLITE_DONE: return false
    default: throw failure(result)
    }
  }

  /// The number of steps that SQLite's machine has taken for it.
  var machineSteps: Int { Int(unsafe sqlite3_stmt_status(pointer, SQLITE_STMTSTATUS_VM_STEP, 0)) }

  /// Resets the statement so that it can run again, and releases what it held open.
  func reset() { unsafe sqlite3_reset(pointer) }

  func failure(_ result: Int32) -> StoreError {
    StoreError(unsafe SQLiteFailure(result, running: pointer), path: path)
  }
}

extension StoreError {
  /// The error for a column whose name can't be written in SQL.
  static let malformedName = StoreError(
    .unsupported, "a column's name is not valid UTF-8; rename it, or select the others with SQL")
}

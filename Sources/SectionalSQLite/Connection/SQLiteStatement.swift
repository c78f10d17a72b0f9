import Sectional
import SectionalCSQLite
import SectionalSQL

/// A prepared statement, finalized with its last reference; used on its connection's queue only.
///
/// It doesn't hold its handle: SQLite keeps a closed connection until its last statement is finalized.
@safe final class SQLiteStatement {
  let pointer: OpaquePointer
  /// The columns it updates, by table, where that is of interest.
  var updates: [String: Set<String>] = [:]
  private let path: String

  /// Prepares the only statement of a text.
  convenience init(_ sql: String, on handle: SQLiteHandle) throws(StoreError) {
    var rest = sql[...]
    try self.init(next: &rest, on: handle)
    guard ReadStatement.isBlank(String(rest)) else {
      throw StoreError(.invalidQuery, "the SQL must be one statement; something follows it")
    }
  }

  /// Prepares the first statement of a text, and takes it off.
  init(next sql: inout Substring, on handle: SQLiteHandle) throws(StoreError) {
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
      throw StoreError(.invalidQuery, "there is no statement in the SQL")
    }
    unsafe self.pointer = pointer
    path = handle.path
    sql = (rest ?? "")[...]
  }

  deinit { unsafe sqlite3_finalize(pointer) }

  /// Returns the names of the result's columns.
  ///
  /// - Throws: `StoreError` when a name is not valid UTF-8, because then SQL can't name the column.
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

  /// Whether the statement leaves the database as it is.
  var isReadOnly: Bool { unsafe sqlite3_stmt_readonly(pointer) != 0 }

  /// Steps to the next row; tells whether there is one.
  func step() throws(StoreError) -> Bool {
    let result = unsafe sqlite3_step(pointer)
    switch result {
    case SQLITE_ROW: return true
    case SQLITE_DONE: return false
    default: throw failure(result)
    }
  }

  /// Makes the statement ready to run again and ends what it held open.
  func reset() { unsafe sqlite3_reset(pointer) }

  func failure(_ result: Int32) -> StoreError {
    StoreError(unsafe SQLiteFailure(result, on: sqlite3_db_handle(pointer)), path: path)
  }
}

extension StoreError {
  /// A column whose name no SQL can spell.
  static let malformedName = StoreError(
    .unsupported, "a column's name is not valid UTF-8; rename it, or select the others with SQL")
}

import CSQLite
import Sectional

/// An open connection to a file, closed with its last reference.
///
/// It belongs to whoever holds it and is used by one thread at a time.
@safe final class SQLiteHandle {
  let pointer: OpaquePointer
  let path: String
  private let file: FileIdentity
  private let busyMilliseconds: Int32

  /// Opens a file for reading; neither the file nor its journal mode is changed.
  init(readingFrom path: String, busyTimeout: Duration) throws(StoreError) {
    file = try FileIdentity(of: path)
    busyMilliseconds = Int32(
      min(max(busyTimeout / .milliseconds(1), 0), Double(Int32.max)))
    var opened: OpaquePointer?
    let flags = SQLITE_OPEN_READONLY | SQLITE_OPEN_NOMUTEX
    let result = unsafe sqlite3_open_v2(path, &opened, flags, nil)
    guard result == SQLITE_OK, let pointer = unsafe opened else {
      let failure = SQLiteFailure(result)
      unsafe sqlite3_close_v2(opened)
      throw StoreError(failure, path: path)
    }
    unsafe self.pointer = pointer
    self.path = path
    unsafe sqlite3_extended_result_codes(pointer, 1)
    unsafe sqlite3_busy_timeout(pointer, busyMilliseconds)
  }

  deinit { unsafe sqlite3_close_v2(pointer) }

  /// Whether the path no longer leads to the file that is open.
  var hasMoved: Bool { (try? FileIdentity(of: path)) != file }

  /// Runs a body that fails at once, instead of waiting, where another program holds the file.
  func withoutWaiting<Output>(
    _ body: () throws(StoreError) -> Output
  ) throws(StoreError) -> Output {
    unsafe sqlite3_busy_timeout(pointer, 0)
    defer { unsafe sqlite3_busy_timeout(pointer, busyMilliseconds) }
    return try body()
  }

  /// Prepares one statement.
  ///
  /// - Throws: ``StoreError`` with SQLite's words, or when a second statement follows.
  func prepare(_ sql: String) throws(StoreError) -> SQLiteStatement {
    try SQLiteStatement(sql, on: self)
  }

  /// Runs a statement that returns nothing.
  func execute(_ sql: String) throws(StoreError) {
    let statement = try prepare(sql)
    while try statement.step() {}
  }

  /// Returns the integer in the first cell of a statement.
  func integer(_ sql: String) throws(StoreError) -> Int64 {
    let statement = try prepare(sql)
    return try statement.step() ? statement.integer(at: 0) : 0
  }
}

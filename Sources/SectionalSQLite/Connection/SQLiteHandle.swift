import Foundation
import Sectional
import SectionalCSQLite

/// An open connection to a file, closed with its last reference.
///
/// It belongs to whoever holds it and is used by one thread at a time.
@safe final class SQLiteHandle {
  let pointer: OpaquePointer
  let path: String
  private let file: FileIdentity
  private let busyMilliseconds: Int32
  // State: used on the connection's queue only. Statements are kept by their text, to be prepared once.
  private var encodingIsUTF8: Bool?
  private var statements: [StatementKey: SQLiteStatement] = [:]
  /// Whether the last transaction read a file in WAL mode, which nobody can change while the connection is open.
  var isInWALMode = false
  var snapshot = Snapshot.unknown
  /// What the file began with and was like, and the number of its schema, when the last read transaction began.
  var readHeader: SQLiteHeader?
  var readFile: SeenFile?
  var readSchema: Int64 = 0
  /// What the file was like when what SQLite keeps of it in memory was known to be the file's.
  var seenState: SeenState?
  /// Whether the file was written since without a commit, so that what SQLite keeps of it may be another one's.
  var isOverwritten = false
  /// The memory that connections share in WAL mode.
  var sharedMemory: FileIdentity?
  /// Who tells of the locks on a file, by its path.
  var witnesses: [String: LockWitness] = [:]
  private(set) lazy var isStampable = findOutWhetherStampable()

  private struct StatementKey: Hashable {
    let text: String
    let isFromOutside: Bool
  }

  /// Opens a file; unless it is created, neither the file nor its journal mode is changed.
  ///
  /// - Parameters:
  ///   - path: The file's path.
  ///   - access: Whether it may be written.
  ///   - creates: Whether to create a missing file.
  ///   - busyTimeout: How long to wait for a program that holds the file.
  /// - Throws: `StoreError` when there is no such file or it may not be used.
  init(
    path: String, access: SQLiteAccess, creates: Bool, busyTimeout: Duration
  ) throws(StoreError) {
    let isMissing = unsafe Foundation.access(path, F_OK) != 0
    let isNew = isMissing && creates && access == .readWrite
    if isNew { try FileIdentity.checkFolder(of: path) }
    let found = isNew ? nil : try FileIdentity(of: path)
    let pointer = try unsafe SQLiteHandle.open(path, access, creates: isNew)
    busyMilliseconds = Int32(
      min(max(busyTimeout / .milliseconds(1), 0), Double(Int32.max)))
    do throws(StoreError) {
      unsafe sqlite3_extended_result_codes(pointer, 1)
      unsafe sqlite3_busy_timeout(pointer, busyMilliseconds)
      if isNew { try unsafe SQLiteHandle.run("PRAGMA journal_mode = WAL", on: pointer, path) }
      if let found { file = found } else { file = try FileIdentity(of: path) }
    } catch {
      unsafe sqlite3_close_v2(pointer)
      throw error
    }
    unsafe self.pointer = pointer
    self.path = path
  }

  deinit { unsafe sqlite3_close_v2(pointer) }

  private static func open(
    _ path: String, _ access: SQLiteAccess, creates: Bool
  ) throws(StoreError) -> OpaquePointer {
    var opened: OpaquePointer?
    let mode = access == .readOnly ? SQLITE_OPEN_READONLY : SQLITE_OPEN_READWRITE
    let flags = mode | SQLITE_OPEN_NOMUTEX | (creates ? SQLITE_OPEN_CREATE : 0)
    let result = unsafe sqlite3_open_v2(path, &opened, flags, nil)
    guard result == SQLITE_OK, let pointer = unsafe opened else {
      let failure = SQLiteFailure(result)
      unsafe sqlite3_close_v2(opened)
      throw StoreError(failure, path: path)
    }
    return unsafe pointer
  }

  private static func run(
    _ sql: String, on pointer: OpaquePointer, _ path: String
  ) throws(StoreError) {
    let result = unsafe sqlite3_exec(pointer, sql, nil, nil, nil)
    guard result == SQLITE_OK else { throw StoreError(SQLiteFailure(result), path: path) }
  }

  /// Whether the path no longer leads to the file that is open.
  var hasMoved: Bool { !file.isFile(at: path) }

  /// Whether a transaction is open.
  var isInTransaction: Bool { unsafe sqlite3_get_autocommit(pointer) == 0 }

  /// Tells whether the file holds text as UTF-8, which never changes.
  func isUTF8() throws(StoreError) -> Bool {
    if let encodingIsUTF8 { return encodingIsUTF8 }
    let statement = try prepare("PRAGMA encoding")
    let isUTF8 = try statement.step() ? statement.text(at: 0) == "UTF-8" : true
    encodingIsUTF8 = isUTF8
    return isUTF8
  }

  /// Runs a body that fails at once, instead of waiting, where another program holds the file.
  func withoutWaiting<Output>(
    _ body: () throws(StoreError) -> Output
  ) throws(StoreError) -> Output {
    unsafe sqlite3_busy_timeout(pointer, 0)
    defer { unsafe sqlite3_busy_timeout(pointer, busyMilliseconds) }
    return try body()
  }
}

extension SQLiteHandle {
  /// Prepares one statement.
  ///
  /// - Throws: `StoreError` with SQLite's words, or when a second statement follows.
  func prepare(_ sql: String) throws(StoreError) -> SQLiteStatement {
    try SQLiteStatement(sql, on: self)
  }

  /// Returns a statement that is prepared the first time, ready to be bound.
  ///
  /// - Parameters:
  ///   - sql: One statement.
  ///   - isFromOutside: Whether it is somebody else's, so that it is prepared under other rules than the library's own.
  /// - Returns: The statement, reset.
  /// - Throws: `StoreError` with SQLite's words.
  func prepared(_ sql: String, isFromOutside: Bool = false) throws(StoreError) -> SQLiteStatement {
    let key = StatementKey(text: sql, isFromOutside: isFromOutside)
    if let statement = statements[key] {
      statement.reset()
      return statement
    }
    let statement = try prepare(sql)
    if statements.count >= 1024 { statements = [:] }
    statements[key] = statement
    return statement
  }

  /// Runs a statement that returns nothing.
  func execute(_ sql: String) throws(StoreError) {
    let statement = try prepared(sql)
    defer { statement.reset() }
    while try statement.step() {}
  }

  /// Returns the integer in the first cell of a statement.
  func integer(_ sql: String) throws(StoreError) -> Int64 {
    let statement = try prepared(sql)
    defer { statement.reset() }
    return try statement.step() ? statement.integer(at: 0) : 0
  }
}

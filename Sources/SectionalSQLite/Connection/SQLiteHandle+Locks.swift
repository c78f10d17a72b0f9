import Sectional
import SectionalCSQLite

extension SQLiteHandle {
  /// The byte of the file that a writer with a rollback journal locks (SQLite's os.h).
  private static let reservedByte: Int64 = 0x4000_0001
  /// The byte of the shared memory that a writer in WAL mode locks (SQLite's os_unix.c).
  private static let logByte: Int64 = 120

  /// Whether this process holds the write lock, as the system sees it, or `nil` if the system doesn't say.
  var hasWriteLock: Bool? {
    isInWALMode
      ? hasLocked(SQLiteHandle.logByte, of: sharedMemoryPath)
      : hasLocked(SQLiteHandle.reservedByte, of: fullPath)
  }

  /// Checks that no other copy of SQLite in this process is writing to the file.
  ///
  /// The system lets both copies in, because the locks belong to the process, and each copy would release the other's.
  /// In WAL mode it isn't possible to tell which copy holds the lock.
  ///
  /// - Throws: `StoreError` with code `unsupported` if one is.
  func checkForOtherCopies() throws(StoreError) {
    guard header?.isInWALMode == false, !isInWALMode else { return }
    // A connection of this copy may take or release the lock between two queries, but not every time.
    for _ in 0..<4 where !isWrittenByOtherCopy { return }
    throw StoreError(
      .unsupported,
      "another copy of SQLite in this process is writing to \(path), and the two would undo each "
        + "other's locks; make everything in the process use one copy")
  }

  private var isWrittenByOtherCopy: Bool {
    !isReserved && hasLocked(SQLiteHandle.reservedByte, of: fullPath) == true && !isReserved
  }

  /// Whether any connection is writing with a rollback journal, as far as this copy of SQLite knows.
  private var isReserved: Bool {
    var file: UnsafeMutablePointer<sqlite3_file>?
    guard
      unsafe sqlite3_file_control(pointer, "main", SQLITE_FCNTL_FILE_POINTER, &file) == SQLITE_OK,
      let file = unsafe file, let methods = unsafe file.pointee.pMethods,
      let check = unsafe methods.pointee.xCheckReservedLock
    else { return true }
    var result: Int32 = 0
    return unsafe check(file, &result) != SQLITE_OK || result != 0
  }

  private func hasLocked(_ byte: Int64, of path: String) -> Bool? {
    if let answer = witnesses[path]?.hasLocked(byte) { return answer }
    witnesses[path] = LockWitness(ofFileAt: path)
    return witnesses[path]?.hasLocked(byte)
  }
}

extension SQLiteHandle {
  /// The path of the file that SQLite opened, with links resolved.
  var fullPath: String { openedPath ?? path }

  /// The same, or `nil` for a database in memory.
  var openedPath: String? { unsafe SQLiteHandle.openedPath(of: pointer) }

  static func openedPath(of pointer: OpaquePointer) -> String? {
    guard let name = unsafe sqlite3_db_filename(pointer, "main") else { return nil }
    let path = unsafe String(cString: name)
    return path.isEmpty ? nil : path
  }

  /// The path of the memory that connections share in WAL mode.
  var sharedMemoryPath: String { fullPath + "-shm" }

  /// The path of the log in WAL mode.
  var logPath: String { fullPath + "-wal" }

  /// Whether the log or its memory was removed or now belongs to another file, so that this connection and others no longer
  /// see each other's commits.
  ///
  /// SQLite removes the log when the last connection closes, and mistakes a connection for the last one if another copy
  /// in the same process has the file open. A file that is put in place of this one takes over its log. If only the log was
  /// removed, this connection would read what others wrote at the same places of the log that is gone.
  var hasLostLog: Bool {
    guard let memory = usedLog.memory else { return false }
    return !memory.isFile(at: sharedMemoryPath) || hasMoved
      || usedLog.file.map { !$0.isFile(at: logPath) } ?? false
  }

  /// Returns the file at a path, if this connection can be using it; ``FileIdentity/nowhere`` if it must be using another one.
  ///
  /// SQLite gives a connection the memory that others in this process have, also if its log was removed. They keep it for as
  /// long as any of them is open, and see no commit of other programs.
  func usedFile(at path: String) -> FileIdentity? {
    guard let file = try? FileIdentity(of: path) else { return nil }
    let isOpen = FileIdentity.descriptors?.contains(where: file.isFile(descriptor:)) ?? true
    return isOpen || isExclusive ? file : .nowhere
  }

  /// Whether the connection has the memory of a log that was removed, which other connections of this process keep.
  var hasMemoryOfOthers: Bool { usedLog.memory == .nowhere }

  /// Whether the connection locks the file for itself, and shares no memory.
  var isExclusive: Bool {
    guard let statement = try? prepared("PRAGMA main.locking_mode") else { return false }
    defer { statement.reset() }
    return (try? statement.step()) == true && statement.text(at: 0) == "exclusive"
  }

  /// Makes SQLite leave the log in place when the connection closes, because the log is now a different one.
  ///
  /// If others write to another log, this one isn't copied into the file either. If there is no other one, its commits would
  /// be lost with it.
  func leaveLog() {
    if let log = usedLog.file, let other = try? FileIdentity(of: logPath), other != log {
      _ = unsafe sectional_leave_log_on_close(pointer)
    }
    var isLeft: Int32 = 1
    _ = unsafe sqlite3_file_control(pointer, "main", SQLITE_FCNTL_PERSIST_WAL, &isLeft)
  }
}

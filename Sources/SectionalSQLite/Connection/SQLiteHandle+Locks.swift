import Sectional
import SectionalCSQLite

extension SQLiteHandle {
  /// The byte of the file that is locked by who writes with a rollback journal (SQLite's os.h).
  private static let reservedByte: Int64 = 0x4000_0001
  /// The byte of the shared memory that is locked by who writes in WAL mode (SQLite's os_unix.c).
  private static let logByte: Int64 = 120

  /// Whether this process has the lock of who writes, as the system sees it; `nil` if it doesn't tell.
  var hasWriteLock: Bool? {
    isInWALMode
      ? hasLocked(SQLiteHandle.logByte, of: sharedMemoryPath)
      : hasLocked(SQLiteHandle.reservedByte, of: fullPath)
  }

  /// Makes sure that no other copy of SQLite in this process is writing to the file.
  ///
  /// The system lets both of them in, because the locks are one process's, and each would give back the other's. In WAL
  /// mode it can't be told which of them has the lock.
  ///
  /// - Throws: `StoreError` with code `unsupported` when one is.
  func checkForOtherCopies() throws(StoreError) {
    guard header?.isInWALMode == false else { return }
    // A connection of this copy may take the lock or give it back between two questions, but not every time.
    for _ in 0..<4 where !isWrittenByOtherCopy { return }
    throw StoreError(
      .unsupported,
      "another copy of SQLite in this process is writing to \(path), and the two would undo each "
        + "other's locks; have everything in the process use one copy")
  }

  private var isWrittenByOtherCopy: Bool {
    !isReserved && hasLocked(SQLiteHandle.reservedByte, of: fullPath) == true && !isReserved
  }

  /// Whether somebody writes with a rollback journal, as far as this copy of SQLite knows.
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
  /// The path of the file that SQLite opened, behind links.
  var fullPath: String {
    guard let name = unsafe sqlite3_db_filename(pointer, "main") else { return path }
    return unsafe String(cString: name)
  }

  /// The path of the memory that connections share in WAL mode.
  var sharedMemoryPath: String { fullPath + "-shm" }

  /// Whether the log of a file in WAL mode was taken away, so that others neither see this connection's commits nor it
  /// theirs.
  ///
  /// SQLite removes it with the last connection, and takes one for the last that shares a process with another copy.
  var hasLostLog: Bool { sharedMemory.map { !$0.isFile(at: sharedMemoryPath) } ?? false }

  /// Has SQLite leave the log where it is when the connection is closed: it is another one by now.
  func leaveLog() {
    var isLeft: Int32 = 1
    _ = unsafe sqlite3_file_control(pointer, "main", SQLITE_FCNTL_PERSIST_WAL, &isLeft)
  }
}

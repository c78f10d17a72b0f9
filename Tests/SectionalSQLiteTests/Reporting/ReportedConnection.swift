import SectionalCSQLite
import SectionalSQLite
import SectionalTesting

/// A connection of an application, which reports its writes as SQLite's hooks tell them.
@safe final class ReportedConnection {
  private let handle: OpaquePointer
  private let observer: SQLiteWriteObserver

  init(path: String, _ observer: SQLiteWriteObserver) throws {
    var opened: OpaquePointer?
    guard unsafe sqlite3_open(path, &opened) == SQLITE_OK, let handle = unsafe opened else {
      throw LawViolation(.oracle, "the file can't be opened")
    }
    unsafe self.handle = handle
    self.observer = observer
    unsafe sqlite3_busy_timeout(handle, 10_000)
    let context = unsafe Unmanaged.passUnretained(observer).toOpaque()
    _ = unsafe sqlite3_update_hook(
      handle,
      { context, operation, database, table, rowID in
        guard let context = unsafe context, let table = unsafe table,
          let database = unsafe database, unsafe String(cString: database) == "main"
        else { return }
        let write: SQLiteWriteObserver.Write =
          switch operation {
          case SQLITE_INSERT: .insert
          case SQLITE_DELETE: .delete
          default: .update
          }
        unsafe reportTarget(context).databaseDidChange(
          write, rowID: rowID, in: String(cString: table))
      }, context)
    _ = unsafe sqlite3_commit_hook(
      handle,
      { context in
        if let context = unsafe context { unsafe reportTarget(context).databaseWillCommit() }
        return 0
      }, context)
  }

  deinit { unsafe sqlite3_close_v2(handle) }

  /// Runs some SQL, and reports the end of the transaction if it is over.
  func execute(_ sql: String) throws {
    let result = unsafe sqlite3_exec(handle, sql, nil, nil, nil)
    if result & 0xFF == SQLITE_CONSTRAINT, unsafe sqlite3_get_autocommit(handle) == 0 {
      unsafe sqlite3_exec(handle, "ROLLBACK", nil, nil, nil)
    }
    let total = Int(unsafe sqlite3_total_changes64(handle))
    if unsafe sqlite3_get_autocommit(handle) != 0 {
      if result == SQLITE_OK {
        observer.databaseDidCommit(totalChanges: total)
      } else {
        observer.databaseDidRollback(totalChanges: total)
      }
    }
    guard result == SQLITE_OK || result & 0xFF == SQLITE_CONSTRAINT else {
      throw LawViolation(.oracle, "\(sql): \(unsafe String(cString: sqlite3_errmsg(handle)))")
    }
  }
}

private func reportTarget(_ context: UnsafeMutableRawPointer) -> SQLiteWriteObserver {
  unsafe Unmanaged<SQLiteWriteObserver>.fromOpaque(context).takeUnretainedValue()
}

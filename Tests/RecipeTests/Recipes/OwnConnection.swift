import SectionalSQLite

#if canImport(SQLite3)
  import SQLite3
#else
  import SectionalCSQLite
#endif

/// An application's own connection, whose writes lists follow row by row.
@safe final class OwnConnection {
  /// A statement that failed.
  struct Failure: Error {
    let code: Int32
  }

  let handle: OpaquePointer
  private let writes: SQLiteWriteObserver

  init(path: String, reportingTo store: SQLiteStore) throws {
    var opened: OpaquePointer?
    let result = unsafe sqlite3_open(path, &opened)
    guard let handle = unsafe opened, result == SQLITE_OK else {
      unsafe sqlite3_close(opened)
      throw Failure(code: result)
    }
    unsafe self.handle = handle
    writes = try store.makeWriteObserver()
    unsafe sqlite3_busy_timeout(handle, 10_000)
    // The connection retains the observer, and closes before it is released.
    let context = unsafe Unmanaged.passUnretained(writes).toOpaque()
    _ = unsafe sqlite3_update_hook(
      handle,
      { context, operation, database, table, rowID in
        guard let database = unsafe database, unsafe String(cString: database) == "main",
          let table = unsafe table
        else { return }
        let write: SQLiteWriteObserver.Write =
          switch operation {
          case SQLITE_INSERT: .insert
          case SQLITE_DELETE: .delete
          default: .update
          }
        unsafe observer(at: context)?.databaseDidChange(
          write, rowID: rowID, in: String(cString: table))
      }, context)
    // Each statement is prepared just before it runs, also those of triggers and foreign keys.
    unsafe sqlite3_set_authorizer(
      handle,
      { context, action, table, column, database, _ in
        if action == SQLITE_UPDATE, let table = unsafe table, let column = unsafe column,
          let database = unsafe database, unsafe String(cString: database) == "main"
        {
          unsafe observer(at: context)?.databaseWillUpdate(
            [String(cString: column)], of: String(cString: table))
        }
        return SQLITE_OK
      }, context)
    _ = unsafe sqlite3_commit_hook(
      handle,
      { context in
        unsafe observer(at: context)?.databaseWillCommit()
        return 0
      }, context)
  }

  deinit { unsafe sqlite3_close_v2(handle) }

  func execute(_ sql: String) throws {
    let result = unsafe sqlite3_exec(handle, sql, nil, nil, nil)
    reportEnd(hasSucceeded: result == SQLITE_OK)
    guard result == SQLITE_OK else { throw Failure(code: result) }
  }

  // SQLite has no hook that runs after a commit, so every function that runs statements ends with this.
  private func reportEnd(hasSucceeded: Bool) {
    guard unsafe sqlite3_get_autocommit(handle) != 0 else {
      if !hasSucceeded { writes.databaseDidFail() }
      return
    }
    let total = Int(unsafe sqlite3_total_changes64(handle))
    if hasSucceeded {
      writes.databaseDidCommit(totalChanges: total)
    } else {
      writes.databaseDidRollback(totalChanges: total)
    }
  }
}

private func observer(at context: UnsafeMutableRawPointer?) -> SQLiteWriteObserver? {
  unsafe context.map { unsafe Unmanaged.fromOpaque($0).takeUnretainedValue() }
}

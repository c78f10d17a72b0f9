import SectionalCSQLite

extension SQLiteHandle {
  /// Runs a body, and interrupts its statements, also between two rows, once the task is cancelled.
  func interruptingIfCancelled<Output, Failure>(
    _ body: () throws(Failure) -> Output
  ) throws(Failure) -> Output {
    // SQLite calls it on the thread of the statement, so it asks about the right task.
    unsafe sqlite3_progress_handler(pointer, 50_000, { _ in Task.isCancelled ? 1 : 0 }, nil)
    defer { unsafe sqlite3_progress_handler(pointer, 0, nil, nil) }
    return try body()
  }
}

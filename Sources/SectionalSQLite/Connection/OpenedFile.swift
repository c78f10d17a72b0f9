/// The handle of a connection, and what is known only as long as the handle is the same.
struct OpenedFile {
  // The write recorder is declared after the handle so that it is released later: the handle's hooks call its parts.
  private(set) var handle: SQLiteHandle
  private(set) var writeRecorder: SQLiteWriteRecorder
  private(set) var resolvedSources = SQLiteResolvedSources()
  private(set) var logged = LoggedTables()
  /// Distinguishes the versions of one handle from those of another, because SQLite counts them from one for each handle.
  private(set) var number = UInt64.random(in: .min ... .max)

  init(_ handle: SQLiteHandle, hook: SQLiteHook) {
    self.handle = handle
    writeRecorder = SQLiteWriteRecorder(handle, hook: hook)
  }

  /// Uses another handle from now on; the one before is closed, unless somebody else uses it.
  mutating func replaceHandle(by next: SQLiteHandle, hook: SQLiteHook) {
    handle = next
    writeRecorder = SQLiteWriteRecorder(next, hook: hook)
    resolvedSources = SQLiteResolvedSources()
    logged = LoggedTables()
    number &+= 1
  }
}

import Sectional
import SectionalCSQLite
import SectionalSQL

/// A connection with its own queue.
///
/// One transaction is open at a time; readers and writers take turns outside, in ``SQLiteStore``.
actor SQLiteConnection {
  nonisolated let queue: SerialQueue
  let path: String
  let access: SQLiteAccess
  private let hook: SQLiteHook
  private let busyTimeout: Duration

  // State: guarded by the actor. The handle changes when the path leads to another file. Its number distinguishes the
  // versions of one handle from those of another, because SQLite counts them from one for each handle. The write
  // recorder is declared after the handle so that it is released later: the handle's hooks call its parts.
  private(set) var handle: SQLiteHandle
  private(set) var writeRecorder: SQLiteWriteRecorder
  private(set) var resolvedSources = SQLiteResolvedSources()
  private(set) var logged = LoggedTables()
  private(set) var handleNumber = UInt64.random(in: .min ... .max)
  var seenState: SeenState?
  /// The file's header at the last check, if the header reflects every commit, and the file's state at that time.
  var seenHeader: SQLiteHeader?
  var seenFile: FileState?
  var hasMissedLook = false
  /// The newest row of the file's change log at the last check, and the schema at that time.
  var seenLog: (position: SQLiteChangeLogPosition, schema: Int64)?
  /// Signaled when the file is worth checking.
  nonisolated let hint = WakeSignal()
  var busySince: ContinuousClock.Instant?

  /// What a check of the file from outside a transaction showed.
  enum SeenState: Equatable {
    case version(Int64, ofHandle: UInt64)
    case moved(fromHandle: UInt64)
    case outdated(handle: UInt64)
    /// What failed, and the file's state at that time: with another state, a read may succeed.
    case failed(StoreError.Code, FileState?)
  }

  nonisolated var unownedExecutor: UnownedSerialExecutor {
    unsafe queue.asUnownedSerialExecutor()
  }

  init(
    path: String, access: SQLiteAccess, hook: SQLiteHook, busyTimeout: Duration
  ) throws(StoreError) {
    self.path = path
    self.access = access
    self.hook = hook
    self.busyTimeout = busyTimeout
    queue = SerialQueue(label: "sectional.sqlite")
    handle = try SQLiteHandle(
      path: path, access: access, creates: true, busyTimeout: busyTimeout)
    writeRecorder = SQLiteWriteRecorder(handle, hook: hook)
    if access == .readWrite { try handle.execute("PRAGMA foreign_keys = ON") }
    if let file = SeenFile(at: path)?.state { OpenedFiles.note(file) }
  }

  /// Begins a read transaction on the file that the path leads to now.
  func begin() throws(StoreError) {
    try followPath()
    try handle.checkForOtherCopies()
    do throws(StoreError) {
      try handle.beginReading()
      guard handle.isOutdated else { return noteFirstSeenState() }
      try handle.execute("ROLLBACK")
    } catch {
      // What SQLite caches of a file that is being overwritten may not belong to any file.
      guard error.code == .notAStore else { throw error }
    }
    try reopen()
    try handle.beginReading()
    noteFirstSeenState()
  }

  /// Rolls back the transaction, in which nothing was written.
  func end() {
    try? handle.execute("ROLLBACK")
    guard hasMissedLook else { return }
    hasMissedLook = false
    hint.signal()
  }

  /// Opens the file that the path leads to, if that is no longer the same file.
  func followPath() throws(StoreError) {
    guard handle.hasMoved else { return }
    try reopen()
  }

  /// Reopens the file, so that what SQLite cached of a file that was replaced or overwritten is no longer used.
  func reopen() throws(StoreError) {
    let next = try SQLiteHandle(
      path: path, access: access, creates: false, busyTimeout: busyTimeout)
    if handle.hasLostLog { handle.leaveLog() }
    handle = next
    writeRecorder = SQLiteWriteRecorder(next, hook: hook)
    resolvedSources = SQLiteResolvedSources()
    logged = LoggedTables()
    seenHeader = nil
    seenLog = nil
    handleNumber &+= 1
    if let file = SeenFile(at: path)?.state { OpenedFiles.note(file) }
    if access == .readWrite { try handle.execute("PRAGMA foreign_keys = ON") }
  }
}

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
  private var logged = LoggedTables()
  /// The version that the open read transaction reads, if it has been asked for.
  private var versionOfTransaction: SQLiteStoreVersion?
  private(set) var handleNumber = UInt64.random(in: .min ... .max)
  var seenState: SeenState?
  /// The file's header at the last check, if the header reflects every commit, and the file's state at that time.
  var seenHeader: SQLiteHeader?
  var seenFile: FileState?
  var hasMissedLook = false
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
  }

  /// Begins a read transaction on the file that the path leads to now.
  func begin() throws(StoreError) {
    versionOfTransaction = nil
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
    versionOfTransaction = nil
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
    handleNumber &+= 1
    if access == .readWrite { try handle.execute("PRAGMA foreign_keys = ON") }
  }

  /// Returns the version that the transaction reads.
  func version() throws(StoreError) -> SQLiteStoreVersion {
    if let versionOfTransaction { return versionOfTransaction }
    let schema = handle.readSchema
    let version = SQLiteStoreVersion(
      connection: handleNumber, data: try handle.integer("PRAGMA data_version"), schema: schema,
      commit: writeRecorder.log.newest, log: try logged.position(on: handle, schema: schema),
      stamp: handle.stamp)
    versionOfTransaction = version
    return version
  }

  /// Returns the rows that were touched since a version.
  ///
  /// The recorder knows them if only this connection wrote since then; the file's change log knows them whichever
  /// program wrote.
  func changes(
    of tables: Set<String>, since version: SQLiteStoreVersion
  ) throws(StoreError) -> ChangedKeys {
    let now = try self.version()
    guard now.schema == version.schema else { return .everything(reason: "the schema changed") }
    if now.connection == version.connection, now.data == version.data {
      return writeRecorder.log.changes(of: tables, since: version.commit)
    }
    if let position = version.log, try logged.contain(tables, on: handle, schema: now.schema) {
      return try handle.loggedChanges(of: tables, since: position)
    }
    return .everything(
      reason: now.connection == version.connection
        ? "another connection wrote to the file, and its change log is not installed"
        : "the file was written or replaced, and no change log tells which rows changed")
  }
}

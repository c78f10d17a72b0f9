import Sectional
import SectionalCSQLite
import SectionalSQL

/// A connection on its own queue.
///
/// One transaction is open at a time; who reads or writes takes turns outside, in ``SQLiteStore``.
actor SQLiteConnection {
  nonisolated let queue: SerialQueue
  private let path: String
  private let access: SQLiteAccess
  private let hook: SQLiteHook
  private let busyTimeout: Duration

  // State: guarded by the actor. The handle changes when the path leads to another file; its number tells versions
  // of one handle from those of another, because SQLite counts them from one for each.
  // The write recorder, whose parts the handle's hooks call, stands behind it to be let go of later.
  private(set) var handle: SQLiteHandle
  private(set) var writeRecorder: SQLiteWriteRecorder
  private(set) var resolvedSources = SQLiteResolvedSources()
  private var logged = LoggedTables()
  private(set) var handleNumber = UInt64.random(in: .min ... .max)
  var seenState: SeenState?
  /// What the file began with at the last look, where that tells of every commit, and what it was like.
  var seenHeader: SQLiteHeader?
  var seenFile: FileState?
  var hasMissedLook = false
  /// Rung when it is worth a look at the file.
  nonisolated let hint = WakeSignal()
  var busySince: ContinuousClock.Instant?

  /// What a look at the file from outside of a transaction showed.
  enum SeenState: Equatable {
    case version(Int64, ofHandle: UInt64)
    case moved(fromHandle: UInt64)
    case outdated(handle: UInt64)
    /// What went wrong, and the file's state then: another one may go right.
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

  /// Opens a read transaction on the file the path leads to now.
  func begin() throws(StoreError) {
    try followPath()
    try handle.checkForOtherCopies()
    do throws(StoreError) {
      try handle.beginReading()
      guard handle.isOutdated else { return noteFirstSeenState() }
      try handle.execute("ROLLBACK")
    } catch {
      // What SQLite keeps of a file in the middle of being copied over is no file's.
      guard error.code == .notAStore else { throw error }
    }
    try reopen()
    try handle.beginReading()
    noteFirstSeenState()
  }

  /// Ends the transaction; there is nothing in it to lose.
  func end() {
    try? handle.execute("ROLLBACK")
    guard hasMissedLook else { return }
    hasMissedLook = false
    hint.signal()
  }

  /// Opens the file that the path leads to, if that is another one than before.
  func followPath() throws(StoreError) {
    guard handle.hasMoved else { return }
    try reopen()
  }

  /// Opens the file anew: what SQLite keeps in memory of one that was replaced or overwritten is not used again.
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

  /// Returns the version the transaction reads.
  func version() throws(StoreError) -> SQLiteStoreVersion {
    let schema = handle.readSchema
    return SQLiteStoreVersion(
      connection: handleNumber, data: try handle.integer("PRAGMA data_version"), schema: schema,
      commit: writeRecorder.log.newest, log: try logged.position(on: handle, schema: schema),
      stamp: handle.stamp)
  }

  /// Returns the rows that were touched since a version.
  ///
  /// The recorder knows where only this connection wrote since, the file's change log whoever did.
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

import Sectional
import SectionalCSQLite
import SectionalSQL

/// A connection with its own queue.
///
/// One transaction is open at a time; those who use it take turns outside, in ``SQLiteStore``.
actor SQLiteConnection {
  nonisolated let queue: SerialQueue
  nonisolated let path: String
  nonisolated let configuration: SQLiteConfiguration
  nonisolated let hook: SQLiteHook
  nonisolated let role: Role
  /// What the connections of one store know in common.
  nonisolated let shared: SharedFacts

  // State: guarded by the actor. The handle changes when the path leads to another file.
  private var opened: OpenedFile
  /// What the last check of the file from outside a transaction showed.
  var seen = SeenFacts()
  /// Signaled when the file is worth checking.
  nonisolated let hint = WakeSignal()
  /// How long the store rests because of earlier reads.
  var rest = LookingRest()
  private(set) var isClosed = false

  nonisolated var unownedExecutor: UnownedSerialExecutor {
    unsafe queue.asUnownedSerialExecutor()
  }

  /// What a connection of a store is for.
  enum Role {
    /// Writes, looks at the file, and reads if it is the only one.
    case main
    /// Reads beside the main one.
    case reader
  }

  init(
    path: String, _ configuration: SQLiteConfiguration, hook: SQLiteHook,
    role: Role = .main, shared: SharedFacts = SharedFacts()
  ) throws(StoreError) {
    self.path = path
    self.configuration = configuration
    self.hook = hook
    self.role = role
    self.shared = shared
    queue = SerialQueue(label: "sectional.sqlite")
    var opened = OpenedFile(
      try SQLiteHandle(path: path, configuration, creates: role == .main), hook: hook)
    try opened.handle.prepare(for: role, configuration.access)
    switch role {
    case .reader: opened.handle.usedLog.memory = shared.memory
    // The main connection has the file open while a reader opens it, so nothing can take its place unnoticed.
    case .main:
      if let file = SeenFile(at: path)?.state { OpenedFiles.note(file) }
      opened.handle.holdLog()
      if opened.handle.hasMemoryOfOthers {
        // They keep the log that was removed until nobody uses it.
        opened.replaceHandle(
          by: try SQLiteHandle(path: path, configuration, creates: false), hook: hook)
        try opened.handle.prepare(for: role, configuration.access)
      }
      shared.noteReaders(beside: opened.handle, opened.writeRecorder.authorizer)
    }
    self.opened = opened
  }

  /// Begins a read transaction on the file that the path leads to now.
  ///
  /// - Returns: Whether it has begun; it has not if the log was lost and other connections still use its memory.
  @discardableResult func begin() throws(StoreError) -> Bool {
    try checkIsOpen()
    if readersUseLostLog { return false }
    try followPath()
    try handle.checkForOtherCopies()
    do throws(StoreError) {
      try handle.beginReading()
      guard handle.isOutdated else {
        noteBeginning()
        return true
      }
      try handle.execute("ROLLBACK")
      if readersUseLostLog { return false }
    } catch {
      // What SQLite caches of a file that is being overwritten may not belong to any file, and a log that was lost may
      // belong to a longer one.
      guard [.notAStore, .damaged].contains(error.code) else { throw error }
      if readersUseLostLog { return false }
    }
    try reopen()
    try handle.beginReading()
    guard try !letGoOfLog() else { return false }
    noteBeginning()
    return true
  }

  /// Gives the memory of a log that was removed back, if other connections of this process keep it, so that none keeps it
  /// because of this one.
  ///
  /// - Returns: Whether it did; the transaction is then over.
  func letGoOfLog() throws(StoreError) -> Bool {
    guard handle.hasMemoryOfOthers else { return false }
    if handle.isInTransaction { try handle.execute("ROLLBACK") }
    try reopen(holdingLog: false)
    return true
  }

  /// Whether other connections keep the memory of a log that was removed, which this connection would get again.
  var readersUseLostLog: Bool { shared.hasReaders && handle.hasLostLog }

  private func noteBeginning() {
    rest.noteBeginning(at: .now)
    noteFirstSeenState()
    if role == .main { shared.noteReaders(beside: handle, writeRecorder.authorizer) }
  }

  /// Closes the file; what needs it afterwards is an error.
  func close() {
    guard !isClosed, let next = try? SQLiteHandle(inPlaceOf: handle) else { return }
    isClosed = true
    shared.noteClosing()
    shared.stopReaders()
    opened.replaceHandle(by: next, hook: hook)
  }

  /// Checks that the file wasn't closed.
  func checkIsOpen() throws(StoreError) {
    if isClosed { throw .closedStore }
  }

  /// Rolls back the transaction, in which nothing was written.
  func end() {
    try? handle.execute("ROLLBACK")
    rest.noteEnd(keptOthersOut: role == .main && !handle.isInWALMode, at: .now)
    guard seen.hasMissedLook else { return }
    seen.hasMissedLook = false
    hint.signal()
  }

  /// Opens the file that the path leads to, if that is no longer the same file.
  func followPath() throws(StoreError) {
    guard handle.hasMoved else { return }
    try reopen()
  }

  /// Reopens the file, so that what SQLite cached of a file that was replaced or overwritten is no longer used.
  ///
  /// - Parameter holdsLog: Whether to keep the log from ending.
  /// - Throws: `StoreError` if the file can't be opened.
  func reopen(holdingLog holdsLog: Bool = true) throws(StoreError) {
    let next = try SQLiteHandle(
      path: path, configuration, creates: false)
    let isSameFile = next.hasSameFile(as: handle)
    opened.replaceHandle(by: next, hook: hook)
    seen.forgetHandle()
    if let file = SeenFile(at: path)?.state {
      OpenedFiles.note(file)
      if isSameFile { OpenedFiles.noteOverwriting(file) }
    }
    try handle.prepare(for: role, configuration.access)
    guard role == .main else {
      handle.usedLog.memory = shared.memory
      return
    }
    if holdsLog { handle.holdLog() }
    shared.noteReaders(beside: handle, writeRecorder.authorizer)
  }
}

extension SQLiteConnection {
  var handle: SQLiteHandle { opened.handle }
  var writeRecorder: SQLiteWriteRecorder { opened.writeRecorder }
  var resolvedSources: SQLiteResolvedSources { opened.resolvedSources }
  var logged: LoggedTables { opened.logged }
  var handleNumber: UInt64 { opened.number }
}

extension SQLiteHandle {
  /// Reads a file in WAL mode once, so that its log doesn't end as long as this connection is open.
  fileprivate func holdLog() {
    guard header?.isInWALMode == true else { return }
    usedLog.isHeld = true
    try? withoutWaiting { () throws(StoreError) in _ = try dataVersion() }
  }

  fileprivate func prepare(
    for role: SQLiteConnection.Role, _ access: SQLiteAccess
  ) throws(StoreError) {
    // The handle that this one replaces is closed by now, unless somebody else shares its memory.
    noteOpening()
    switch role {
    case .main: if access == .readWrite { try execute("PRAGMA foreign_keys = ON") }
    case .reader: try execute("PRAGMA query_only = ON")
    }
  }
}

extension StoreError {
  static let closedStore = StoreError(
    .cannotOpen, "the store is closed; open another one")

  /// The error of a file whose log was removed while other connections of this process had it open.
  static func keptLog(of path: String) -> StoreError {
    StoreError(
      .busy,
      "the log of \(path) was removed, and other stores of this process still have it open; try again, or "
        + "close those that nobody reads")
  }
}

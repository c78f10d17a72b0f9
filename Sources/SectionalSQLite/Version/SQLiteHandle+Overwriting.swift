import Sectional

extension SQLiteHandle {
  /// The file's state, and what SQLite detects commits by, when SQLite last examined the file itself.
  struct SeenState {
    /// The header bytes that every commit with a rollback journal changes.
    let counters: ArraySlice<UInt8>
    /// The index of a WAL-mode file's log, at a time when the file already contained all of the log.
    let log: WALIndex?
    let file: FileState
  }

  /// Records the file's state just after SQLite examined the file, and whether the file was since written without a
  /// commit.
  ///
  /// A file that another one is copied over can have the same counters. SQLite then takes its cached pages and schema
  /// for those of the new file, so that only a new connection reads it correctly. The file's times reveal this. They
  /// also change when a write is rolled back or the permissions change, in which case a new connection does no harm.
  func noteFile() {
    let earlier = lastRead.header
    lastRead.header = self.header
    lastRead.file = isStampable ? seenFile : nil
    let (header, file) = (lastRead.header, lastRead.file?.state)
    if let earlier, let header, let file, header.isBehind(earlier) { OpenedFiles.note(file) }
    if let state = cachedPages.state, let file, file != state.file, hasNoCommit(since: state) {
      cachedPages.areOfAnotherFile = true
      return
    }
    lastRead.isInWALMode = (header?.isInWALMode == true || usesLog) && !isImmutable
    if isInWALMode, usedLog.memory == nil { usedLog.memory = usedFile(at: sharedMemoryPath) }
    if isInWALMode, usedLog.file == nil { usedLog.file = usedFile(at: logPath) }
    guard let counters = header?.counters, let file else { return }
    let log = isInWALMode ? walIndex : nil
    if isInWALMode {
      // As long as the log has frames that aren't in the file, the file can be written at any time.
      guard let log, log.log == nil, seenFile?.state == file else { return }
    }
    cachedPages.state = SeenState(counters: counters, log: log, file: file)
  }

  /// Whether SQLite reads and writes the file through a log.
  ///
  /// It does so if there is a log, whatever the file says: another file may have been put beside a log that was there.
  private var usesLog: Bool {
    guard let statement = try? prepared("PRAGMA main.journal_mode") else { return false }
    defer { statement.reset() }
    return (try? statement.step()) == true && statement.text(at: 0) == "wal"
  }

  /// Whether the file must be reopened to be read and written correctly.
  var isOutdated: Bool { cachedPages.areOfAnotherFile || hasLostLog }

  /// Records the file's state after one of this connection's own transactions, which SQLite's cache agrees with.
  func noteOwnWrites() {
    cachedPages.state = nil
    noteFile()
  }

  /// Returns whether SQLite would report that no other connection committed.
  ///
  /// A commit to a file in WAL mode changes the log before any of it is copied into the file.
  private func hasNoCommit(since state: SeenState) -> Bool {
    if let log = state.log { return walIndex == log }
    return lastRead.header?.counters == state.counters
  }

  /// Returns a number that changes with each commit of another connection, and records the file's state.
  func dataVersion() throws(StoreError) -> Int64 {
    let statement = try prepared("PRAGMA data_version")
    defer { statement.reset() }
    guard try statement.step() else { return 0 }
    // Until it is reset, the statement keeps others from committing with a rollback journal.
    noteFile()
    return statement.integer(at: 0)
  }
}

extension SQLiteHeader {
  /// Whether the file went back to an earlier state, so that another commit can make the same header again.
  fileprivate func isBehind(_ earlier: SQLiteHeader) -> Bool {
    Int32(bitPattern: changeCounter &- earlier.changeCounter) < 0
  }

  /// The change counter, the size and the list of free pages, by which SQLite detects other connections' writes.
  fileprivate var counters: ArraySlice<UInt8> { bytes[24..<40] }
}

/// How often this process has opened each file and found it overwritten, counted from a random number, so that no other
/// process counts alike.
enum OpenedFiles {
  private struct File: Hashable {
    let device: UInt64
    let number: UInt64

    init(_ file: FileState) { (device, number) = (file.device, file.file) }
  }

  private struct Counts {
    var openings: UInt64 = 0
    var overwritings: UInt64 = 0
  }

  /// The number from which this process counts.
  static let process = UInt64.random(in: 0..<(1 << 62))
  // State: guarded by its lock.
  private static let counts = Locked([File: Counts]())

  static func note(_ file: FileState) {
    counts.withLock { $0[File(file), default: Counts()].openings += 1 }
  }

  /// Notes that a file was opened again because it may have been overwritten.
  static func noteOverwriting(_ file: FileState) {
    counts.withLock { $0[File(file), default: Counts()].overwritings += 1 }
  }

  static func count(of file: FileState) -> UInt64 {
    process + counts.withLock { $0[File(file)]?.openings ?? 0 }
  }

  static func overwritings(of file: FileState) -> UInt64 {
    counts.withLock { $0[File(file)]?.overwritings ?? 0 }
  }
}

import Sectional

extension SQLiteHandle {
  /// What the file was like, and what SQLite would have told a commit by, when it looked at the file itself.
  struct SeenState {
    /// The bytes of the header that every commit with a rollback journal changes.
    let counters: ArraySlice<UInt8>
    /// The log of a file in WAL mode, of which the file held everything.
    let log: WALIndex?
    let file: FileState
  }

  /// Sees what the file is like when SQLite has just looked at it, and whether it was written since without a commit.
  ///
  /// A file that another one is copied over can have the same counters. SQLite then takes the pages and the schema in its
  /// memory for the file's, so only another connection reads it right. The file's times tell. They also change where a
  /// write was taken back and where somebody gives other permissions, and then another connection does no harm.
  func noteFile() {
    readHeader = header
    readFile = isStampable ? SeenFile(at: path) : nil
    if let seenState, let file = readFile?.state, file != seenState.file,
      hasNoCommit(since: seenState)
    {
      isOverwritten = true
      return
    }
    isInWALMode = readHeader?.isInWALMode ?? false
    if isInWALMode, sharedMemory == nil { sharedMemory = try? FileIdentity(of: sharedMemoryPath) }
    guard let counters = readHeader?.counters, let file = readFile?.state else { return }
    let log = isInWALMode ? walIndex : nil
    if isInWALMode {
      // As long as frames wait, the file can be written at any time.
      guard let log, log.log == nil, SeenFile(at: path)?.state == file else { return }
    }
    seenState = SeenState(counters: counters, log: log, file: file)
  }

  /// Whether the file must be opened anew to be read and written as it is.
  var isOutdated: Bool { isOverwritten || hasLostLog }

  /// Sees what the file is like after a transaction of this connection's own, which SQLite's memory agrees with.
  func noteOwnWrites() {
    seenState = nil
    noteFile()
  }

  /// Tells whether SQLite would say that nobody committed.
  ///
  /// A commit to a file in WAL mode changes the log before anything of it gets into the file.
  private func hasNoCommit(since seenState: SeenState) -> Bool {
    if let log = seenState.log { return walIndex == log }
    return readHeader?.counters == seenState.counters
  }

  /// Returns a number that moves with each commit of another connection, and sees what the file is like.
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
  /// The counter of changes, the size and the list of free pages, by which SQLite tells whether others wrote.
  fileprivate var counters: ArraySlice<UInt8> { bytes[24..<40] }
}

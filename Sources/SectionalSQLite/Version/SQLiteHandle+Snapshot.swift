import Sectional

extension SQLiteHandle {
  /// What a read transaction reads, as far as the log of a file in WAL mode shows it.
  enum Snapshot: Equatable {
    /// The file itself: there is no log.
    case file
    /// The state of the log.
    case log(WALIndex)
    /// Others kept writing while the transaction began.
    case unknown
  }

  /// Begins a read transaction, in which every statement reads the same state.
  ///
  /// SQLite checks the log again after it has chosen what to read. So if the log's state is the same before and after,
  /// it is the state that is read.
  func beginReading() throws(StoreError) {
    for attempt in 1...8 {
      let before = mappedIndex
      try execute("BEGIN")
      do throws(StoreError) {
        lastRead.schema = try integer("PRAGMA schema_version")
      } catch {
        try? execute("ROLLBACK")
        throw error
      }
      noteFile()
      let after = mappedIndex
      lastRead.snapshot =
        before == after ? after.map { .log($0) } ?? (isInWALMode ? .unknown : .file) : .unknown
      if lastRead.snapshot != .unknown || attempt == 8 { return }
      try execute("ROLLBACK")
    }
  }

  /// A stamp of what the transaction reads, or `nil` if none is available.
  var stamp: SQLiteStamp? {
    guard let file = lastRead.file, let header = lastRead.header else { return nil }
    switch lastRead.snapshot {
    case .unknown: return nil
    case .file: return SQLiteStamp(file, header, log: nil)
    case .log(let index): return SQLiteStamp(file, header, log: index.log)
    }
  }

  /// Whether the transaction reads the file with which a log began.
  var readsBeforeLog: Bool {
    if case .log(let index) = lastRead.snapshot { index.isBlank } else { false }
  }

  /// What distinguishes the state that the transaction reads from others, or `nil` if only SQLite's counters do.
  ///
  /// The state with which a log began looks the same for every log. A log ends when the last connection closes.
  var identity: SQLiteStoreVersion.Identity? {
    guard let file = lastRead.file, let header = lastRead.header else { return nil }
    switch lastRead.snapshot {
    case .unknown: return nil
    case .file: return FileMoment(file, header).identity
    case .log(let index): return FileMoment(file, index).identity
    }
  }

  private var mappedIndex: WALIndex? { isInWALMode ? walIndex : nil }
}

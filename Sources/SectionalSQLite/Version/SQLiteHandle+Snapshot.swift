import Sectional

extension SQLiteHandle {
  /// What a read transaction reads, as far as the log of a file in WAL mode tells.
  enum Snapshot: Equatable {
    /// The file itself: there is no log.
    case file
    /// The state of the log.
    case log(WALIndex)
    /// Others wrote all the time while the transaction began.
    case unknown
  }

  /// Opens a read transaction, and has it read one state from its first statement on.
  ///
  /// SQLite looks at the log again after it chose what to read, so what the log says before and after is what is read,
  /// if both are the same.
  func beginReading() throws(StoreError) {
    for attempt in 1...8 {
      let before = mappedIndex
      try execute("BEGIN")
      do throws(StoreError) {
        readSchema = try integer("PRAGMA schema_version")
      } catch {
        try? execute("ROLLBACK")
        throw error
      }
      noteFile()
      let after = mappedIndex
      snapshot =
        before == after ? after.map { .log($0) } ?? (isInWALMode ? .unknown : .file) : .unknown
      if snapshot != .unknown || attempt == 8 { return }
      try execute("ROLLBACK")
    }
  }

  /// Returns a stamp of what the transaction reads; nothing where none can be had.
  var stamp: SQLiteStamp? {
    guard let file = readFile, let header = readHeader else { return nil }
    switch snapshot {
    case .unknown: return nil
    case .file: return SQLiteStamp(file, header, log: nil)
    case .log(let index): return SQLiteStamp(file, header, log: index.log)
    }
  }

  private var mappedIndex: WALIndex? { isInWALMode ? walIndex : nil }
}

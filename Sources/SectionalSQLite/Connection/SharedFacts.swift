import Sectional

/// What the connections of one store know in common.
final class SharedFacts: Sendable {
  /// The commits to the file whose rows are known.
  let commits = KnownCommits()
  /// The old values that lists need of these commits.
  let oldValues = WantedOldValues()
  /// The file that the main connection has open, and the memory that it shares with readers.
  struct Files: Equatable, Sendable {
    let file: FileIdentity
    let memory: FileIdentity
  }

  // State: guarded by its lock. What the main connection has open, if reads have connections of their own.
  private let shared = Locked<Files?>(nil)
  // State: guarded by its lock. Whether the main connection has found its log removed since it last began to read.
  private let lostLog = Locked(false)
  // State: guarded by its lock.
  private let temporaryTables = Locked(false)

  // State: guarded by its lock.
  private let closing = Locked(false)

  /// Whether the store is closed.
  var isClosed: Bool { closing.withLock { $0 } }

  /// Notes that the store is closed.
  func noteClosing() { closing.withLock { $0 = true } }

  /// Whether the main connection may have a temporary table or view, which no other connection sees.
  var hasTemporaryTables: Bool { temporaryTables.withLock { $0 } }

  /// Whether reads have connections of their own, as far as the main connection knows.
  var hasReaders: Bool { memory != nil }

  /// Whether reads can use connections of their own; if not, the main connection reads, which closes those connections first if
  /// it has to.
  var canReadBeside: Bool { hasReaders && !lostLog.withLock { $0 } }

  /// Makes the next read use the main connection, because its log was removed.
  func noteLostLog() { lostLog.withLock { $0 = true } }

  /// The memory that the main connection shares with readers.
  ///
  /// A connection gets the memory that the others in its process have, whatever is at the path by then.
  var memory: FileIdentity? { files?.memory }

  /// What the main connection has open, if reads have connections of their own.
  var files: Files? { shared.withLock { $0 } }

  /// Notes what the main connection knows of the file: other connections can read what it does while it writes if the file
  /// is in WAL mode, and if the connection keeps the log from ending.
  func noteReaders(beside main: SQLiteHandle, _ authorizer: SQLiteAuthorizer) {
    let hasReaders =
      main.isInWALMode && main.isStampable && !main.hasMemoryOfOthers
      && !authorizer.hasTemporaryTables
    let files = hasReaders ? main.files : nil
    shared.withLock { $0 = files }
    lostLog.withLock { $0 = false }
    let hasTemporaryTables = authorizer.hasTemporaryTables
    temporaryTables.withLock { $0 = hasTemporaryTables }
  }

  /// Makes reads use the main connection until it has begun to read.
  func stopReaders() { shared.withLock { $0 = nil } }
}

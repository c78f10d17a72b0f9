import Sectional
import SectionalSQL

/// What checks of a file from outside a transaction showed, each of which tells whether something is new.
struct SeenFacts {
  /// What a check showed.
  enum State: Equatable {
    case version(Int64, ofHandle: UInt64)
    case moved(fromHandle: UInt64)
    case outdated(handle: UInt64)
    /// What failed, and the file's state at that time: with another state, a read may succeed.
    case failed(StoreError.Code, FileState?)
  }

  /// A change log as a check saw it.
  struct Log {
    /// Its newest row.
    let position: SQLiteChangeLogPosition
    let file: FollowedFile
    let schema: Int64
    var quietTables = QuietTables()
  }

  /// What the last check showed.
  var state: State?
  /// The file's header at that time, if the header reflects every commit.
  var header: SQLiteHeader?
  /// The file's state at that time.
  var file: FileState?
  /// The file's change log at that time.
  var log: Log?
  /// Whether a check was left out because a transaction was open.
  var hasMissedLook = false
  /// Since when another program has kept the file locked.
  var busySince: ContinuousClock.Instant?
  /// How many rows the handle had changed when all lists were last made to look because of that.
  var changesAtLook: Int64 = 0
  /// The number of the newest known commit when all lists were last made to look because there were many.
  var commitAtLook: Int64 = 0

  /// Forgets what was true of another handle.
  mutating func forgetHandle() {
    (header, log, changesAtLook) = (nil, nil, 0)
  }
}

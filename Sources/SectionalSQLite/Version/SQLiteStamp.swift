import Foundation

/// A state of a database file that every process tells from others, also later.
///
/// Where no frames wait in a log, the file alone holds the contents, and each change of them wrote to it after the stamp
/// was taken. Where some do, the log's checksum tells which. A time that is so new that another write could get the same
/// proves nothing yet.
struct SQLiteStamp: Hashable, Codable {
  /// What the file and its log were like.
  struct State: Hashable, Codable {
    let device: UInt64
    let file: UInt64
    let size: Int64
    let modified: Int64
    let changed: Int64
    let header: UInt64
    let log: WALIndex.Log?
  }

  /// A write within so many nanoseconds could leave the file's times as they are.
  private static let tick: Int64 = 20_000_000

  let state: State
  /// Whether another write could get the same state.
  let isRacy: Bool

  /// Looks at a file inside of a read transaction.
  ///
  /// - Returns: Nothing where the path leads nowhere.
  init?(ofFileAt path: String, _ header: SQLiteHeader, log: WALIndex.Log?) {
    var status = stat()
    guard unsafe stat(path, &status) == 0 else { return nil }
    #if canImport(Darwin)
      let (modified, changed) = (status.st_mtimespec, status.st_ctimespec)
    #else
      let (modified, changed) = (status.st_mtim, status.st_ctim)
    #endif
    state = State(
      device: UInt64(truncatingIfNeeded: status.st_dev),
      file: UInt64(truncatingIfNeeded: status.st_ino), size: Int64(status.st_size),
      modified: SQLiteStamp.nanoseconds(modified), changed: SQLiteStamp.nanoseconds(changed),
      header: header.checksum, log: log)
    var now = timespec()
    let hasTime = unsafe clock_gettime(CLOCK_REALTIME, &now) == 0
    let age = SQLiteStamp.nanoseconds(now) - max(state.modified, state.changed)
    isRacy = log == nil && !(hasTime && age >= SQLiteStamp.tick)
  }

  /// Whether no frames waited in a log.
  var isOfFileAlone: Bool { state.log == nil }

  private static func nanoseconds(_ time: timespec) -> Int64 {
    Int64(time.tv_sec) &* 1_000_000_000 &+ Int64(time.tv_nsec)
  }
}

extension SQLiteHeader {
  /// A number that differs where the bytes do, but for one case in 2⁶⁴ (FNV-1a).
  fileprivate var checksum: UInt64 {
    bytes.reduce(0xcbf2_9ce4_8422_2325) { ($0 ^ UInt64($1)) &* 0x100_0000_01b3 }
  }
}

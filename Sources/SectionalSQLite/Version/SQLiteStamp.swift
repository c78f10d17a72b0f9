import Foundation

/// A state of a database file that every process tells from others, also later.
///
/// Where no frames wait in a log, the file alone holds the contents, and each change of them wrote to it after the stamp
/// was taken. Where some do, the log's checksum tells which. A time that is so new that another write could get the same
/// makes no stamp.
struct SQLiteStamp: Hashable, Codable {
  /// A write within so many nanoseconds could leave the file's times as they are.
  private static let tick: Int64 = 20_000_000

  private let device: UInt64
  private let file: UInt64
  private let size: Int64
  private let modified: Int64
  private let changed: Int64
  private let header: UInt64
  private let log: WALIndex.Log?

  /// Looks at a file inside of a read transaction.
  ///
  /// - Returns: Nothing where the path leads nowhere, or the file was written just now.
  init?(ofFileAt path: String, _ header: SQLiteHeader, log: WALIndex.Log?) {
    var status = stat()
    guard unsafe stat(path, &status) == 0 else { return nil }
    device = UInt64(truncatingIfNeeded: status.st_dev)
    file = UInt64(truncatingIfNeeded: status.st_ino)
    size = Int64(status.st_size)
    #if canImport(Darwin)
      modified = SQLiteStamp.nanoseconds(status.st_mtimespec)
      changed = SQLiteStamp.nanoseconds(status.st_ctimespec)
    #else
      modified = SQLiteStamp.nanoseconds(status.st_mtim)
      changed = SQLiteStamp.nanoseconds(status.st_ctim)
    #endif
    self.header = header.checksum
    self.log = log
    guard log == nil else { return }
    var now = timespec()
    guard unsafe clock_gettime(CLOCK_REALTIME, &now) == 0,
      SQLiteStamp.nanoseconds(now) - max(modified, changed) >= SQLiteStamp.tick
    else { return nil }
  }

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

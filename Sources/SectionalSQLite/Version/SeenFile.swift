import Foundation

/// What the system reports about a file without opening it: its identity, and when it was last written.
struct FileState: Hashable {
  let device: UInt64
  let file: UInt64
  let size: Int64
  let modified: Int64
  let changed: Int64
}

/// A file's state at one point in time.
struct SeenFile {
  /// The number of nanoseconds within which another write could leave the file's times unchanged.
  private static let tick: Int64 = 20_000_000

  let state: FileState
  /// Whether the file was written so recently that another write could leave it in the same state.
  let isRacy: Bool

  /// Examines the file at a path.
  ///
  /// - Returns: `nil` if the path leads to no file.
  init?(at path: String) {
    var status = stat()
    guard unsafe stat(path, &status) == 0 else { return nil }
    #if canImport(Darwin)
      let (modified, changed) = (status.st_mtimespec, status.st_ctimespec)
    #else
      let (modified, changed) = (status.st_mtim, status.st_ctim)
    #endif
    state = FileState(
      device: UInt64(truncatingIfNeeded: status.st_dev),
      file: UInt64(truncatingIfNeeded: status.st_ino), size: Int64(status.st_size),
      modified: SeenFile.nanoseconds(modified), changed: SeenFile.nanoseconds(changed))
    var now = timespec()
    let hasTime = unsafe clock_gettime(CLOCK_REALTIME, &now) == 0
    let age = SeenFile.nanoseconds(now) - max(state.modified, state.changed)
    isRacy = !(hasTime && age >= SeenFile.tick)
  }

  private static func nanoseconds(_ time: timespec) -> Int64 {
    Int64(time.tv_sec) &* 1_000_000_000 &+ Int64(time.tv_nsec)
  }
}

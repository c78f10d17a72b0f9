import Sectional

/// Identifies a file whose change log is followed, by what the system and SQLite know about it.
///
/// The log isn't enough: a copy of the file has the same log. So does a file that was made from a dump, which somebody may have
/// edited.
struct FollowedFile: Hashable, Codable, Sendable {
  private let device: UInt64
  private let file: UInt64
  /// When the file was created, in nanoseconds, or `nil` if the file system doesn't say.
  ///
  /// The system can give the number of a deleted file to another one.
  private let born: Int64?
  private let size: Int64
  private let modified: Int64
  private let changed: Int64
  /// The number that commits with a rollback journal increment, and commits in WAL mode at times.
  private let commits: UInt32
  private let isInWALMode: Bool
  /// This process, how often it has opened the file, and how often it has found the file overwritten.
  private let process: UInt64
  private let openings: UInt64
  private let overwritings: UInt64

  init(_ state: FileState, born: Int64?, _ header: SQLiteHeader, isInWALMode: Bool) {
    (device, file, size) = (state.device, state.file, state.size)
    (modified, changed, self.born) = (state.modified, state.changed, born)
    (commits, self.isInWALMode) = (header.changeCounter, isInWALMode)
    (process, openings) = (OpenedFiles.process, OpenedFiles.count(of: state))
    overwritings = OpenedFiles.overwritings(of: state)
  }

  /// Whether another process can find out that it has the same file.
  var isLasting: Bool { born != nil }

  /// Whether this process examined the file.
  var isOfThisProcess: Bool { process == OpenedFiles.process }

  /// Returns whether this is the file that it was earlier, and only commits have written to it since, as far as that shows.
  ///
  /// Another file that was copied over this one with as many commits or more is taken for it, unless this process noticed.
  func continues(_ earlier: FollowedFile) -> Bool {
    guard isFile(of: earlier) else { return false }
    let newCommits = Int32(bitPattern: commits &- earlier.commits)
    guard newCommits == 0, !isInWALMode, !earlier.isInWALMode else { return newCommits >= 0 }
    return (size, modified, changed) == (earlier.size, earlier.modified, earlier.changed)
  }

  /// Returns whether this is the same file, and not found to be overwritten since.
  private func isFile(of earlier: FollowedFile) -> Bool {
    guard device == earlier.device, file == earlier.file else { return false }
    // The number of a file that a process keeps open isn't given to another.
    if openings == earlier.openings { return true }
    guard process != earlier.process || overwritings == earlier.overwritings else { return false }
    return born != nil && born == earlier.born
  }
}

extension SQLiteHandle {
  /// The file that a transaction reads, or `nil` if it can't be told from others.
  var followedFile: FollowedFile? {
    guard let header, let state = seenFile?.state else { return nil }
    return FollowedFile(
      state, born: born, header, isInWALMode: isInWALMode || header.isInWALMode)
  }
}

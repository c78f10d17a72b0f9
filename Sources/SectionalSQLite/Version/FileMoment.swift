import Sectional

/// A state of a file and the counter that grows by one with each commit.
struct FileMoment {
  /// The state.
  let identity: SQLiteStoreVersion.Identity
  private let file: FileState
  private let opening: UInt64
  /// The change counter of a file with a rollback journal, or that of a WAL-mode file's log.
  private let counter: UInt32

  /// Returns the step of a commit that this process made since an earlier moment, or `nil` if others committed too.
  ///
  /// A commit that wrote to temporary tables only, or the same values again, leaves the file as it was.
  func ownStep(from earlier: FileMoment) -> CommitStep? {
    identity == earlier.identity
      ? CommitStep(before: identity, after: identity) : step(from: earlier)
  }

  /// Returns the step from an earlier moment to this one, or `nil` unless exactly one commit lies between them.
  func step(from earlier: FileMoment) -> CommitStep? {
    guard file.device == earlier.file.device, file.file == earlier.file.file,
      opening == earlier.opening, counter == earlier.counter &+ 1
    else { return nil }
    return CommitStep(before: earlier.identity, after: identity)
  }
}

extension FileMoment {
  /// Creates the moment of a file with a rollback journal.
  init(_ seen: SeenFile, _ header: SQLiteHeader) {
    self.init(seen, commits: [header.checksum], counter: header.changeCounter)
  }

  /// Creates the moment of a file in WAL mode.
  init(_ seen: SeenFile, _ index: WALIndex) {
    self.init(seen, commits: index.commits, counter: index.changeCounter)
  }

  private init(_ seen: SeenFile, commits: [UInt64], counter: UInt32) {
    let file = seen.state
    let opening = OpenedFiles.count(of: file)
    (self.file, self.opening, self.counter) = (file, opening, counter)
    identity = .file(device: file.device, file: file.file, commits: commits, opening: opening)
  }
}

extension SQLiteHandle {
  /// The file's newest committed state while any connection of the caller's holds the write lock; `nil` if nothing is
  /// known of it.
  var moment: FileMoment? {
    guard isStampable, let header, let file = seenFile else { return nil }
    guard isInWALMode || header.isInWALMode, !isImmutable else { return FileMoment(file, header) }
    return walIndex.map { FileMoment(file, $0) }
  }
}

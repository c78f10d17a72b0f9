/// Decides which files next to a database are watched on systems that report only on open files, and what an event
/// means.
///
/// It never watches the database file itself, nor its `-shm`: SQLite's locks are on those two, and when a process closes any
/// descriptor of a file, the system drops all POSIX locks that the process has on it
/// (https://www.sqlite.org/howtocorrupt.html, 2.2). SQLite locks neither the folder nor the two logs, so those are opened and
/// closed without harm. A commit is heard all the same: in WAL mode it writes to the `-wal`, in the other modes it makes,
/// deletes, truncates or overwrites the `-journal`. Without a journal there is only the poll.
struct FolderWatch: Hashable, Sendable {
  /// What is watched.
  enum Part: Hashable, Sendable, CaseIterable {
    case folder
    case writeAheadLog
    case rollbackJournal

    /// The parts that come and go.
    static let logs: [Part] = [.writeAheadLog, .rollbackJournal]
  }

  /// What the system tells of a part.
  enum Event: Hashable, Sendable {
    /// It was written, or its attributes have changed; of a folder, that files came or went.
    case changed
    /// It was deleted or renamed, or its volume is gone.
    case gone
  }

  /// What is to be done, in order.
  enum Action: Hashable, Sendable {
    /// No longer watch a part.
    case close(Part)
    /// Begin to watch a part.
    case open(Part)
    /// Say that something may have been written.
    case signal
    /// No more events come.
    case end
  }

  /// Which file a path leads to.
  struct FileNumber: Hashable, Sendable {
    let device: UInt64
    let file: UInt64
  }

  /// The database file's folder.
  let folder: String
  private let file: String
  // The logs that are watched.
  private var watched: [Part: FileNumber] = [:]

  /// Makes the watch of a database file, whose name has no symbolic links in it.
  init(folder: String, file: String) {
    self.folder = folder
    self.file = file
  }

  /// Returns where a part is.
  func path(of part: Part) -> String {
    switch part {
    case .folder: folder
    case .writeAheadLog: "\(folder)/\(file)-wal"
    case .rollbackJournal: "\(folder)/\(file)-journal"
    }
  }

  /// Begins to watch the logs that are there.
  mutating func begin(finding files: [Part: FileNumber]) -> [Action] { reopen(files) }

  /// Answers an event.
  ///
  /// - Parameters:
  ///   - event: What the system tells.
  ///   - part: Of which part.
  ///   - files: The logs that are there now.
  /// - Returns: What is to be done. New logs are watched before the signal, so that what is written to them before that is
  ///   seen by the looks that follow it.
  mutating func answer(
    _ event: Event, of part: Part, finding files: [Part: FileNumber]
  ) -> [Action] {
    guard event == .gone else { return reopen(files) + [.signal] }
    // The path may lead to another folder by now: whoever wants to know begins anew.
    guard part != .folder else { return [.signal, .end] }
    let closing = watched.removeValue(forKey: part) == nil ? [] : [Action.close(part)]
    return closing + reopen(files) + [.signal]
  }

  /// Notes that a part could not be opened; the next event of the folder tries again.
  mutating func failedToOpen(_ part: Part) { watched[part] = nil }

  /// Closes what is no longer there or another file by now, and opens what is new.
  private mutating func reopen(_ files: [Part: FileNumber]) -> [Action] {
    var actions: [Action] = []
    for part in Part.logs where watched[part] != files[part] {
      if watched[part] != nil { actions.append(.close(part)) }
      if files[part] != nil { actions.append(.open(part)) }
      watched[part] = files[part]
    }
    return actions
  }
}

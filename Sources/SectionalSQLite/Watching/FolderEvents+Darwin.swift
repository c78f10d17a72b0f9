#if canImport(Darwin)
  import Darwin
  import Dispatch
  import Foundation
  import Sectional

  /// Rings a wake signal when a database file may have been written, by events of its folder and of SQLite's logs.
  ///
  /// ``FolderWatch`` decides what is opened, which never is the database file itself. Events are hints only, as elsewhere.
  final class FolderEvents: PollHints {
    private struct State {
      var watch: FolderWatch
      var sources: [FolderWatch.Part: VnodeSource] = [:]
      var isOver = false
    }

    // State: guarded by its lock. It is changed on the queue, where all events arrive one after the other.
    private let state: Locked<State>
    private let queue = DispatchQueue(label: "sectional.folder-events")
    private let wakeSignal: WakeSignal

    /// Whether the folder is still watched.
    var areComing: Bool { !state.withLock { $0.isOver } }

    /// Begins to watch; returns `nil` if the folder can't be opened.
    ///
    /// - Parameters:
    ///   - path: The file's path.
    ///   - wakeSignal: What to ring.
    init?(ofFileAt path: String, ringing wakeSignal: WakeSignal) {
      let file = URL(filePath: path).resolvingSymlinksInPath()
      let watch = FolderWatch(
        folder: file.deletingLastPathComponent().path, file: file.lastPathComponent)
      state = Locked(State(watch: watch))
      self.wakeSignal = wakeSignal
      guard open(.folder) else { return nil }
      queue.sync {
        let files = logs()
        perform(state.withLock { $0.watch.begin(finding: files) })
      }
    }

    deinit { end() }

    private func end() {
      let sources = state.withLock { state in
        defer { state.sources = [:] }
        state.isOver = true
        return state.sources
      }
      for source in sources.values { source.cancel() }
    }

    /// Answers an event, on the queue.
    private func hear(_ event: FolderWatch.Event, of part: FolderWatch.Part) {
      let files = logs()
      perform(state.withLock { $0.watch.answer(event, of: part, finding: files) })
    }

    private func perform(_ actions: [FolderWatch.Action]) {
      for action in actions {
        switch action {
        case .open(let part):
          if !open(part) { state.withLock { $0.watch.failedToOpen(part) } }
        case .close(let part): state.withLock { $0.sources.removeValue(forKey: part) }?.cancel()
        case .signal: wakeSignal.signal()
        case .end: end()
        }
      }
    }

    private func open(_ part: FolderWatch.Part) -> Bool {
      let path = state.withLock { $0.watch.path(of: part) }
      guard
        let source = VnodeSource(
          path, isFolder: part == .folder, queue: queue,
          hearing: { [weak self] in self?.hear($0, of: part) })
      else { return false }
      state.withLock { $0.sources[part] = source }
      return true
    }

    /// The logs that are there, found without opening them.
    private func logs() -> [FolderWatch.Part: FolderWatch.FileNumber] {
      let watch = state.withLock { $0.watch }
      var files: [FolderWatch.Part: FolderWatch.FileNumber] = [:]
      for part in FolderWatch.Part.logs {
        var status = stat()
        guard unsafe lstat(watch.path(of: part), &status) == 0, status.st_mode & S_IFMT == S_IFREG
        else { continue }
        files[part] = FolderWatch.FileNumber(
          device: UInt64(truncatingIfNeeded: status.st_dev),
          file: UInt64(truncatingIfNeeded: status.st_ino))
      }
      return files
    }
  }
#endif

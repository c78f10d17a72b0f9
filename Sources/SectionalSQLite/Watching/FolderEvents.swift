#if os(Linux)
  import Dispatch
  import Foundation
  import Sectional

  /// Signals when a file, or one of the files that SQLite keeps next to it, is written.
  ///
  /// Events are only hints: most commits to a file in WAL mode become visible after the last event.
  final class FolderEvents: PollHints {
    // The source is created once and afterwards only cancelled, which any thread may do
    // (https://developer.apple.com/documentation/dispatch/dispatchsourceprotocol/cancel()).
    private nonisolated(unsafe) let source: any DispatchSourceProtocol
    private let isOver: Locked<Bool>

    /// Whether the folder is still watched.
    var areComing: Bool { !isOver.withLock { $0 } }

    deinit { unsafe source.cancel() }

    /// Begins to watch a file; returns `nil` if the system can't, or has no watches left.
    ///
    /// - Parameters:
    ///   - path: The file's path.
    ///   - wakeSignal: The signal to send.
    init?(ofFileAt path: String, ringing wakeSignal: WakeSignal) {
      let file = URL(filePath: path).resolvingSymlinksInPath()
      let descriptor = inotify_init1(Int32(IN_NONBLOCK | IN_CLOEXEC))
      guard descriptor >= 0 else { return nil }
      let mask =
        IN_MODIFY | IN_ATTRIB | IN_CREATE | IN_DELETE | IN_MOVED_FROM | IN_MOVED_TO
        | FolderEventReader.ends | IN_ONLYDIR
      guard
        unsafe inotify_add_watch(descriptor, file.deletingLastPathComponent().path, UInt32(mask))
          >= 0
      else {
        close(descriptor)
        return nil
      }
      let isOver = Locked(false)
      let reader = FolderEventReader(descriptor, file: file.lastPathComponent)
      let source = DispatchSource.makeReadSource(fileDescriptor: descriptor, queue: .global())
      unsafe self.source = source
      self.isOver = isOver
      // Any thread may also suspend and resume a source.
      nonisolated(unsafe) let paused = source
      source.setEventHandler {
        let news = reader.read()
        if news == .over { isOver.withLock { $0 = true } }
        if news != .nothing { wakeSignal.signal() }
        // A commit causes several events, and the checks that follow a hint see what comes shortly after it.
        unsafe paused.suspend()
        DispatchQueue.global().asyncAfter(deadline: .now() + .milliseconds(10)) {
          unsafe paused.resume()
        }
      }
      source.setCancelHandler { close(descriptor) }
      source.resume()
    }
  }
#elseif !canImport(Darwin)
  import Sectional

  /// Watches nothing: on other systems no events are known that report writes to an existing file.
  final class FolderEvents: PollHints {
    /// Whether the folder is still watched.
    var areComing: Bool { false }

    /// Returns `nil`.
    init?(ofFileAt path: String, ringing wakeSignal: WakeSignal) { return nil }
  }
#endif

#if canImport(Darwin)
  import Darwin
  import Dispatch
  import Sectional

  /// The events of one file or folder, until it is cancelled.
  ///
  /// Not for a file that SQLite locks: to close it drops the locks of the whole process.
  // A source may be suspended, resumed and cancelled by every thread
  // (https://developer.apple.com/documentation/dispatch/dispatchsourceprotocol), and nothing else of it is used but its data,
  // in its own handler.
  struct VnodeSource: @unchecked Sendable {
    private let source: any DispatchSourceFileSystemObject

    /// Opens a file for its events alone, and begins to hear them.
    ///
    /// - Parameters:
    ///   - path: Where it is; a link is not followed, because it could lead to a file with locks.
    ///   - isFolder: Whether it must be a folder, or must not.
    ///   - queue: Where events are heard.
    ///   - hear: Called for each event, or for several that came close together.
    init?(
      _ path: String, isFolder: Bool, queue: DispatchQueue,
      hearing hear: @escaping @Sendable (FolderWatch.Event) -> Void
    ) {
      let kind = isFolder ? O_DIRECTORY : O_NOFOLLOW
      let descriptor = unsafe Darwin.open(path, O_EVTONLY | O_CLOEXEC | kind)
      guard descriptor >= 0 else { return nil }
      source = DispatchSource.makeFileSystemObjectSource(
        fileDescriptor: descriptor,
        eventMask: [.write, .extend, .attrib, .link, .delete, .rename, .revoke], queue: queue)
      let own = self
      source.setEventHandler {
        let isGone = !own.source.data.isDisjoint(with: [.delete, .rename, .revoke])
        hear(isGone ? .gone : .changed)
        own.pause(on: queue)
      }
      source.setCancelHandler { Darwin.close(descriptor) }
      source.activate()
    }

    /// Hears nothing more, and closes the file.
    func cancel() { source.cancel() }

    /// Hears nothing for a moment: a commit makes several events, and the looks that follow a hint see what comes soon after it.
    private func pause(on queue: DispatchQueue) {
      source.suspend()
      let own = self
      queue.asyncAfter(deadline: .now() + .milliseconds(10)) { own.source.resume() }
    }
  }
#endif

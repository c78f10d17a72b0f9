package import Dispatch

/// What a socket is waited for, without holding a thread.
package enum SocketReadiness {
  case reading
  case writing

  /// Returns when a socket is ready, or after a second, so that who waits can look around.
  package func wait(_ descriptor: Int32, on queue: DispatchQueue) async {
    guard descriptor >= 0 else { return }
    await withCheckedContinuation { continuation in
      let source: any DispatchSourceProtocol =
        switch self {
        case .reading: DispatchSource.makeReadSource(fileDescriptor: descriptor, queue: queue)
        case .writing: DispatchSource.makeWriteSource(fileDescriptor: descriptor, queue: queue)
        }
      let timer = DispatchSource.makeTimerSource(queue: queue)
      timer.schedule(deadline: .now() + 1)
      timer.setEventHandler { source.cancel() }
      source.setEventHandler { source.cancel() }
      // Called once, when the source has let go of the socket, which may be closed next.
      source.setCancelHandler {
        timer.cancel()
        continuation.resume()
      }
      timer.activate()
      source.activate()
    }
  }
}

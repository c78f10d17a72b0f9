package import Dispatch
import Foundation

/// What a socket is waited for, without holding a thread.
package enum SocketReadiness {
  case reading
  case writing

  /// Waits for a socket on this thread, for a moment.
  ///
  /// A server that is near answers within it, in less time than a wait without a thread takes to begin and to end.
  package func comes(on descriptor: Int32, within duration: Duration = .milliseconds(1)) -> Bool {
    var request = pollfd(
      fd: descriptor, events: Int16(self == .reading ? POLLIN : POLLOUT), revents: 0)
    return unsafe poll(&request, 1, Int32(duration / .milliseconds(1))) > 0
  }

  /// Calls back when a socket is ready, or after a second, so that who waits can look around.
  ///
  /// Who waits in a function of an actor resumes a continuation of that function: one of a function that any actor may
  /// call goes on on another thread first.
  package func wait(
    _ descriptor: Int32, on queue: DispatchQueue, _ resume: @escaping @Sendable () -> Void
  ) {
    guard descriptor >= 0 else { return resume() }
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
      resume()
    }
    timer.activate()
    source.activate()
  }
}

import Dispatch
import Foundation

/// What to wait for on a socket, without occupying a thread.
enum SocketReadiness {
  case reading
  case writing

  /// Waits briefly for a socket on the current thread.
  ///
  /// A nearby server answers in that time, which is less than it takes to start and end a wait that occupies no
  /// thread.
  func comes(on descriptor: Int32, within duration: Duration = .milliseconds(1)) -> Bool {
    var request = pollfd(
      fd: descriptor, events: Int16(self == .reading ? POLLIN : POLLOUT), revents: 0)
    return unsafe poll(&request, 1, Int32(duration / .milliseconds(1))) > 0
  }

  /// Calls back when a socket is ready, or after a second so that the caller can check other conditions.
  ///
  /// A caller that waits in an actor's method should resume a continuation that the method itself created: after a
  /// wait in a function that any actor may call, execution first continues on another thread.
  func wait(
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
    // Called once, after the source has released the socket, which may be closed next.
    source.setCancelHandler {
      timer.cancel()
      resume()
    }
    timer.activate()
    source.activate()
  }
}

import Dispatch
import Foundation

/// The end of a program that goes on until it is ended: by a signal, by a reader that went away, or by a failure.
///
/// Signals count from the moment it is made, so it is made before anything is printed.
final class Ending {
  private let stream: AsyncThrowingStream<Void, any Error>
  private let continuation: AsyncThrowingStream<Void, any Error>.Continuation
  private let signals: [any DispatchSourceSignal]
  private let lookout: Task<Void, Never>

  init() {
    let (stream, continuation) = AsyncThrowingStream<Void, any Error>.makeStream()
    self.stream = stream
    self.continuation = continuation
    signals = [SIGINT, SIGTERM].map { Ending.source(of: $0) { continuation.yield() } }
    // Nothing is told to a writer whose reader went away before it writes, so it has to look.
    lookout = Task {
      while !Task.isCancelled && !StandardOutput.isClosed {
        try? await Task.sleep(for: .milliseconds(500))
      }
      continuation.yield()
    }
  }

  deinit {
    lookout.cancel()
    for source in signals { source.cancel() }
  }

  /// Ends the program with an error.
  func fail(_ error: any Error) { continuation.finish(throwing: error) }

  /// Waits for the end.
  func wait() async throws {
    for try await _ in stream { return }
  }

  private static func source(
    of number: Int32, _ handle: @escaping @Sendable () -> Void
  ) -> any DispatchSourceSignal {
    signal(number, SIG_IGN)
    let source = DispatchSource.makeSignalSource(signal: number, queue: .global())
    source.setEventHandler(handler: handle)
    source.resume()
    return source
  }
}

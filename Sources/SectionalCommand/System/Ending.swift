import Dispatch
import Foundation
import Sectional

/// The end of a program that goes on until it is ended: by a signal, by a reader that went away, or by a failure.
///
/// Signals count from the moment it is made, so it is made before anything is printed.
final class Ending {
  private let stream: AsyncStream<StoreError?>
  private let continuation: AsyncStream<StoreError?>.Continuation
  private let signals: [any DispatchSourceSignal]
  private let lookout: Task<Void, Never>

  init() {
    let (stream, continuation) = AsyncStream<StoreError?>.makeStream()
    self.stream = stream
    self.continuation = continuation
    signals = [SIGINT, SIGTERM].map { number in
      Ending.source(of: number) {
        continuation.yield(nil)
        // Whoever should write the end may be held up by a reader that does not read.
        DispatchQueue.global().asyncAfter(deadline: .now() + 1) { _exit(0) }
      }
    }
    // Nothing is told to a writer whose reader went away before it writes, so it has to look.
    lookout = Task {
      while !Task.isCancelled && !StandardOutput.isClosed {
        try? await Task.sleep(for: .milliseconds(500))
      }
      continuation.yield(nil)
    }
  }

  deinit {
    lookout.cancel()
    for source in signals { source.cancel() }
  }

  /// Ends the program with an error.
  func fail(_ error: StoreError) { continuation.yield(error) }

  /// Waits for the end.
  ///
  /// - Throws: The error that ended the program, if one did.
  func wait() async throws(StoreError) {
    for await failure in stream {
      guard let failure else { return }
      throw failure
    }
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

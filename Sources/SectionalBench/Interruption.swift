import Dispatch
import Foundation

/// Cleans up when the program is interrupted.
struct Interruption {
  private let queue = DispatchQueue(label: "sectional.bench.signals")
  private let sources: [any DispatchSourceSignal]

  /// Runs a body and ends the program when a signal arrives.
  init(_ body: @escaping @Sendable () -> Void) {
    sources = [SIGINT, SIGTERM].map { [queue] number in
      signal(number, SIG_IGN)
      let source = DispatchSource.makeSignalSource(signal: number, queue: queue)
      source.setEventHandler {
        body()
        exit(128 + number)
      }
      source.resume()
      return source
    }
  }

  /// Restores the default handling of signals; it doesn't return if a signal is about to end the program.
  func end() {
    queue.sync { for source in sources { source.cancel() } }
    for number in [SIGINT, SIGTERM] { signal(number, SIG_DFL) }
  }
}

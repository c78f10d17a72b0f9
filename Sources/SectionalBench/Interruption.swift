import Dispatch
import Foundation

/// Tidies up when somebody ends the program early.
struct Interruption {
  private let queue = DispatchQueue(label: "sectional.bench.signals")
  private let sources: [any DispatchSourceSignal]

  /// Runs a body, and ends the program, when a signal comes.
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

  /// Leaves signals to the system again; it does not return where one is about to end the program.
  func end() {
    queue.sync { for source in sources { source.cancel() } }
    for number in [SIGINT, SIGTERM] { signal(number, SIG_DFL) }
  }
}

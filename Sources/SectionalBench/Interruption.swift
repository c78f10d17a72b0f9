import Dispatch
import Foundation

/// Tidies up when somebody ends the program early.
struct Interruption {
  private let sources: [any DispatchSourceSignal]

  /// Runs a body, and ends the program, when a signal comes.
  init(_ body: @escaping @Sendable () -> Void) {
    sources = [SIGINT, SIGTERM].map { number in
      signal(number, SIG_IGN)
      let source = DispatchSource.makeSignalSource(signal: number, queue: .global())
      source.setEventHandler {
        body()
        exit(128 + number)
      }
      source.resume()
      return source
    }
  }

  /// Leaves signals to the system again.
  func end() {
    for source in sources { source.cancel() }
    for number in [SIGINT, SIGTERM] { signal(number, SIG_DFL) }
  }
}

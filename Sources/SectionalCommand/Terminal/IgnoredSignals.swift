import Foundation

/// Keeps signals from ending the process for a while.
enum IgnoredSignals {
  /// Runs `body` while `signals` are ignored and restores their handlers afterwards.
  ///
  /// A pager that is quit early breaks the pipe, and Ctrl-C is meant for the pager alone.
  static func during<Result>(_ signals: [Int32], _ body: () -> Result) -> Result {
    let handlers = signals.map { signal($0, SIG_IGN) }
    defer { for (number, handler) in zip(signals, handlers) { signal(number, handler) } }
    return body()
  }
}

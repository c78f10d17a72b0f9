import Foundation

extension LawSuite {
  /// How long a list may take to show what was committed: two minutes, to allow for a busy machine.
  ///
  /// The environment variable `SECTIONAL_PATIENCE` overrides it, in seconds, so that mutants fail soon.
  public static var patience: Duration {
    let words = ProcessInfo.processInfo.environment["SECTIONAL_PATIENCE"]
    return .seconds(words.flatMap { Int($0) } ?? 120)
  }
}

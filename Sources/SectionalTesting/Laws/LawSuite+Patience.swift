import Foundation

extension LawSuite {
  /// How long a list may take to show what was committed: two minutes, for a machine that is busy with other things.
  ///
  /// The environment variable `SECTIONAL_PATIENCE` says otherwise, in seconds: mutants are to fail soon.
  public static var patience: Duration {
    let words = ProcessInfo.processInfo.environment["SECTIONAL_PATIENCE"]
    return .seconds(words.flatMap { Int($0) } ?? 120)
  }
}

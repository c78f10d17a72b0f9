/// When a list asks a store again that failed: soon at first, then less and less often.
package struct RetrySchedule: Sendable {
  /// The longest time between two questions.
  private let longest: Duration

  /// Makes a schedule; a test waits for less than a second.
  package init(longest: Duration = .seconds(1)) { self.longest = longest }

  /// How long to wait before a change source that ended is started again.
  var restart: Duration { longest }

  /// Returns how long to wait after a number of failures in a row, of which there is at least one.
  func delay(afterFailures failures: Int) -> Duration {
    min(longest, longest / 10 * (1 << min(failures - 1, 4)))
  }
}

/// When a list reads a store again after a failure: soon at first, then at increasing intervals.
package struct RetrySchedule: Sendable, Hashable {
  /// The longest delay between two attempts.
  private let longest: Duration

  /// Creates a schedule; tests use delays of less than a second.
  package init(longest: Duration = .seconds(1)) { self.longest = longest }

  /// The delay before a change source that ended is started again.
  var restart: Duration { longest }

  /// Returns the delay after a number of consecutive failures, which must be at least one.
  func delay(afterFailures failures: Int) -> Duration {
    min(longest, longest / 10 * (1 << min(failures - 1, 4)))
  }
}

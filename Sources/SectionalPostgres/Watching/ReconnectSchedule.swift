/// When to try to reach a server again: soon at first, then less and less often.
///
/// The waits are randomized, so that clients that lost a server together don't all return at the same time.
struct ReconnectSchedule {
  private static let first = Duration.milliseconds(50)
  private static let longest = Duration.seconds(5)
  private var failures = 0

  /// Starts again with short waits.
  mutating func succeed() { failures = 0 }

  /// Returns how long to wait after another failure.
  ///
  /// - Parameter generator: The source of randomness: the result is between half of the current wait and all of it.
  /// - Returns: The time to wait.
  mutating func next(using generator: inout some RandomNumberGenerator) -> Duration {
    let longest = min(ReconnectSchedule.first * (1 << min(failures, 16)), ReconnectSchedule.longest)
    failures += 1
    return longest * Double.random(in: 0.5...1, using: &generator)
  }
}

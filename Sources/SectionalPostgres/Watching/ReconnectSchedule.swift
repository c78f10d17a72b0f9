/// When to try again to reach a server: soon at first, then less and less often, each time a little different, so that
/// clients which lost a server together do not come back together.
struct ReconnectSchedule {
  private static let first = Duration.milliseconds(50)
  private static let longest = Duration.seconds(5)
  private var failures = 0

  /// Begins again with short waits.
  mutating func succeed() { failures = 0 }

  /// Returns how long to wait after another failure.
  ///
  /// - Parameter generator: Where chance comes from: between half of the time and all of it is waited.
  /// - Returns: The time.
  mutating func next(using generator: inout some RandomNumberGenerator) -> Duration {
    let longest = min(ReconnectSchedule.first * (1 << min(failures, 16)), ReconnectSchedule.longest)
    failures += 1
    return longest * Double.random(in: 0.5...1, using: &generator)
  }
}

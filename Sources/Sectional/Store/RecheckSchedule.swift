/// When to look at a store again after a hint that somebody writes to it.
///
/// A hint can come before the commit can be seen, and none after it: the last event of a commit to a file in WAL mode is
/// the write to the log, and the commit becomes visible later through shared memory. So one hint is followed by several
/// looks, ever further apart. The first is not at once: a hint of the store's own write must not get in the way of the list
/// that follows it.
struct RecheckSchedule {
  private static let delays: [Duration] = [1, 3, 12, 48, 186].map { .milliseconds($0) }
  private var step = RecheckSchedule.delays.count

  /// Begins again with looks one after the other.
  mutating func hint() { step = 0 }

  /// Returns the time until the next look, which is at most the time between two looks without hints.
  mutating func next(atMost interval: Duration) -> Duration {
    guard step < RecheckSchedule.delays.count else { return interval }
    defer { step += 1 }
    return min(RecheckSchedule.delays[step], interval)
  }
}

/// When to check a store again after a hint that it may have been written to.
///
/// A hint can precede the moment the commit becomes visible, with no further hint after it: the last event of a
/// commit to a file in WAL mode is the write to the log, and the commit becomes visible later, through shared memory.
/// So each hint is followed by several checks at increasing intervals. The first isn't immediate, because a hint
/// caused by the store's own write must not get in the way of the list that follows it.
struct RecheckSchedule {
  private static let delays: [Duration] = [1, 3, 12, 48, 186, 744, 2976].map { .milliseconds($0) }
  private var step = RecheckSchedule.delays.count

  /// Restarts the sequence of closely spaced checks.
  mutating func hint() { step = 0 }

  /// Returns the time until the next check, which is at most the interval between checks without hints.
  mutating func next(atMost interval: Duration) -> Duration {
    guard step < RecheckSchedule.delays.count else { return interval }
    defer { step += 1 }
    return min(RecheckSchedule.delays[step], interval)
  }
}

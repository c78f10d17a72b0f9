/// When a store looks for others' commits again after its own reads kept others from committing.
///
/// With a rollback journal nobody can commit while a read transaction is open. If each commit makes a list read all of its rows,
/// a program that doesn't wait for locks would otherwise fail to commit most of the time. So reads that others' commits cause take
/// up at most a tenth of the time, unless a single one takes longer than half a second.
struct LookingRest {
  /// How many times as long as a read the rest after it is.
  private static let share = 9
  private static let longest = Duration.seconds(5)
  private var end: ContinuousClock.Instant?

  /// Notes that a read transaction has ended.
  mutating func noteRead(lasting duration: Duration, at now: ContinuousClock.Instant) {
    let start = max(end ?? now, now)
    end = min(start + duration * LookingRest.share, now + LookingRest.longest)
  }

  /// Returns how long the store rests from now on, which is zero if it doesn't.
  func remaining(at now: ContinuousClock.Instant) -> Duration {
    end.map { max(.zero, now.duration(to: $0)) } ?? .zero
  }
}

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
  /// When the open read transaction began.
  private var readStart: ContinuousClock.Instant?
  /// When the store is going to look again.
  private var lookTime: ContinuousClock.Instant?

  /// Notes that a read transaction has begun.
  mutating func noteBeginning(at now: ContinuousClock.Instant) { readStart = now }

  /// Notes that the read transaction that is open has ended, if one is.
  ///
  /// - Parameters:
  ///   - keptOthersOut: Whether nobody could commit during the transaction.
  ///   - now: When it ended.
  mutating func noteEnd(keptOthersOut: Bool, at now: ContinuousClock.Instant) {
    if let readStart, keptOthersOut { noteRead(lasting: readStart.duration(to: now), at: now) }
    readStart = nil
  }

  /// Returns how long from now the store is to look again, if it rests and that isn't planned yet.
  mutating func planLook(at now: ContinuousClock.Instant) -> Duration? {
    let remaining = remaining(at: now)
    guard remaining > .zero, lookTime.map({ $0 <= now }) ?? true else { return nil }
    lookTime = now + remaining
    return remaining
  }

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

/// When a list's sections are written to disk again.
///
/// At once when a list was opened and there was no file for it. Later when it has been quiet for a hundred times as long
/// as writing took, or, while it goes on changing, when its own work was twenty times that: so that a busy list pays a
/// twentieth at most, and one that changes now and then doesn't write megabytes each time.
struct CacheWriteSchedule: Sendable {
  private static let leastRest = Duration.seconds(1)
  /// What writing took the last time.
  private var cost = Duration.zero
  /// How much work the list did since.
  private var work = Duration.zero
  private var lastWrite: ContinuousClock.Instant?
  private var lastChange: ContinuousClock.Instant?

  /// Notes that the list did some work.
  mutating func noteWork(_ duration: Duration, at now: ContinuousClock.Instant) {
    work += duration
    lastChange = now
  }

  /// Notes that the file was written, or could not be.
  mutating func noteWriting(_ duration: Duration, at now: ContinuousClock.Instant) {
    cost = duration
    work = .zero
    lastWrite = now
  }

  /// Returns how long to wait before the file is written; zero where it should be now.
  ///
  /// - Parameters:
  ///   - now: The time.
  ///   - isListNew: Whether the list differs from what the file holds; else only the store's version does, which is worth
  ///     far less.
  /// - Returns: The time.
  func delay(at now: ContinuousClock.Instant, isListNew: Bool) -> Duration {
    guard let lastWrite, let lastChange else { return .zero }
    let untilRested = CacheWriteSchedule.leastRest - lastWrite.duration(to: now)
    let rest = max(CacheWriteSchedule.leastRest, cost * 100) * (isListNew ? 1 : 60)
    let untilQuiet = max(untilRested, rest - lastChange.duration(to: now))
    guard isListNew, work >= cost * 20 else { return max(.zero, untilQuiet) }
    return max(.zero, untilRested)
  }
}

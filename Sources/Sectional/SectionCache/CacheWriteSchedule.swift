/// When a list's sections are written to disk again.
///
/// If the list was opened without a file, they are written at once. Later, they are written when the list has been
/// quiet for a hundred times as long as writing took or, while it keeps changing, when its own work amounts to twenty
/// times that. So a busy list spends at most a twentieth of its work on writing, and a list that changes occasionally
/// doesn't write megabytes each time.
struct CacheWriteSchedule: Sendable {
  private static let leastRest = Duration.seconds(1)
  /// How long the last write took.
  private var cost = Duration.zero
  /// How much work the list has done since the last write.
  private var work = Duration.zero
  private var lastWrite: ContinuousClock.Instant?
  private var lastChange: ContinuousClock.Instant?

  /// Records that the list did some work.
  mutating func recordWork(_ duration: Duration, at now: ContinuousClock.Instant) {
    work += duration
    lastChange = now
  }

  /// Records that the file was written, or that an attempt failed.
  mutating func recordWriting(_ duration: Duration, at now: ContinuousClock.Instant) {
    cost = duration
    work = .zero
    lastWrite = now
  }

  /// Returns how long to wait before the file is written, or zero if it should be written now.
  ///
  /// - Parameters:
  ///   - now: The current time.
  ///   - isListNew: Whether the list differs from what the file holds. If not, only the store's version does, and
  ///     writing is worth far less.
  /// - Returns: The delay.
  func delay(at now: ContinuousClock.Instant, isListNew: Bool) -> Duration {
    guard let lastWrite, let lastChange else { return .zero }
    let untilRested = CacheWriteSchedule.leastRest - lastWrite.duration(to: now)
    let rest = max(CacheWriteSchedule.leastRest, cost * 100) * (isListNew ? 1 : 60)
    let untilQuiet = max(untilRested, rest - lastChange.duration(to: now))
    guard isListNew, work >= cost * 20 else { return max(.zero, untilQuiet) }
    return max(.zero, untilRested)
  }
}

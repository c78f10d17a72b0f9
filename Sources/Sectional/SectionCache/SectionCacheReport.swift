/// The outcome of looking for a fetched list's sections in its section cache, and the reason.
public struct SectionCacheReport: Sendable, Hashable {
  /// The possible outcomes.
  public enum Outcome: String, Sendable, Hashable {
    /// The sections and keys come from the file: nothing relevant has changed since it was written.
    case hit
    /// They come from the file, updated with the rows that are known to have changed since it was written.
    case caughtUp
    /// The file can't be proven valid or doesn't exist; everything was read from the store.
    case miss
  }

  /// The outcome.
  public let outcome: Outcome
  /// The reason, as text.
  public let reason: String

  init(outcome: Outcome, reason: String) {
    self.outcome = outcome
    self.reason = reason
  }

  /// Creates a report of a miss.
  package init(missedBecause reason: String) { self.init(outcome: .miss, reason: reason) }
}

/// What came of a section cache when a list was fetched, and why.
public struct SectionCacheReport: Sendable, Hashable {
  /// What can come of it.
  public enum Outcome: String, Sendable, Hashable {
    /// The sections and the keys are those of the file: nothing that concerns them has changed since it was written.
    case hit
    /// They are those of the file with the rows that are known to have changed since.
    case caughtUp
    /// The file proves nothing, or there is none; everything was read from the store.
    case miss
  }

  /// What came of it.
  public let outcome: Outcome
  /// Why, in words.
  public let reason: String

  init(outcome: Outcome, reason: String) {
    self.outcome = outcome
    self.reason = reason
  }

  /// Makes the report of a miss.
  package init(missedBecause reason: String) { self.init(outcome: .miss, reason: reason) }
}

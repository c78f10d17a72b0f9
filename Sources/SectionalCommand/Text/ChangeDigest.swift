import Sectional

/// Decides which change sets are printed one by one, and adds up those that come too quickly to be read.
struct ChangeDigest {
  /// More change sets than these in a second are added up.
  private static let mostInASecond = 10

  private var printed: [ContinuousClock.Instant] = []
  private var tally: ChangeTally?

  /// What to do about a change set.
  enum Decision {
    case print
    /// It is added to the others; the sum is due after a second if this is the first.
    case add(isFirst: Bool)
  }

  /// Notes a change set.
  mutating func note(
    _ changeset: ResultsChangeset<StoredRow>, at now: ContinuousClock.Instant
  ) -> Decision {
    printed.removeAll { $0 <= now - .seconds(1) }
    guard tally != nil || printed.count >= ChangeDigest.mostInASecond else {
      printed.append(now)
      return .print
    }
    let isFirst = tally == nil
    tally = tally ?? ChangeTally()
    tally?.note(changeset, at: now)
    return .add(isFirst: isFirst)
  }

  /// Returns what was added up, and begins again.
  mutating func take() -> ChangeTally? {
    defer { tally = nil }
    return tally
  }
}

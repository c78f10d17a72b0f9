import Sectional

/// Decides which change sets are printed one by one, and adds up those that come too quickly to be read.
struct ChangeDigest {
  /// More changed rows than these in a second are added up.
  private static let mostInASecond = 10

  private var printed: [(time: ContinuousClock.Instant, rows: Int)] = []
  private var tally: ChangeTally?

  /// What to do about a change set.
  enum Decision {
    case print
    /// It is added to the others; a sum is due each second from now on, until ``take()`` says otherwise.
    case add
  }

  /// Notes a change set.
  mutating func note(
    _ changeset: ResultsChangeset<StoredRow>, at now: ContinuousClock.Instant
  ) -> Decision {
    printed.removeAll { $0.time <= now - .seconds(1) }
    let rows = max(1, changeset.rowChanges.count)
    let sum = printed.reduce(rows) { $0 + $1.rows }
    guard tally != nil || !printed.isEmpty && sum > ChangeDigest.mostInASecond else {
      printed.append((now, rows))
      return .print
    }
    tally = tally ?? ChangeTally()
    tally?.note(changeset, at: now)
    return .add
  }

  /// Returns what was added up, and goes on adding up while so many rows change.
  ///
  /// - Returns: The sum, `nil` if nothing happened; and whether another sum is due in a second.
  mutating func take() -> (sum: ChangeTally?, isAnotherDue: Bool) {
    guard let sum = tally else { return (nil, false) }
    let isAnotherDue = sum.rows > ChangeDigest.mostInASecond
    tally = isAnotherDue ? ChangeTally() : nil
    return (sum.isEmpty ? nil : sum, isAnotherDue)
  }
}

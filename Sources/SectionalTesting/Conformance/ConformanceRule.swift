/// A rule that a store and its change source keep; ``StoreConformance`` checks each rule separately.
public enum ConformanceRule: String, CaseIterable, Sendable {
  /// A source rings once when it starts, so that what was committed between the first read and the start isn't missed.
  case ringsAtTheStart
  /// A source rings after each commit that can be read, whichever connection it comes from.
  case ringsAfterCommits
  /// What is rolled back is never read, and not reported in place of what is committed.
  case hidesRolledBackRows
  /// A row that was written in a savepoint is a changed row like any other.
  case namesRowsOfSavepoints
  /// A source names each row that was inserted, updated or deleted, whoever asks, as often as it is asked since the same cursor.
  case namesChangedRows
  /// What a source says that rows were is what they were at the cursor; it need not say it.
  case namesOldRows
  /// A change of a row's key changes two rows: the one with the old key and the one with the new one.
  case namesBothKeys
  /// Versions are equal only if the contents are.
  case changesItsVersion
  /// What was committed while the source wasn't running is in its next answer.
  case catchesUp
  /// A store that can't be read throws an error, so that the list keeps its rows and says why.
  case reportsErrors
  /// After reads that failed, threw or were cancelled, the store reads what is committed, and its source names it.
  case recoversFromErrors
  /// A source ends when its task is cancelled, and doesn't ring afterwards.
  case endsWhenCancelled
  /// A cursor stands for what its reader saw, not for what was committed in the meantime.
  case keepsItsPlace
  /// A store that reads fewer rows because of a predicate leaves out none that matches, also where values are null.
  case readsConditions
  /// Thousands of rows are read as a few are, all at once or by their keys.
  case readsManyRows
  /// A page is the rows that it asks for, in the list's order: a list or a fetch with an offset and a limit has that slice,
  /// and one that begins at its end the last rows.
  case readsPages
  /// Rows that are read by their keys are those that were read with all others: a list with batches loads their contents.
  case readsBatches
  /// Pages next to a row, and the numbers of rows, are as the list's order says: a list with a window can be read anywhere.
  case readsWindows
}

/// A rule that a store or a change source breaks.
public struct ConformanceFailure: Error, Sendable, CustomStringConvertible {
  /// The rule.
  public let rule: ConformanceRule
  /// What was expected, and what happened instead.
  public let difference: String

  /// The rule and the difference as text.
  public var description: String { "\(rule.rawValue): \(difference)" }
}

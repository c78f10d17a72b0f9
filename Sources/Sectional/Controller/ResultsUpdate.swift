/// One step of a list: its results, and the changes that led to them.
public struct ResultsUpdate<Record: Sendable>: Sendable {
  /// The results after this step.
  public let results: ResultsList<Record>
  /// The changes from the previous update, or `nil` for the first update and if only the status or the rows of the second
  /// query changed.
  public let changeset: ResultsChangeset<Record>?
  /// The relation between the list and its store: current, or stale or reconnecting with the error, in which case the
  /// results are the last good ones.
  public let status: ResultsStatus
  /// The store version that the results equal, as opaque text, or `nil` if the store can't determine it.
  public let version: String?
  /// The rows of the second query, read in the transaction of the last delivery.
  public let alongside: [StoredRow]
}

/// One step of a list: its results, and what led to them.
public struct ResultsUpdate<Record: Sendable>: Sendable {
  /// The results from now on.
  public let results: ResultsList<Record>
  /// What leads to them from the update before; nothing for the first update, and where only the status changed.
  public let changeset: ResultsChangeset<Record>?
  /// How the list stands to its store: current, or stale with the error and the last good results.
  public let status: ResultsStatus
  /// The version of the store the results equal, as opaque text; nothing where the store can't tell.
  public let version: String?
  /// The rows of the second query, read in the transaction of the last delivery.
  public let alongside: [StoredRow]
}

extension ResultsController {
  /// The list as a sequence of its own, which fetches for itself and doesn't depend on the controller.
  public var updates: ResultsUpdates<Record> {
    ResultsUpdates(source, fetchRequest, sectionBy, results.indexTitle)
  }
}

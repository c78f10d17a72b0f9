/// Hears of a list in the identifiers that a diffable data source shows.
///
/// The first snapshot comes from `performFetch` itself.
public protocol ResultsSnapshotDelegate<Record>: AnyObject {
  /// The type of the list's records.
  associatedtype Record: Sendable

  /// Tells what the list shows now.
  ///
  /// - Parameters:
  ///   - controller: The list, whose results are those of the snapshot.
  ///   - snapshot: The identifiers of all sections and rows, and which rows have new contents.
  func controller(
    _ controller: ResultsController<Record>, didChangeContentWith snapshot: ResultsSnapshot<Record>)

  /// Tells that the list lost or found its store.
  ///
  /// - Parameters:
  ///   - controller: The list, which keeps its last results.
  ///   - status: How it stands to its store now.
  func controller(_ controller: ResultsController<Record>, didChangeStatus status: ResultsStatus)
}

extension ResultsSnapshotDelegate {
  /// Does nothing.
  public func controller(
    _ controller: ResultsController<Record>, didChangeStatus status: ResultsStatus
  ) {}
}

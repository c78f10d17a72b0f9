/// A delegate that receives a list as the identifiers that a diffable data source shows.
///
/// The first snapshot comes from `performFetch` itself.
public protocol ResultsSnapshotDelegate<Record>: AnyObject {
  /// The type of the list's records.
  associatedtype Record: Sendable

  /// Called when the list shows new results or new contents.
  ///
  /// - Parameters:
  ///   - controller: The list, whose results are those of the snapshot.
  ///   - snapshot: The identifiers of all sections and rows, and of the rows that have new contents.
  func controller(
    _ controller: ResultsController<Record>, didChangeContentWith snapshot: ResultsSnapshot<Record>)

  /// Called when the rows of the second query have changed, after the changes of the list in the same delivery, if any.
  ///
  /// - Parameter controller: The list, whose `alongside` has the new rows.
  func controllerDidChangeAlongside(_ controller: ResultsController<Record>)

  /// Called when the list's status changes, for example because it lost its store or found it again.
  ///
  /// - Parameters:
  ///   - controller: The list, which keeps its last results.
  ///   - status: The list's new status.
  func controller(_ controller: ResultsController<Record>, didChangeStatus status: ResultsStatus)
}

extension ResultsSnapshotDelegate {
  /// The default implementation does nothing.
  public func controllerDidChangeAlongside(_ controller: ResultsController<Record>) {}

  /// The default implementation does nothing.
  public func controller(
    _ controller: ResultsController<Record>, didChangeStatus status: ResultsStatus
  ) {}
}

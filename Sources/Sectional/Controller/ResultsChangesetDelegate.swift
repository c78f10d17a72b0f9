public import Foundation

/// A delegate that receives each change of a list as a whole.
///
/// For each change, it receives `controllerWillChangeContent` while the results are still those before the change,
/// and then the changeset once the results are those after it; both calls happen in one turn of the owner's actor.
public protocol ResultsChangesetDelegate<Record>: AnyObject {
  /// The type of the list's records.
  associatedtype Record: Sendable

  /// Called when the results are about to change.
  func controllerWillChangeContent(_ controller: ResultsController<Record>)

  /// Called when the results have changed.
  ///
  /// - Parameters:
  ///   - controller: The list.
  ///   - changeset: The difference between the results before and after the change; never empty.
  func controller(
    _ controller: ResultsController<Record>,
    didChangeContentWith changeset: ResultsChangeset<Record>)

  /// Called when the contents of rows are loaded that a list with ``ResultsRequest/fetchBatchSize`` or
  /// ``ResultsRequest/fetchWindowSize`` was asked for, or that changed next to rows which are loaded.
  ///
  /// - Parameters:
  ///   - controller: The list.
  ///   - indexPaths: The index paths of the rows, in order; their cells should be configured again.
  func controller(
    _ controller: ResultsController<Record>, didLoadRowsAt indexPaths: [IndexPath])

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

extension ResultsChangesetDelegate {
  /// The default implementation does nothing.
  public func controller(
    _ controller: ResultsController<Record>, didLoadRowsAt indexPaths: [IndexPath]
  ) {}

  /// The default implementation does nothing.
  public func controllerDidChangeAlongside(_ controller: ResultsController<Record>) {}

  /// The default implementation does nothing.
  public func controllerWillChangeContent(_ controller: ResultsController<Record>) {}

  /// The default implementation does nothing.
  public func controller(
    _ controller: ResultsController<Record>, didChangeStatus status: ResultsStatus
  ) {}
}

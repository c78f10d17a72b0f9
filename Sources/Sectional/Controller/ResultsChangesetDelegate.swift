/// Hears of each change of a list as a whole.
///
/// For each change it gets `controllerWillChangeContent`, while the results are still the ones before, and then the
/// change set, when they are the ones after; both in one turn of the owner's actor.
public protocol ResultsChangesetDelegate<Record>: AnyObject {
  /// The type of the list's records.
  associatedtype Record: Sendable

  /// Tells that the results are about to change.
  func controllerWillChangeContent(_ controller: ResultsController<Record>)

  /// Tells that the results changed, and how.
  ///
  /// - Parameters:
  ///   - controller: The list.
  ///   - changeset: What leads from the results before to those after; never empty.
  func controller(
    _ controller: ResultsController<Record>,
    didChangeContentWith changeset: ResultsChangeset<Record>)

  /// Tells that the list lost or found its store.
  ///
  /// - Parameters:
  ///   - controller: The list, which keeps its last results.
  ///   - status: How it stands to its store now.
  func controller(_ controller: ResultsController<Record>, didChangeStatus status: ResultsStatus)
}

extension ResultsChangesetDelegate {
  /// Does nothing.
  public func controllerWillChangeContent(_ controller: ResultsController<Record>) {}

  /// Does nothing.
  public func controller(
    _ controller: ResultsController<Record>, didChangeStatus status: ResultsStatus
  ) {}
}

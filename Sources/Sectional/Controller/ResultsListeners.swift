/// Those whom a list reports its changes to, and its parts that are observed on their own.
///
/// It isn't sendable, and belongs to the list's owner. It is a class because a delegate may set another delegate while it
/// is called.
final class ResultsListeners<Record: Sendable> {
  weak var delegate: (any ResultsControllerDelegate<Record>)?
  weak var changesetDelegate: (any ResultsChangesetDelegate<Record>)?
  weak var snapshotDelegate: (any ResultsSnapshotDelegate<Record>)?
  var trackers = ChangeTrackers<Record>()
  private var observations: [WeakObservation<Record>] = []
  /// How many reports to listeners are under way, one inside the other.
  var reports = 0
  /// What a listener wants to be displayed once all of them know of the change that it was told of.
  var pendingDisplay: SectionDisplay?

  /// Whether a delegate is notified of rows that are loaded.
  var hasDelegate: Bool {
    delegate != nil || changesetDelegate != nil || snapshotDelegate != nil
  }

  /// Keeps observed rows up to date, without retaining them.
  func add(_ observed: ObservedRows<Record>) {
    observations.removeAll { $0.rows == nil }
    observations.append(WeakObservation(rows: observed))
  }

  /// Those who were told that a change comes, and are told what it is.
  ///
  /// A delegate that is set meanwhile shows the list as it finds it, and begins with the next change.
  struct Told {
    fileprivate let delegate: (any ResultsControllerDelegate<Record>)?
    fileprivate let changesetDelegate: (any ResultsChangesetDelegate<Record>)?
    fileprivate let trackers: ChangeTrackers<Record>
  }

  func willChange(_ controller: ResultsController<Record>, _ changes: RowListDiff) -> Told {
    let told = Told(
      delegate: delegate, changesetDelegate: changesetDelegate, trackers: trackers)
    if changes.isToldRowByRow { told.delegate?.controllerWillChangeContent(controller) }
    told.changesetDelegate?.controllerWillChangeContent(controller)
    told.trackers.willChange?(controller)
    return told
  }

  func didChange(
    _ controller: ResultsController<Record>, _ changeset: ResultsChangeset<Record>, _ told: Told
  ) {
    updateObservations(changeset, controller)
    // One that was removed meanwhile isn't told anything.
    if delegate != nil { told.delegate?.tell(changeset, of: controller) }
    if changesetDelegate != nil {
      told.changesetDelegate?.controller(controller, didChangeContentWith: changeset)
    }
    snapshotDelegate?.controller(controller, didChangeContentWith: ResultsSnapshot(changeset))
    told.trackers.tell(changeset, of: controller)
  }

  /// Reports the results of a fetch, which aren't reported as changes.
  ///
  /// - Parameters:
  ///   - controller: The list.
  ///   - before: What it showed before.
  func didFetch(_ controller: ResultsController<Record>, after before: ResultsList<Record>) {
    updateObservations(nil, controller)
    snapshotDelegate?.controller(
      controller, didChangeContentWith: ResultsSnapshot(controller.results, after: before))
  }

  func didChangeAlongside(_ controller: ResultsController<Record>) {
    delegate?.controllerDidChangeAlongside(controller)
    changesetDelegate?.controllerDidChangeAlongside(controller)
    snapshotDelegate?.controllerDidChangeAlongside(controller)
  }

  /// Brings observed parts of the list up to date; without a changeset, all of them.
  func updateObservations(
    _ changeset: ResultsChangeset<Record>?, _ controller: ResultsController<Record>
  ) {
    guard !observations.isEmpty else { return }
    let concerned = changeset.map(ConcernedRows.init)
    for observation in observations { observation.rows?.update(concerned, controller.results) }
  }
}

/// The functions that a list calls for its changes.
struct ChangeTrackers<Record: Sendable> {
  var willChange: ((ResultsController<Record>) -> Void)?
  var onChange: ((ResultsController<Record>, Record, ResultsChange) -> Void)?
  var didChange: ((ResultsController<Record>, ResultsChangeset<Record>) -> Void)?
  var onError: ((ResultsController<Record>, StoreError) -> Void)?

  /// Reports a changeset, one row at a time.
  func tell(_ changeset: ResultsChangeset<Record>, of controller: ResultsController<Record>) {
    if let onChange {
      for change in changeset.rowChanges.applicable {
        if let object = changeset.object(of: change) { onChange(controller, object, change) }
      }
    }
    didChange?(controller, changeset)
  }
}

/// A reference to observed rows that doesn't retain them.
private struct WeakObservation<Record: Sendable> {
  private(set) weak var rows: ObservedRows<Record>?
}

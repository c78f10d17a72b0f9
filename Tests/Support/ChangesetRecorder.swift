package import Sectional

/// Records what a list tells its change set delegate.
package final class ChangesetRecorder<Record: Sendable>: ResultsChangesetDelegate {
  package private(set) var changesets: [ResultsChangeset<Record>] = []
  /// The statuses as text.
  package private(set) var statuses: [String] = []
  /// The errors of the statuses that had one.
  package private(set) var errors: [StoreError] = []

  package init() {}

  /// The kinds of the row changes of each change set.
  package var kinds: [[ResultsChange.Kind]] { changesets.map { $0.rowChanges.map(\.kind) } }

  package func controller(
    _ controller: ResultsController<Record>,
    didChangeContentWith changeset: ResultsChangeset<Record>
  ) { changesets.append(changeset) }

  package func controller(
    _ controller: ResultsController<Record>, didChangeStatus status: ResultsStatus
  ) {
    statuses.append("\(status)")
    if case .stale(let error) = status { errors.append(error) }
  }
}

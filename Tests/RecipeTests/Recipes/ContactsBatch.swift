import Foundation
import Sectional

/// Hears whole change sets, as a collection view's batch update takes them.
@MainActor
final class ContactsBatch {
  private(set) var batches: [TableUpdates] = []
  private(set) var problem: String?
}

extension ContactsBatch: @MainActor ResultsChangesetDelegate {
  func controller(
    _ controller: ResultsController<Contact>,
    didChangeContentWith changeset: ResultsChangeset<Contact>
  ) {
    let updates = changeset.tableUpdates
    batches.append(updates)
    for path in updates.reloads { print("configure", changeset.after.object(at: path).name) }
  }

  func controller(
    _ controller: ResultsController<Contact>, didChangeStatus status: ResultsStatus
  ) {
    problem = status.error?.message
  }
}

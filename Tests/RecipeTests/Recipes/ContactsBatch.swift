import Foundation
import Sectional

/// Receives whole change sets, for the batch updates of a collection view.
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

import Foundation
import Sectional
import SectionalSQLite

/// A screen's model: on the main actor, observed by views.
@MainActor
final class ContactsModel {
  let controller: ResultsController<Contact>

  init(store: some ResultsStore) {
    controller = ResultsController(
      fetchRequest: ResultsRequest<Contact>(sortBy: [SortKey(\.name)]), store: store,
      sectionNameKeyPath: \.team)
  }

  var teams: [String] { controller.sections.map(\.name) }

  func load() async throws { try await controller.performFetch() }
}

/// An actor that follows a list in the background.
actor TeamCounter {
  private let controller: ResultsController<Contact>

  init(store: some ResultsStore) {
    controller = ResultsController(
      fetchRequest: ResultsRequest<Contact>(), store: store, sectionNameKeyPath: \.team)
  }

  func start() async throws { try await controller.performFetch() }

  var counts: [String: Int] {
    // Names needn't be unique: the sections of nil and of "" are both named "".
    Dictionary(controller.sections.map { ($0.name, $0.count) }, uniquingKeysWith: +)
  }
}

/// A task without an actor, which follows changes until it is cancelled.
func logContacts(in store: some ResultsStore, to log: ContactsLog) async throws {
  let controller = ResultsController(fetchRequest: ResultsRequest<Contact>(), store: store)
  controller.changesetDelegate = log
  try await controller.run()
}

/// Belongs to the task that created it, as the list does.
final class ContactsLog: ResultsChangesetDelegate {
  private let write: (String) -> Void

  init(_ write: @escaping (String) -> Void) { self.write = write }

  func controller(
    _ controller: ResultsController<Contact>,
    didChangeContentWith changeset: ResultsChangeset<Contact>
  ) {
    for change in changeset.rowChanges { write("\(change.kind) \(change.key)") }
  }
}

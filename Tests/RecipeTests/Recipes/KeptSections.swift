import Foundation
import Sectional

/// A screen that shows its sections before its contacts have been read.
@MainActor
final class KeptContacts {
  let controller: ResultsController<Contact>

  init(store: some ResultsStore) {
    controller = ResultsController(
      fetchRequest: ResultsRequest<Contact>(sortBy: [SortKey(\.name)]), store: store,
      sectionNameKeyPath: \.team, cacheName: "contacts-by-team")
  }

  /// Returns as soon as the sections are known.
  func open() async throws {
    try await controller.performFetch(.sections)
    if let cache = controller.diagnostics.cache {
      print("\(cache.outcome.rawValue): \(cache.reason)")
    }
  }

  func numberOfRows(inSection section: Int) -> Int { controller.sections[section].count }

  /// The text of a row, which is empty while the contacts are still being read.
  func text(at indexPath: IndexPath) -> String { controller.row(ifLoaded: indexPath)?.name ?? "" }

  /// Closes the list, which brings the section cache up to date.
  func close() async { await controller.close() }
}

func forgetKeptSections() throws {
  try ResultsController.deleteCache(withName: "contacts-by-team")
}

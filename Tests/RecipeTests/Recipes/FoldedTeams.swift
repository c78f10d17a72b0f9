import Foundation
import Sectional
import SectionalSQLite

/// Teams that people open and close, and a few contacts of each open one.
@MainActor
final class FoldedTeams {
  let controller: ResultsController<Contact>
  private(set) var headers: [Int: String] = [:]

  init(store: SQLiteStore) {
    controller = ResultsController(
      fetchRequest: ResultsRequest<Contact>(sortBy: [SortKey(\.name)]), store: store,
      sectionNameKeyPath: \.team)
    controller.changesetDelegate = self
    controller.sectionDisplay.rows = .first(3)
  }

  func header(_ section: Int) -> String {
    let team = controller.sections[section]
    return "\(team.isCollapsed ? "▸" : "▾") \(team.title) (\(team.totalCount))"
  }

  func tapHeader(_ section: Int) {
    controller.sectionDisplay.toggle(controller.sections[section].key)
  }

  func showAll(_ section: Int) {
    controller.sectionDisplay.showAllRows(of: controller.sections[section].key)
  }
}

extension FoldedTeams: @MainActor ResultsChangesetDelegate {
  func controller(
    _ controller: ResultsController<Contact>,
    didChangeContentWith changeset: ResultsChangeset<Contact>
  ) {
    // After the batch update of the rows.
    for section in changeset.sectionInfoUpdates { headers[section] = header(section) }
  }
}

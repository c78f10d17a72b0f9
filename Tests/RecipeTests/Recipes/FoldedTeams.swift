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

  func closeAll(except team: StoredValue) {
    controller.sectionDisplay.collapseAll()
    controller.sectionDisplay.expand(team)
  }

  func openAll() { controller.sectionDisplay.expandAll() }

  var isNoTeamClosed: Bool { controller.sectionDisplay.isCollapsed(.null) }

  func showsAll(_ team: StoredValue) -> Bool {
    controller.sectionDisplay.wholeSections.contains(team)
  }

  func needsButton(_ section: Int) -> Bool {
    let team = controller.sections[section]
    return team.hiddenCount > 0 && !team.isCollapsed
  }

  /// Returns where a contact is, once its section shows it.
  func reveal(_ key: RowKey) -> IndexPath? {
    if case .hidden(let section)? = controller.results.place(forKey: key) {
      let team = controller.sections[section].key
      controller.sectionDisplay.expand(team)
      controller.sectionDisplay.showAllRows(of: team)
    }
    return controller.results.indexPath(forKey: key)
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

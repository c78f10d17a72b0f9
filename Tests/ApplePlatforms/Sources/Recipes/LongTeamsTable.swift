import Foundation
import Sectional
import SectionalSQLite
import UIKit

/// Teams that people open and close, and that can have thousands of contacts.
@MainActor
final class LongTeamsTable: UITableViewController {
  let controller: ResultsController<Contact>

  init(store: some ResultsStore) {
    controller = ResultsController(
      fetchRequest: ResultsRequest<Contact>(sortBy: [SortKey(\.name)]), store: store,
      sectionNameKeyPath: \.team)
    super.init(style: .plain)
    controller.changesetDelegate = self
  }

  @available(*, unavailable)
  required init?(coder: NSCoder) { nil }

  override func viewDidLoad() {
    super.viewDidLoad()
    tableView.register(UITableViewCell.self, forCellReuseIdentifier: "contact")
  }

  func load() async throws {
    try await controller.performFetch()
    tableView.reloadData()
  }

  func tapHeader(_ section: Int) {
    controller.sectionDisplay.toggle(controller.sections[section].key)
  }

  override func numberOfSections(in tableView: UITableView) -> Int { controller.sections.count }

  override func tableView(_ tableView: UITableView, numberOfRowsInSection section: Int) -> Int {
    controller.sections[section].numberOfObjects
  }

  override func tableView(
    _ tableView: UITableView, cellForRowAt indexPath: IndexPath
  ) -> UITableViewCell {
    let cell = tableView.dequeueReusableCell(withIdentifier: "contact", for: indexPath)
    var content = cell.defaultContentConfiguration()
    content.text = controller[indexPath].name
    cell.contentConfiguration = content
    return cell
  }
}

extension LongTeamsTable: @MainActor ResultsChangesetDelegate {
  func controller(
    _ controller: ResultsController<Contact>,
    didChangeContentWith changeset: ResultsChangeset<Contact>
  ) {
    let updates = changeset.tableUpdates(reloadingSectionsAbove: 500)
    tableView.performBatchUpdates { [tableView] in
      tableView?.reloadSections(IndexSet(updates.sectionReloads), with: .automatic)
      // Then the other deletes, inserts and moves, as always.
      tableView?.deleteSections(IndexSet(updates.sectionDeletes), with: .automatic)
      tableView?.insertSections(IndexSet(updates.sectionInserts), with: .automatic)
      tableView?.deleteRows(at: updates.deletes, with: .automatic)
      tableView?.insertRows(at: updates.inserts, with: .automatic)
      for move in updates.moves { tableView?.moveRow(at: move.from, to: move.to) }
    }
    tableView.reconfigureRows(at: updates.reloads)
  }
}

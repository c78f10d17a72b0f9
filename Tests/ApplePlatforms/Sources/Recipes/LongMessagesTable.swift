import Foundation
import Sectional
import SectionalSQLite
import UIKit

@MainActor
final class LongMessagesTable: UITableViewController, UITableViewDataSourcePrefetching {
  private let controller: ResultsController<ArchivedMessage>

  init(store: some ResultsStore) {
    controller = archivedMessages(in: store)
    super.init(style: .plain)
    controller.changesetDelegate = self
  }

  @available(*, unavailable)
  required init?(coder: NSCoder) { nil }

  override func viewDidLoad() {
    super.viewDidLoad()
    tableView.register(UITableViewCell.self, forCellReuseIdentifier: "message")
    tableView.prefetchDataSource = self
  }

  /// Returns when the first messages can be read.
  func load() async throws {
    try await controller.performFetch()
    title = progress(of: controller.results)
    tableView.reloadData()
  }

  override func numberOfSections(in tableView: UITableView) -> Int { controller.sections.count }

  override func tableView(_ tableView: UITableView, numberOfRowsInSection section: Int) -> Int {
    controller.sections[section].numberOfObjects
  }

  override func tableView(
    _ tableView: UITableView, titleForHeaderInSection section: Int
  ) -> String? { controller.sections[section].name }

  override func tableView(
    _ tableView: UITableView, cellForRowAt indexPath: IndexPath
  ) -> UITableViewCell {
    let cell = tableView.dequeueReusableCell(withIdentifier: "message", for: indexPath)
    var content = cell.defaultContentConfiguration()
    // A row that isn't held is requested by this.
    content.text = controller.row(ifLoaded: indexPath)?.text ?? "…"
    cell.contentConfiguration = content
    return cell
  }

  func tableView(_ tableView: UITableView, prefetchRowsAt indexPaths: [IndexPath]) {
    controller.prefetchRows(at: indexPaths)
  }

  /// Scrolls to a message, and returns whether it is in the list.
  func show(_ id: Int64) async throws -> Bool {
    guard let path = try await controller.loadRow(forKey: RowKey(id)) else { return false }
    tableView.scrollToRow(at: path, at: .middle, animated: false)
    return true
  }
}

extension LongMessagesTable: @MainActor ResultsChangesetDelegate {
  func controller(
    _ controller: ResultsController<ArchivedMessage>,
    didChangeContentWith changeset: ResultsChangeset<ArchivedMessage>
  ) {
    title = progress(of: controller.results)
    // A step of counting can append a hundred thousand rows.
    guard changeset.appendedRows.isEmpty, !changeset.isReset else {
      return tableView.reloadData()
    }
    let updates = changeset.tableUpdates
    tableView.performBatchUpdates { [tableView] in
      tableView?.deleteSections(IndexSet(updates.sectionDeletes), with: .automatic)
      tableView?.insertSections(IndexSet(updates.sectionInserts), with: .automatic)
      tableView?.deleteRows(at: updates.deletes, with: .automatic)
      tableView?.insertRows(at: updates.inserts, with: .automatic)
      for move in updates.moves { tableView?.moveRow(at: move.from, to: move.to) }
    }
    tableView.reconfigureRows(at: updates.reloads)
  }

  func controller(
    _ controller: ResultsController<ArchivedMessage>, didLoadRowsAt indexPaths: [IndexPath]
  ) {
    tableView.reconfigureRows(at: indexPaths)
  }
}

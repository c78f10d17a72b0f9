import Foundation
import Sectional
import SectionalSQLite
import UIKit

struct Chore: StoredRecord, Identifiable {
  var id: Int64
  var room: String
  var position: Int
  var title: String

  static let table = RecordTable(
    "chore",
    RecordColumn("id", \.id, primaryKey: true),
    RecordColumn("room", \.room),
    RecordColumn("position", \.position),
    RecordColumn("title", \.title),
    row: Chore.init)
}

@MainActor
final class ChoresTable: UITableViewController {
  private let store: SQLiteStore
  private let controller: ResultsController<Chore>
  /// The change that the table shows and the list doesn't yet.
  private var drag: WriteTag?

  init(store: SQLiteStore) {
    self.store = store
    controller = ResultsController(
      fetchRequest: ResultsRequest<Chore>(sortBy: [SortKey(\.room), SortKey(\.position)]),
      store: store, sectionBy: SectionKey(\.room).declaring(["Attic", "Hall", "Yard"]))
    super.init(style: .plain)
    controller.changesetDelegate = self
  }

  @available(*, unavailable)
  required init?(coder: NSCoder) { nil }

  override func viewDidLoad() {
    super.viewDidLoad()
    tableView.register(UITableViewCell.self, forCellReuseIdentifier: "chore")
  }

  func load() async throws {
    try await controller.performFetch()
    tableView.reloadData()
  }

  override func numberOfSections(in tableView: UITableView) -> Int { controller.sections.count }

  override func tableView(_ tableView: UITableView, numberOfRowsInSection section: Int) -> Int {
    controller.sections[section].numberOfObjects
  }

  override func tableView(
    _ tableView: UITableView, cellForRowAt indexPath: IndexPath
  ) -> UITableViewCell {
    let cell = tableView.dequeueReusableCell(withIdentifier: "chore", for: indexPath)
    var content = cell.defaultContentConfiguration()
    content.text = controller[indexPath].title
    cell.contentConfiguration = content
    return cell
  }

  override func tableView(_ tableView: UITableView, canMoveRowAt indexPath: IndexPath) -> Bool {
    drag == nil
  }

  override func tableView(
    _ tableView: UITableView, moveRowAt start: IndexPath, to end: IndexPath
  ) {
    let chore = controller[start]
    let room = controller.sections[end.section].name
    var chores = controller.sections[end.section].filter { $0.id != chore.id }
    chores.insert(chore, at: end.item)
    let tag = WriteTag()
    drag = tag
    // What others commit meanwhile arrives together with this change.
    controller.pause()
    Task { await write(chores, in: room, tag) }
  }

  private func write(_ chores: [Chore], in room: String, _ tag: WriteTag) async {
    do {
      try await store.write(tag: tag) { db in
        for (position, chore) in chores.enumerated()
        where chore.position != position || chore.room != room {
          try db.execute(
            "UPDATE chore SET room = ?, position = ? WHERE id = ?", [room, position, chore.id])
        }
      }
      controller.resume()
      try await controller.refresh()
    } catch {
      tableView.reloadData()
      controller.resume()
    }
    drag = nil
  }
}

extension ChoresTable: @MainActor ResultsChangesetDelegate {
  func controller(
    _ controller: ResultsController<Chore>,
    didChangeContentWith changeset: ResultsChangeset<Chore>
  ) {
    // The table already shows the move. Only the section that the row came from can be empty now, and gone.
    if let drag, changeset.tag == drag {
      return tableView.deleteSections(IndexSet(changeset.sectionDeletes), with: .automatic)
    }
    guard drag == nil else { return tableView.reloadData() }
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
}

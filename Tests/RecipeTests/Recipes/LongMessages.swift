import Foundation
import Sectional
import SectionalSQLite

#if canImport(UIKit)
  import UIKit
#endif

struct ArchivedMessage: StoredRecord, Identifiable {
  var id: Int64
  var sender: String
  var sentAt: Date
  var text: String

  static let table = RecordTable(
    "message",
    RecordColumn("id", \.id, primaryKey: true),
    RecordColumn("sender", \.sender),
    RecordColumn("sent_at", \.sentAt),
    RecordColumn("text", \.text),
    row: ArchivedMessage.init)
}

/// Every message of an archive, in sections by sender.
func archivedMessages(
  in store: some ResultsStore, holding count: Int = 500
) -> ResultsController<ArchivedMessage> {
  var request = ResultsRequest<ArchivedMessage>(sortBy: [SortKey(\.sentAt)])
  request.fetchWindowSize = count
  return ResultsController(fetchRequest: request, store: store, sectionNameKeyPath: \.sender)
}

/// How many messages there are, as far as they are counted.
func progress(of messages: ResultsList<ArchivedMessage>) -> String {
  guard let counting = messages.counting else { return "\(messages.numberOfObjects) messages" }
  let counted = counting.counted
  if counting.doubt != nil { return "about \(counted) messages" }
  if counting.isComplete { return "\(counted) messages" }
  return counting.estimated.map { "\(counted) of about \($0) messages" } ?? "\(counted) messages…"
}

/// Loads the first messages of a sender, and returns where they are; `nil` if none is counted yet.
@MainActor func indexPath(
  ofSender sender: String, in messages: ResultsController<ArchivedMessage>
) async throws -> IndexPath? {
  let key = StoredValue.text(sender)
  guard let section = messages.results.section(forKey: key) else { return nil }
  try await messages.loadRows(at: [IndexPath(indexes: [section, 0])])
  // Other sections may have come or gone meanwhile.
  return messages.results.section(forKey: key).map { IndexPath(indexes: [$0, 0]) }
}

/// Reads the first messages of a sender, whether they are counted or not.
@MainActor func firstMessages(
  of sender: String, in messages: ResultsController<ArchivedMessage>
) async throws -> [ArchivedMessage] {
  let page = try await messages.page(at: .section(.text(sender)), count: 50)
  // The page goes on with the next sender.
  return page.results.first { $0.name == sender }.map { Array($0.rows) } ?? []
}

/// Makes the file log where messages were in the list before other programs changed them.
func logPlaces(in store: SQLiteStore) async throws {
  try await store.installChangeLog(for: ["message"], oldValuesOf: ["sender", "sent_at"])
}

#if canImport(UIKit)
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
#endif

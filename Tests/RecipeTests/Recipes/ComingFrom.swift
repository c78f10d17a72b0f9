import Foundation
import Sectional
import SectionalSQL
import SectionalSQLite

/// What the tables of the pages "Coming from …" show, line by line.
@MainActor
final class ContactsFromCoreData {
  let controller: ResultsController<Contact>
  var lines: [String] = []

  init(store: SQLiteStore, delegate: (any ResultsControllerDelegate<Contact>)? = nil) {
    let request = ResultsRequest<Contact>(
      predicate: #Predicate { $0.name != "" },
      sortBy: [SortKey(\.team), SortKey(\.name, order: .reverse)])
    controller = ResultsController(
      fetchRequest: request, store: store, sectionNameKeyPath: \.team, cacheName: "contacts")
    controller.delegate = delegate
  }

  func show(_ contact: Contact) async throws {
    try await controller.performFetch()
    let count = controller.fetchedObjects?.count ?? 0
    let sections = controller.sections
    let rows = sections[0].numberOfObjects
    let objects = sections[0].objects
    let first = controller.object(at: IndexPath(indexes: [0, 0]))
    let path = controller.indexPath(forObject: contact)
    let titles = controller.sectionIndexTitles
    let section = controller.section(forSectionIndexTitle: "A", at: 0)
    let title = controller.sectionIndexTitle(forSectionName: "Analysts")
    lines = [
      "\(count) \(rows) \(objects.count) \(first.name) \(titles) \(section ?? 0) \(title ?? "")",
      path?.description ?? "",
    ]
  }

  func search(_ text: String) async throws {
    let request = ResultsRequest<Contact>(predicate: #Predicate { $0.name.contains(text) })
    try await controller.setRequest(request)
  }

  func save(_ contact: Contact, in store: SQLiteStore) async throws {
    try await store.write { db in try db.upsert(contact) }
  }

  func reset() throws {
    try ResultsController.deleteCache(withName: "contacts")
  }
}

/// A player with the title of the team that it belongs to, from a join.
final class Player: StoredRecord {
  let id: Int64
  let name: String
  let team: String
  let joined: Date
  let token: UUID?

  init(id: Int64, name: String, team: String, joined: Date, token: UUID?) {
    (self.id, self.name, self.team, self.joined, self.token) = (id, name, team, joined, token)
  }

  static let table = RecordTable(
    "player",
    RecordColumn("id", \.id, primaryKey: true),
    RecordColumn("name", \.name),
    RecordColumn("team", \.team),
    RecordColumn("joined", \.joined, as: .sqliteMillisecondsText),
    RecordColumn("token", \.token, as: .blob),
    row: Player.init(id:name:team:joined:token:))
}

/// The players with the titles of their teams.
let players = """
  SELECT player.*, team.title AS team FROM player JOIN team ON team.id = player.teamID
  WHERE player.id < ?
  """

@MainActor
final class PlayersList {
  let controller: ResultsController<Player>
  var log: [String] = []
  var problem: String?

  init(store: SQLiteStore) {
    controller = ResultsController(
      fetchRequest: ResultsRequest<Player>(
        sql: players, arguments: [100], sortBy: [SortKey(\.name)]),
      store: store, sectionBy: SectionKey(\.team),
      alongside: ResultsRequest<StoredRow>(
        sql: "SELECT count(*) AS total FROM team", key: ["total"]))
    controller.trackChanges(
      willChange: { [weak self] _ in self?.log.append("will") },
      onChange: { [weak self] _, player, change in
        self?.log.append("\(change.kind) \(player.name)")
      },
      didChange: { [weak self] _, changeset in
        for change in changeset.rowChanges where change.kind == .update {
          self?.log.append("\(changeset.oldValues(of: change).keys.sorted())")
        }
      })
    controller.trackErrors { [weak self] _, error in self?.problem = error.message }
  }

  var teams: Int64 { controller.alongside.first?["total"]?.integerValue ?? 0 }

  func show(upTo id: Int64) async throws {
    try await controller.setRequest(sql: players, arguments: [id])
  }
}

/// A list whose rows have the key that an expression computes.
@MainActor
func playersByHandle(in store: SQLiteStore) -> ResultsController<StoredRow> {
  let request =
    ResultsRequest<StoredRow>(
      sql: "SELECT lower(name) AS handle, name FROM player", key: ["handle"])
  return ResultsController(fetchRequest: request, store: store)
}

/// A list whose actor runs on its own queue.
actor PlayersOnQueue {
  private let queue = SerialQueue(label: "players")
  private let controller: ResultsController<Player>

  nonisolated var unownedExecutor: UnownedSerialExecutor { unsafe queue.asUnownedSerialExecutor() }

  init(store: SQLiteStore) {
    controller = ResultsController(
      fetchRequest: ResultsRequest<Player>(sql: players, arguments: [100]), store: store)
  }

  func load() async throws -> [String] {
    try await controller.performFetch()
    return controller.results.rows.map(\.name)
  }
}

/// The example of SQLFetchedResultsController.
@MainActor
final class TestTable {
  let controller: ResultsController<StoredRow>

  init(path: String) throws {
    let request = ResultsRequest<StoredRow>(
      sql: """
        SELECT id, title, CAST(id AS text) AS label FROM Test
        WHERE id % 100 = 0 GROUP BY title HAVING count(*) > 0
        """,
      key: ["id"], sortBy: [SortKey(.column("label"))])
    controller = ResultsController(
      fetchRequest: request, store: try SQLiteStore(path: path),
      sectionBy: .firstLetter(of: "label"))
  }

  func load() async throws { try await controller.performFetch() }

  var numberOfRows: Int { controller.results.numberOfObjects }

  func text(at indexPath: IndexPath) -> String {
    let result = controller.object(at: indexPath)
    let id = result["id"]?.integerValue ?? 0
    let title = result["title"]?.textValue ?? ""
    return "\(id). \(title)"
  }
}

/// The statement that a request sends.
func preview(
  _ request: ResultsRequest<StoredRow>, of store: SQLiteStore
) async throws -> String {
  try await request.sql(for: store)
}

import Foundation
import Sectional
import SectionalSQLite

/// A ticket of a board.
struct Ticket: StoredRecord, Identifiable {
  enum Status: String, Codable, CaseIterable, ColumnValue { case todo, doing, done }

  var id: Int64
  var status: Status
  var position: Double
  var title: String
  var points: Int

  static let table = RecordTable(
    "ticket", RecordColumn("id", \.id, primaryKey: true), RecordColumn("status", \.status),
    RecordColumn("position", \.position), RecordColumn("title", \.title),
    RecordColumn("points", \.points), row: Ticket.init)
}

/// A board with a column for each status, also for those without tickets; people fold columns, and drop tickets anywhere.
@MainActor
final class TicketBoard {
  static let points = Aggregate.sum(\Ticket.points)

  let controller: ResultsController<Ticket>
  private let store: SQLiteStore

  init(store: SQLiteStore) {
    self.store = store
    var request = ResultsRequest<Ticket>(sortBy: [SortKey(\.position)])
    request.compute(TicketBoard.points)
    controller = ResultsController(
      fetchRequest: request, store: store,
      sectionBy: SectionKey(\.status).ordered(as: Ticket.Status.allCases, showsEmpty: true))
    controller.sectionDisplay.collapse(.text("done"))
  }

  func header(_ column: Int) -> String {
    let tickets = controller.sections[column]
    return
      "\(tickets.name): \(tickets.totalCount), \(tickets.value(of: TicketBoard.points) ?? 0) points"
  }

  func tapHeader(_ column: Int) {
    controller.sectionDisplay.toggle(controller.sections[column].key)
  }

  /// Moves a ticket to a place between two others, or to an end of a column.
  func drop(_ ticket: Ticket, in column: Int, at place: Int) async throws {
    // A folded column shows none of its tickets.
    controller.sectionDisplay.expand(controller.sections[column].key)
    let others = controller.sections[column].filter { $0.id != ticket.id }
    let before = place > 0 ? others[place - 1].position : (others.first?.position ?? 0) - 2
    let after = place < others.count ? others[place].position : before + 2
    let (status, position) = (controller.sections[column].name, (before + after) / 2)
    try await store.write { db in
      try db.execute(
        "UPDATE ticket SET status = ?, position = ? WHERE id = ?", [status, position, ticket.id])
    }
  }
}

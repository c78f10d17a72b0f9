import Foundation
import Sectional

/// A message of a long conversation.
///
/// Its time is a number, so that the order of an index is that of the days.
struct ChatMessage: StoredRecord, Identifiable {
  var id: Int64
  var text: String
  var sentAt: Date

  static let table = RecordTable(
    "chat_message", RecordColumn("id", \.id, primaryKey: true), RecordColumn("text", \.text),
    RecordColumn("sent_at", \.sentAt), row: ChatMessage.init)
}

/// A conversation that opens with its newest messages, by day.
@MainActor
final class LongChat {
  let controller: ResultsController<ChatMessage>

  init(store: some ResultsStore, clock: any WallClock = SystemWallClock()) {
    var request = ResultsRequest<ChatMessage>(sortBy: [SortKey(\.sentAt)])
    request.fetchLast = 50
    controller = ResultsController(
      fetchRequest: request, store: store,
      sectionBy: .relativeDay(of: \.sentAt, clock: clock), indexTitle: .none)
  }

  /// Loads older messages when the user has scrolled to the top.
  func reachTop() async throws {
    guard controller.results.hasEarlierRows else { return }
    try await controller.loadEarlier(100)
  }

  /// Drops old messages when the user is at the bottom again.
  func reachBottom() async throws { try await controller.trim(to: 200) }
}

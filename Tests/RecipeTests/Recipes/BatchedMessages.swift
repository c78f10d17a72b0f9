import Foundation
import Sectional

/// Every message, in sections by sender.
func allMessages(in store: some ResultsStore) -> ResultsController<Message> {
  var request = ResultsRequest<Message>(sortBy: [SortKey(\.sentAt, order: .reverse)])
  request.fetchBatchSize = 50
  return ResultsController(fetchRequest: request, store: store, sectionNameKeyPath: \.sender)
}

/// What the cell at an index path shows; the delegate hears when the text is there.
func text(at indexPath: IndexPath, of messages: ResultsController<Message>) -> String {
  messages.row(ifLoaded: indexPath)?.text ?? "…"
}

/// Calls a body with each message, a batch at a time.
@MainActor func forEachMessage(
  of messages: ResultsController<Message>, _ body: (Message) throws -> Void
) async throws {
  for section in messages.sections.indices {
    for item in messages.sections[section].indices {
      let indexPath = IndexPath(indexes: [section, item])
      if messages.results.row(ifLoaded: indexPath) == nil {
        try await messages.loadRows(at: [indexPath])
      }
      if let message = messages.row(ifLoaded: indexPath) { try body(message) }
    }
  }
}

import Foundation
import Sectional
import SectionalSQLite

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

/// Reads fifty messages after the first 5,000.
@MainActor func laterMessages(
  in messages: ResultsController<ArchivedMessage>
) async throws -> ResultsPage<ArchivedMessage> {
  try await messages.page(at: .rank(5_000), count: 50)
}

/// Makes the file log where messages were in the list before other programs changed them.
func logPlaces(in store: SQLiteStore) async throws {
  try await store.installChangeLog(for: ["message"], oldValuesOf: ["sender", "sent_at"])
}

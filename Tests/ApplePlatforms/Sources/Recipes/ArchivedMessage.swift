import Foundation
import Sectional

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

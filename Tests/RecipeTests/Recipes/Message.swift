import Foundation
import Sectional

struct Message: StoredRecord, Identifiable {
  enum Status: String, Codable, ColumnValue { case draft, sent, read }

  var id: UUID
  var sender: String
  var text: String
  var status: Status
  var sentAt: Date?

  static let table = RecordTable(
    "message", RecordColumn("id", \.id, as: .blob, primaryKey: true),
    RecordColumn("sender", \.sender),
    RecordColumn("text", \.text), RecordColumn("status", \.status),
    RecordColumn("sent_at", \.sentAt, as: .iso8601), row: Message.init)
}

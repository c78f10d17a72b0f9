import Foundation
import Sectional

struct Message: TableRecord, Identifiable {
  enum Status: String, Codable, ColumnValue { case draft, sent, read }

  var id: UUID
  var sender: String
  var text: String
  var status: Status
  var sentAt: Date?

  static let table = Table(
    "message", Column("id", \.id, as: .blob, primaryKey: true), Column("sender", \.sender),
    Column("text", \.text), Column("status", \.status),
    Column("sent_at", \.sentAt, as: .iso8601), row: Message.init)
}

import Foundation
import Sectional

struct OrderLine: StoredRecord {
  var orderID: Int64
  var lineNo: Int64
  var note: String?
  var sentAt: Date?
  var madeAt: Date
  var price: Double
  var weight: Double?
  var isPaid: Bool
  var photo: Data?
  var label: UUID?
  var amount: Int64?
  var mixed: StoredValue?
  var `class`: String?
  var class2: String?
  var tableValue: String?
  var column2nd: String?
  var heLlo: String?
  // "total" is left out: the database computes it, so it can't be written.

  static let table = RecordTable(
    "order_line",
    RecordColumn("order_id", \.orderID, primaryKey: true),
    RecordColumn("line no", \.lineNo, primaryKey: true),
    RecordColumn("note", \.note),
    RecordColumn("sent_at", \.sentAt, as: .sqliteText),
    RecordColumn("made_at", \.madeAt, as: .unixMilliseconds),
    RecordColumn("price", \.price),
    RecordColumn("weight", \.weight),
    RecordColumn("is_paid", \.isPaid),
    RecordColumn("photo", \.photo),
    RecordColumn("label", \.label, as: .lowercaseText),
    RecordColumn("amount", \.amount),
    RecordColumn("mixed", \.mixed),
    RecordColumn("class", \.`class`),
    RecordColumn("class ", \.class2),
    RecordColumn("table", \.tableValue),
    RecordColumn("2nd", \.column2nd),
    RecordColumn("he\"llo", \.heLlo),
    row: OrderLine.init)
}

import Foundation
import Sectional

struct Shipment: StoredRecord, Identifiable {
  var id: UUID
  var flag: Bool
  var small: Int16?
  var medium: Int32
  var big: Int64?
  var ratio: Double?
  var size: Double
  var price: Double?
  var name: String
  var code: String
  var mark: String?
  var photo: Data?
  var day: Date?
  var sent: Date?
  var seen: Date
  var doc: String?
  var mood: String
  var tags: String?
  // "twice" is left out: the database computes it, so it can't be written.
  // "price" is numeric: a Double keeps some 16 digits, a String all of them.
  // "sent" has microseconds; a Date is written with milliseconds, a String with all.
  // "seen" has microseconds; a Date is written with milliseconds, a String with all.

  static let table = RecordTable(
    "shipment",
    RecordColumn("id", \.id, primaryKey: true),
    RecordColumn("flag", \.flag),
    RecordColumn("small", \.small),
    RecordColumn("medium", \.medium),
    RecordColumn("big", \.big),
    RecordColumn("ratio", \.ratio),
    RecordColumn("size", \.size),
    RecordColumn("price", \.price),
    RecordColumn("name", \.name),
    RecordColumn("code", \.code),
    RecordColumn("mark", \.mark),
    RecordColumn("photo", \.photo),
    RecordColumn("day", \.day, as: .iso8601Day),
    RecordColumn("sent", \.sent, as: .iso8601),
    RecordColumn("seen", \.seen, as: .iso8601),
    RecordColumn("doc", \.doc),
    RecordColumn("mood", \.mood),
    RecordColumn("tags", \.tags),
    row: Shipment.init)
}

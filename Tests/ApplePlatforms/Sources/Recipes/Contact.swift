import Sectional

struct Contact: StoredRecord, Identifiable {
  var id: Int64
  var name: String
  var team: String?

  static let table = RecordTable(
    "contact",
    RecordColumn("id", \.id, primaryKey: true),
    RecordColumn("name", \.name),
    RecordColumn("team", \.team),
    row: Contact.init)
}

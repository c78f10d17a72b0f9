import Sectional

struct Contact: TableRecord, Identifiable {
  var id: Int64
  var name: String
  var team: String?

  static let table = Table(
    "contact", Column("id", \.id, primaryKey: true), Column("name", \.name),
    Column("team", \.team), row: Contact.init)
}

import Foundation
import Sectional
import TestSupport

/// A record with everything that requests of these tests group, order and search by.
struct Letter: SchemaRecord, Equatable {
  var id: Int64
  var name: String
  var team: String?
  var sent: Date?

  static let table = RecordTable(
    "letter", RecordColumn("id", \.id, primaryKey: true), RecordColumn("name", \.name),
    RecordColumn("team", \.team), RecordColumn("sent", \.sent, as: .iso8601),
    row: Letter.init(id:name:team:sent:))

  static let sqlite =
    "CREATE TABLE letter(id INTEGER PRIMARY KEY, name TEXT NOT NULL, team TEXT, sent TEXT)"
  static let postgres =
    "CREATE TABLE letter(id bigint PRIMARY KEY, name text NOT NULL, team text, sent timestamptz)"

  init(id: Int64, name: String, team: String?, sent: Date?) {
    (self.id, self.name, self.team, self.sent) = (id, name, team, sent)
  }
}

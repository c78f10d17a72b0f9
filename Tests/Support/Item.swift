package import Sectional

/// The record that most tests write and list.
package struct Item: SchemaRecord, Equatable {
  package var id: Int64
  package var name: String
  package var team: String?

  package static let table = RecordTable(
    "item", RecordColumn("id", \.id, primaryKey: true), RecordColumn("name", \.name),
    RecordColumn("team", \.team),
    row: Item.init(id:name:team:))

  package static let sqlite =
    "CREATE TABLE item(id INTEGER PRIMARY KEY, name TEXT NOT NULL, team TEXT)"
  package static let postgres =
    "CREATE TABLE item(id bigint PRIMARY KEY, name text NOT NULL, team text)"

  /// Returns the SQL that creates the table in a database of some kind.
  package static func schema(_ kind: StoreKind) -> String { kind == .postgres ? postgres : sqlite }

  package init(_ id: Int64, _ name: String, _ team: String? = nil) {
    self.id = id
    self.name = name
    self.team = team
  }

  package init(id: Int64, name: String, team: String?) { self.init(id, name, team) }
}

extension ResultsRequest where Record == Item {
  /// All items, by name.
  package static var byName: ResultsRequest { ResultsRequest(sortBy: [SortKey(\.name)]) }
}

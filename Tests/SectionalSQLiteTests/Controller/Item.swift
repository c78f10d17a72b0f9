import Sectional

/// The record the controller tests write and list.
struct Item: TableRecord, Equatable {
  var id: Int64
  var name: String
  var team: String?

  static let table = Table(
    "item", Column("id", \.id, primaryKey: true), Column("name", \.name), Column("team", \.team),
    row: Item.init(id:name:team:))

  static let schema = "CREATE TABLE item(id INTEGER PRIMARY KEY, name TEXT NOT NULL, team TEXT)"

  init(_ id: Int64, _ name: String, _ team: String? = nil) {
    self.id = id
    self.name = name
    self.team = team
  }

  init(id: Int64, name: String, team: String?) { self.init(id, name, team) }
}

extension FetchRequest where Record == Item {
  /// All items, by name.
  static var byName: FetchRequest { FetchRequest(sortBy: [SortKey(\.name)]) }
}

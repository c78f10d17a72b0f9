import Sectional

/// The record the lists are made of.
struct Item: StoredRecord, Hashable {
  var id: Int64
  var team: String
  var name: String
  var score: Double
  var rank: Int64

  static let table = RecordTable(
    "item", RecordColumn("id", \.id, primaryKey: true), RecordColumn("team", \.team),
    RecordColumn("name", \.name),
    RecordColumn("score", \.score), RecordColumn("rank", \.rank),
    row: Item.init(id:team:name:score:rank:))

  /// What the lists show: everything, in teams, by name.
  static var byName: ResultsRequest<Item> { ResultsRequest(sortBy: [SortKey(\.name)]) }

  /// The query a list of items is, written by hand.
  static let orderedQuery = "\(query) ORDER BY team, name, id"
  /// The same without an order.
  static let query = "SELECT id, team, name, score, rank FROM item"

  /// The bytes of the contents, packed as tightly as can be: integers in the fewest bytes.
  var packedBytes: Int {
    Item.packedBytes(of: id) + team.utf8.count + name.utf8.count + 8 + Item.packedBytes(of: rank)
  }

  private static func packedBytes(of integer: Int64) -> Int {
    let magnitude = integer < 0 ? ~integer : integer
    return max(1, (64 - magnitude.leadingZeroBitCount) / 8 + 1)
  }
}

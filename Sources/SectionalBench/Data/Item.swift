import Sectional

/// The record in the lists.
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

  /// The request of the lists: all items, in teams, by name.
  static var byName: ResultsRequest<Item> { ResultsRequest(sortBy: [SortKey(\.name)]) }

  /// The query of an item list, written by hand.
  static let orderedQuery = "\(query) ORDER BY team, name, id"
  /// The same query without an order.
  static let query = "SELECT id, team, name, score, rank FROM item"

  /// The size of the contents when packed as tightly as possible, with integers in the fewest bytes.
  var packedBytes: Int {
    Item.packedBytes(of: id) + team.utf8.count + name.utf8.count + 8 + Item.packedBytes(of: rank)
  }

  private static func packedBytes(of integer: Int64) -> Int {
    let magnitude = integer < 0 ? ~integer : integer
    return max(1, (64 - magnitude.leadingZeroBitCount) / 8 + 1)
  }
}

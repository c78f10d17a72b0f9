import Foundation
import Sectional
import SectionalTesting
import TestSupport

/// A record with every kind of property that predicates support, including nested ones.
struct Parcel: SchemaRecord {
  enum Status: String, ColumnValue, Codable, CaseIterable {
    case open
    case shipped
    case paid

    static var defaultStorage: PlainStorage { .plain }
  }

  enum Rank: Int, ColumnValue, Codable, CaseIterable {
    case low = -1
    case middle
    case high

    static var defaultStorage: PlainStorage { .plain }
  }

  struct Address: Hashable {
    var city: String
    var zip: String?
  }

  var id: Int64
  var count: Int
  var limit: Int32?
  var weight: Double
  var isFragile: Bool
  var name: String
  var team: String?
  var sent: Date
  var due: Date?
  var token: UUID
  var mark: UUID?
  var status: Status
  var rank: Rank?
  var address: Address

  static let table = RecordTable(
    "parcel", RecordColumn("id", \.id, primaryKey: true), RecordColumn("count", \.count),
    RecordColumn("limit", \.limit), RecordColumn("weight", \.weight),
    RecordColumn("is_fragile", \.isFragile),
    RecordColumn("name", \.name), RecordColumn("team", \.team),
    RecordColumn("sent", \.sent, as: .iso8601),
    RecordColumn("due", \.due, as: .unixSeconds), RecordColumn("token", \.token, as: .text),
    RecordColumn("mark", \.mark, as: .blob), RecordColumn("status", \.status),
    RecordColumn("rank", \.rank),
    RecordColumn("city", \.address.city), RecordColumn("zip", \.address.zip)
  ) {
    Parcel(
      id: $0, count: $1, limit: $2, weight: $3, isFragile: $4, name: $5, team: $6, sent: $7,
      due: $8, token: $9, mark: $10, status: $11, rank: $12, address: .init(city: $13, zip: $14))
  }

  static let sqlite = """
    CREATE TABLE parcel(id INTEGER PRIMARY KEY, count INTEGER NOT NULL, "limit" INTEGER,
      weight REAL NOT NULL, is_fragile BOOLEAN NOT NULL, name TEXT NOT NULL, team TEXT,
      sent DATETIME NOT NULL, due DATETIME, token TEXT NOT NULL, mark BLOB, status TEXT NOT NULL,
      rank INTEGER, city VARCHAR(40) NOT NULL, zip TEXT);
    """

  static let postgres = """
    CREATE TABLE parcel(id bigint PRIMARY KEY, count bigint NOT NULL, "limit" int,
      weight float8 NOT NULL, is_fragile boolean NOT NULL, name text NOT NULL, team text,
      sent timestamptz NOT NULL, due timestamp, token uuid NOT NULL, mark uuid,
      status text NOT NULL, rank int, city varchar(40) NOT NULL, zip text);
    """

  static let uuids: [UUID] = (0..<4).compactMap {
    UUID(uuidString: "0000000\($0)-ABCD-4000-8000-00000000000\($0)")
  }
  /// A date in whole seconds, which every storage form holds exactly.
  static let noon = Date(timeIntervalSince1970: 1_700_000_000)

  /// Draws a parcel.
  init(id: Int64, from random: inout SeededGenerator) {
    let names = ["", "a", "b", "x", "ab", "ax", "xa", "Abc", "box", "fox", "zebra"]
    func maybe<Wrapped>(_ wrapped: Wrapped?) -> Wrapped? {
      random.happens(onceIn: 3) ? nil : wrapped
    }
    self.id = id
    count = random.element(of: [.min, -7, -2, -1, 0, 1, 2, 3, 5, 10, 100, .max]) ?? 0
    limit = maybe(random.element(of: [.min, -1, 0, 1, 2, 5, 10, .max]))
    weight = random.element(of: [-2.5, -0.0, 0.5, 1, 2, 3.25, 10, 1e300]) ?? 0
    isFragile = random.happens(onceIn: 2)
    name = random.element(of: names) ?? ""
    team = maybe(random.element(of: names))
    sent = Parcel.noon.addingTimeInterval(Double(random.below(5) - 2) * 86_400)
    due = maybe(Parcel.noon.addingTimeInterval(Double(random.below(5) - 2) * 0.5))
    token = random.element(of: Parcel.uuids) ?? UUID()
    mark = maybe(random.element(of: Parcel.uuids))
    status = random.element(of: Status.allCases) ?? .open
    rank = maybe(random.element(of: Rank.allCases))
    address = Address(city: random.element(of: names) ?? "", zip: maybe("1000\(random.below(3))"))
  }

  init(
    id: Int64, count: Int, limit: Int32?, weight: Double, isFragile: Bool, name: String,
    team: String?, sent: Date, due: Date?, token: UUID, mark: UUID?, status: Status, rank: Rank?,
    address: Address
  ) {
    (self.id, self.count, self.limit, self.weight) = (id, count, limit, weight)
    (self.isFragile, self.name, self.team, self.sent) = (isFragile, name, team, sent)
    (self.due, self.token, self.mark, self.status) = (due, token, mark, status)
    (self.rank, self.address) = (rank, address)
  }
}

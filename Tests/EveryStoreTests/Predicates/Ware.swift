import Foundation
import Sectional
import SectionalTesting
import TestSupport

/// A record with every kind of property that predicates support.
struct Ware: SchemaRecord, Hashable {
  enum Status: String, ColumnValue, Codable, CaseIterable { case open, shipped, paid }

  var id: Int64
  var name: String
  var team: String?
  var count: Int
  var limit: Int32?
  var weight: Double
  var size: Double?
  var isFragile: Bool
  var sent: Date
  var due: Date?
  var made: Date?
  var token: UUID
  var lower: UUID?
  var mark: UUID?
  var status: Status
  var price: Double

  static let table = RecordTable(
    "ware", RecordColumn("id", \.id, primaryKey: true), RecordColumn("name", \.name),
    RecordColumn("team", \.team),
    RecordColumn("count", \.count), RecordColumn("limit", \.limit),
    RecordColumn("weight", \.weight),
    RecordColumn("size", \.size), RecordColumn("is_fragile", \.isFragile),
    RecordColumn("sent", \.sent, as: .iso8601),
    RecordColumn("due", \.due, as: .unixSeconds),
    RecordColumn("made", \.made, as: .unixMilliseconds),
    RecordColumn("token", \.token, as: .text), RecordColumn("lower", \.lower, as: .lowercaseText),
    RecordColumn("mark", \.mark, as: .blob), RecordColumn("status", \.status),
    RecordColumn("price", \.price),
    row: Ware.init)

  static let sqlite = """
    CREATE TABLE ware(id INTEGER PRIMARY KEY, name TEXT, team TEXT, count INTEGER, "limit" INTEGER,
      weight REAL, size REAL, is_fragile BOOLEAN, sent TEXT, due, made INTEGER, token TEXT,
      lower TEXT, mark BLOB, status TEXT, price REAL);
    """

  static let postgres = """
    CREATE TYPE status AS ENUM ('paid', 'shipped', 'open');
    CREATE TABLE ware(id bigint PRIMARY KEY, name text NOT NULL, team varchar(20) COLLATE "und-x-icu",
      count bigint NOT NULL, "limit" int, weight float8 NOT NULL, size float8, is_fragile bool,
      sent timestamptz NOT NULL, due timestamp, made timestamptz, token uuid NOT NULL, lower uuid,
      mark uuid, status status NOT NULL, price numeric NOT NULL);
    """

  static let uuids: [UUID] = (0..<4).compactMap {
    UUID(uuidString: "0000000\($0)-ABCD-4000-8000-00000000000\($0)")
  }
  static let noon = Date(timeIntervalSince1970: 1_700_000_000)
  static let names = [
    "", "a", "b", "x", "ab", "ax", "xa", "Abc", "box", "fox", "zebra", "a b", "%",
  ]
  static let counts = [.min, -7, -2, -1, 0, 1, 2, 3, 5, 10, 1 << 53 + 1, .max]
  static let limits: [Int32] = [.min, -1, 0, 1, 2, 5, 10, .max]
  static let weights = [-2.5, 0, 0.5, 1, 2, 3.25, 10, 1e300, .infinity, -.infinity, 0x1p63]

  /// Draws a record.
  init(id: Int64, from random: inout SeededGenerator) {
    func maybe<Wrapped>(_ wrapped: Wrapped?) -> Wrapped? {
      random.happens(onceIn: 3) ? nil : wrapped
    }
    self.id = id
    name = random.element(of: Ware.names) ?? ""
    team = maybe(random.element(of: Ware.names))
    count = random.element(of: Ware.counts) ?? 0
    limit = maybe(random.element(of: Ware.limits))
    weight = random.element(of: Ware.weights) ?? 0
    size = maybe(random.element(of: Ware.weights))
    isFragile = random.happens(onceIn: 2)
    sent = Ware.noon.addingTimeInterval(Double(random.below(5) - 2) * 86_400)
    due = maybe(Ware.noon.addingTimeInterval(Double(random.below(5) - 2) * 0.5))
    made = maybe(Ware.noon.addingTimeInterval(Double(random.below(5) - 2) * 1.125))
    token = random.element(of: Ware.uuids) ?? UUID()
    lower = maybe(random.element(of: Ware.uuids))
    mark = maybe(random.element(of: Ware.uuids))
    status = random.element(of: Status.allCases) ?? .open
    price = random.element(of: [-0.5, 0.25, 1.5, 19.75]) ?? 0
  }

  init(
    id: Int64, name: String, team: String?, count: Int, limit: Int32?, weight: Double,
    size: Double?, isFragile: Bool, sent: Date, due: Date?, made: Date?, token: UUID, lower: UUID?,
    mark: UUID?, status: Status, price: Double
  ) {
    (self.id, self.name, self.team, self.count, self.limit) = (id, name, team, count, limit)
    (self.weight, self.size, self.isFragile) = (weight, size, isFragile)
    (self.sent, self.due, self.made) = (sent, due, made)
    (self.token, self.lower, self.mark, self.status) = (token, lower, mark, status)
    self.price = price
  }

  /// Draws records.
  static func some(_ count: Int64, seed: UInt64) -> [Ware] {
    var random = SeededGenerator(seed: seed)
    return (1...count).map { Ware(id: $0, from: &random) }
  }
}

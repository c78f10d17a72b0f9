package import Foundation
package import Sectional
package import SectionalTesting

/// A record with a column of every type.
package struct Everything: SchemaRecord, Hashable {
  package enum Color: String, ColumnValue, CaseIterable {
    case red, green, blue
  }

  package enum Level: Int, ColumnValue, CaseIterable {
    case low = -1
    case middle, high
  }

  package struct Form: Hashable, Sendable {
    package var color: Color
    package var level: Level?
    package var document: String?
    package var list: String
    package var pair: String?
    package var any: StoredValue
  }

  package struct Moments: Hashable, Sendable {
    package var day: Date
    package var at: Date
    package var local: Date?
  }

  package struct Marks: Hashable, Sendable {
    package var upper: UUID
    package var lower: UUID?
    package var bytes: UUID
  }

  package var id: Int64
  package var text: String
  package var short: String?
  package var tiny: Int16
  package var whole: Int32?
  package var big: Int
  package var ratio: Double
  package var real: Double?
  package var price: Double
  package var flag: Bool
  package var maybe: Bool?
  package var data: Data?
  package var marks: Marks
  package var moments: Moments
  package var form: Form

  package static let table = RecordTable(
    "everything", RecordColumn("id", \.id, primaryKey: true), RecordColumn("text", \.text),
    RecordColumn("short", \.short), RecordColumn("tiny", \.tiny), RecordColumn("whole", \.whole),
    RecordColumn("big", \.big), RecordColumn("ratio", \.ratio), RecordColumn("real", \.real),
    RecordColumn("price", \.price), RecordColumn("flag", \.flag), RecordColumn("maybe", \.maybe),
    RecordColumn("data", \.data), RecordColumn("upper", \.marks.upper, as: .text),
    RecordColumn("lower", \.marks.lower, as: .lowercaseText),
    RecordColumn("bytes", \.marks.bytes, as: .blob),
    RecordColumn("day", \.moments.day, as: .iso8601Day),
    RecordColumn("at", \.moments.at, as: .unixSeconds),
    RecordColumn("local", \.moments.local, as: .unixMilliseconds),
    RecordColumn("color", \.form.color),
    RecordColumn("level", \.form.level), RecordColumn("document", \.form.document),
    RecordColumn("list", \.form.list), RecordColumn("pair", \.form.pair),
    RecordColumn("any", \.form.any)
  ) {
    Everything(
      id: $0, text: $1, short: $2, tiny: $3, whole: $4, big: $5, ratio: $6, real: $7, price: $8,
      flag: $9, maybe: $10, data: $11, marks: Marks(upper: $12, lower: $13, bytes: $14),
      moments: Moments(day: $15, at: $16, local: $17),
      form: Form(color: $18, level: $19, document: $20, list: $21, pair: $22, any: $23))
  }

  package static let sqlite = """
    CREATE TABLE everything(id INTEGER PRIMARY KEY, text TEXT, short TEXT, tiny INTEGER,
      whole INTEGER, big INTEGER, ratio REAL, real REAL, price REAL, flag BOOLEAN, maybe BOOLEAN,
      data BLOB, upper TEXT, lower TEXT, bytes BLOB, day TEXT, at NUMERIC, local INTEGER, color TEXT,
      level INTEGER, document TEXT, list TEXT, pair TEXT, "any" TEXT);
    """

  package static let postgres = """
    CREATE TYPE color AS ENUM ('red', 'green', 'blue');
    CREATE DOMAIN level AS integer CHECK (VALUE < 10);
    CREATE TYPE pair AS (number integer, word text);
    CREATE TABLE everything(id bigint PRIMARY KEY, text text NOT NULL, short varchar(40),
      tiny smallint NOT NULL, whole integer, big bigint NOT NULL, ratio real NOT NULL,
      real double precision, price numeric(12, 2) NOT NULL, flag boolean NOT NULL, maybe boolean,
      data bytea, upper uuid NOT NULL, lower uuid, bytes uuid NOT NULL, day date NOT NULL,
      at timestamptz NOT NULL, local timestamp, color color NOT NULL, level level,
      document jsonb, list integer[] NOT NULL, pair pair, "any" text);
    """

  /// Draws a record whose values every type holds exactly.
  package init(id: Int64, from random: inout SeededGenerator) {
    func maybe<Wrapped>(_ wrapped: Wrapped?) -> Wrapped? {
      random.happens(onceIn: 3) ? nil : wrapped
    }
    func uuid() -> UUID {
      let byte = UInt8(random.below(256))
      return UUID(uuid: (byte, 0xAB, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, UInt8(id & 0xFF)))
    }
    let texts = [
      "", "a", "A", "Zoë", "e\u{301}", "\u{E9}", "ß", "ss", " x", "\u{1F469}", "10", "9",
    ]
    let noon = Date(timeIntervalSince1970: 1_700_000_000)
    self.id = id
    text = random.element(of: texts) ?? ""
    short = maybe(random.element(of: texts))
    tiny = random.element(of: [.min, -1, 0, 1, .max]) ?? 0
    whole = maybe(random.element(of: [.min, -1, 0, 1, .max]))
    big = random.element(of: [.min, -1, 0, 1, 1 << 53 + 1, .max]) ?? 0
    ratio = random.element(of: [-0.5, 0, 0.25, 1, 1e10]) ?? 0
    real = maybe(random.element(of: [-1e300, -0.0, 0.1, 1, .infinity, -.infinity]))
    price = random.element(of: [-1.5, 0.01, 19.99, 1234.5]) ?? 0
    flag = random.happens(onceIn: 2)
    self.maybe = maybe(random.happens(onceIn: 2))
    data = maybe(Data((0..<random.below(4)).map { _ in UInt8(random.below(256)) }))
    marks = Marks(upper: uuid(), lower: maybe(uuid()), bytes: uuid())
    moments = Moments(
      day: Date(timeIntervalSince1970: Double(random.below(40_000) - 20_000) * 86_400),
      at: noon.addingTimeInterval(Double(random.below(5)) * 0.015625),
      local: maybe(noon.addingTimeInterval(Double(random.below(5)) / 8)))
    form = Form(
      color: random.element(of: Color.allCases) ?? .red,
      level: maybe(random.element(of: Level.allCases)),
      document: maybe("{\"a\": \(random.below(3))}"), list: "{\(random.below(3)),NULL}",
      pair: maybe("(\(random.below(3)),x)"), any: random.happens(onceIn: 3) ? .null : .text("v"))
  }

  package init(
    id: Int64, text: String, short: String?, tiny: Int16, whole: Int32?, big: Int, ratio: Double,
    real: Double?, price: Double, flag: Bool, maybe: Bool?, data: Data?, marks: Marks,
    moments: Moments, form: Form
  ) {
    (self.id, self.text, self.short, self.tiny, self.whole) = (id, text, short, tiny, whole)
    (self.big, self.ratio, self.real, self.price) = (big, ratio, real, price)
    (self.flag, self.maybe, self.data) = (flag, maybe, data)
    (self.marks, self.moments, self.form) = (marks, moments, form)
  }

  /// Draws records.
  package static func some(_ count: Int64, seed: UInt64) -> [Everything] {
    var random = SeededGenerator(seed: seed)
    return (1...count).map { Everything(id: $0, from: &random) }
  }
}

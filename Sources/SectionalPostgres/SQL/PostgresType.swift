import SectionalSQL

/// A PostgreSQL type, classified by how its values are represented here.
enum PostgresType: Sendable, Hashable {
  /// `boolean`
  case boolean
  /// `smallint`, `integer`, `bigint`
  case integer
  /// `real`, `double precision`
  case real
  /// `numeric`, and `oid`, which is unsigned
  case number
  /// `text`, `varchar`, `name`
  case text
  /// `char(n)`, whose comparisons ignore trailing spaces
  case paddedText
  /// `bytea`
  case bytes
  /// `uuid`
  case uuid
  /// `date`
  case date
  /// `timestamp`
  case timestamp
  /// `timestamptz`
  case timestampWithZone
  /// Any other built-in type, such as arrays and JSON: read as the text that a cast to `text` produces.
  case other
  /// A user-defined type, such as an enumeration, a composite or an array of these: read as the text that its output
  /// function produces, because a cast may call a function that belongs to the type's owner.
  case custom

  /// The lowest object identifier of an object that isn't built in.
  static let firstCustomOID: UInt32 = 16_384

  /// Creates the type for a base type's object identifier.
  init(oid: UInt32) {
    switch oid {
    case 16: self = .boolean
    case 20, 21, 23: self = .integer
    case 700, 701: self = .real
    case 26, 1700: self = .number
    case 19, 25, 1043: self = .text
    case 1042: self = .paddedText
    case 17: self = .bytes
    case 2950: self = .uuid
    case 1082: self = .date
    case 1114: self = .timestamp
    case 1184: self = .timestampWithZone
    default: self = oid < PostgresType.firstCustomOID ? .other : .custom
    }
  }

  /// Whether the server is asked for the value as text.
  var isReadAsText: Bool { [.other, .custom, .number].contains(self) }

  /// Whether a value is a date with or without a time of day.
  var isMoment: Bool {
    [.date, .timestamp, .timestampWithZone].contains(self)
  }
}

/// A type of PostgreSQL, by what its values become here.
public enum PostgresType: Sendable, Hashable {
  /// `boolean`
  case boolean
  /// `smallint`, `integer`, `bigint`
  case integer
  /// `real`, `double precision`
  case real
  /// `numeric`, and `oid`, which has no sign
  case number
  /// `text`, `varchar`, `name`
  case text
  /// `char(n)`, whose comparisons overlook the spaces at the end.
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
  /// Any other type of the server's own, such as arrays and JSON: read as the text a cast to `text` makes of it.
  case other
  /// A type that somebody made, such as an enumeration, a composite or an array of these: read as the text its output
  /// function makes, because a cast may be a function of the type's owner.
  case custom

  /// The lowest object identifier of what is not the server's own.
  public static let firstCustomOID: UInt32 = 16_384

  /// Makes the type of a base type's object identifier.
  public init(oid: UInt32) {
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

  /// Whether the server is asked for the value's text.
  public var isReadAsText: Bool { [.other, .custom, .number].contains(self) }

  /// Whether a value is a moment, or a day.
  public var isMoment: Bool {
    [.date, .timestamp, .timestampWithZone].contains(self)
  }
}

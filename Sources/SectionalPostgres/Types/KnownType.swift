/// A built-in type whose values aren't merely read as text: all that distinguishes it from others of its representation.
///
/// The object identifiers of built-in types are the same on every server.
package struct KnownType: Sendable {
  let oid: UInt32
  package let representation: PostgresType
  /// The name for display.
  package let title: String
  /// The name, quoted and qualified with its schema; `nil` if so few columns have the type that the server is asked for it.
  let name: String?
  /// Whether PostgreSQL's `=` operator distinguishes all values that a list can distinguish, if the collation does.
  let hasExactEquality: Bool

  private init(
    _ oid: UInt32, _ representation: PostgresType, _ title: String, _ name: String?,
    hasExactEquality: Bool = true
  ) {
    self.oid = oid
    self.representation = representation
    self.title = title
    self.name = name.map { "pg_catalog.\($0)" }
    self.hasExactEquality = hasExactEquality
  }

  /// The types, by object identifier.
  static let all = Dictionary(uniqueKeysWithValues: list.map { ($0.oid, $0) })

  /// Returns the type that is displayed under a name, or `nil` if it is another one.
  package static func titled(_ title: String) -> KnownType? { list.first { $0.title == title } }

  private static let list = [
    KnownType(16, .boolean, "boolean", "bool"),
    KnownType(17, .bytes, "bytea", "bytea"),
    KnownType(19, .text, "name", nil),
    KnownType(20, .integer, "bigint", "int8"),
    KnownType(21, .integer, "smallint", "int2"),
    KnownType(23, .integer, "integer", "int4"),
    KnownType(25, .text, "text", "text"),
    KnownType(26, .number, "oid", nil),
    // 0 and -0, and 1.0 and 1.00, are equal.
    KnownType(700, .real, "real", "float4", hasExactEquality: false),
    KnownType(701, .real, "double precision", "float8", hasExactEquality: false),
    KnownType(1042, .paddedText, "bpchar", "bpchar", hasExactEquality: false),
    KnownType(1043, .text, "character varying", "\"varchar\""),
    KnownType(1082, .date, "date", "date"),
    KnownType(1114, .timestamp, "timestamp without time zone", "\"timestamp\""),
    KnownType(1184, .timestampWithZone, "timestamp with time zone", "timestamptz"),
    KnownType(1700, .number, "numeric", "\"numeric\"", hasExactEquality: false),
    KnownType(2950, .uuid, "uuid", "uuid"),
  ]
}

extension SwiftType {
  /// Returns the type for a column of a PostgreSQL server.
  ///
  /// - Parameter declaredType: The name of its type, or of the base type if it is a domain.
  /// - Returns: The type; `String` for a type that is read as text.
  static func ofColumn(declared declaredType: String) -> SwiftType {
    switch declaredType {
    case "boolean": .bool
    case "smallint": .int16
    case "integer": .int32
    case "bigint", "oid": .int64
    case "real", "double precision", "numeric": .double
    case "bytea": .data
    case "uuid": .uuid
    case "date", "timestamp without time zone", "timestamp with time zone":
      // A `Date` property is compared as a moment in any form; this one is what rows show.
      .textDate
    default: .string
    }
  }
}

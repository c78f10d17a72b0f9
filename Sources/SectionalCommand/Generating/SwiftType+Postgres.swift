extension SwiftType {
  /// Returns the type for a column of a PostgreSQL server.
  ///
  /// - Parameters:
  ///   - declaredType: The name of its type, or of the base type if it is a domain.
  ///   - isKey: Whether the column is in the primary key. A key must be written as it was read, or it would be another
  ///     row's; a `Date` keeps milliseconds, and a `Double` some sixteen digits.
  /// - Returns: The type; `String` for a type that is read as text.
  static func ofColumn(declared declaredType: String, isKey: Bool = false) -> SwiftType {
    switch declaredType {
    case _ where isKey && isRounded(declaredType): .string
    case "boolean": .bool
    case "smallint": .int16
    case "integer": .int32
    case "bigint", "oid": .int64
    case "real", "double precision", "numeric": .double
    case "bytea": .data
    case "uuid": .uuid
    case "date": .dayDate
    case "timestamp without time zone", "timestamp with time zone":
      // A `Date` property is compared as a moment in any form; this one is what rows show.
      .textDate
    default: .string
    }
  }

  /// Returns whether the type of a column's property can't hold all of the column's digits.
  static func isRounded(_ declaredType: String) -> Bool {
    declaredType == "numeric" || declaredType == "date" || declaredType.hasPrefix("timestamp")
  }
}

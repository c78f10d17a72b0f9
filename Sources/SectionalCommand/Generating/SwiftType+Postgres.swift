import SectionalPostgres

extension SwiftType {
  /// Returns the type for a column of a PostgreSQL server.
  ///
  /// - Parameters:
  ///   - declaredType: The name of its type, or of the base type if it is a domain.
  ///   - isKey: Whether the column is in the primary key. A key must be written as it was read, or it would be another
  ///     row's; a `Date` keeps milliseconds, and a `Double` some sixteen digits.
  /// - Returns: The type; `String` for a type that is read as text.
  static func ofColumn(declared declaredType: String, isKey: Bool = false) -> SwiftType {
    guard let type = KnownType.titled(declaredType) else { return .string }
    return switch type.representation {
    case .boolean: .bool
    case .integer where type.title == "smallint": .int16
    case .integer where type.title == "integer": .int32
    case .integer: .int64
    case .real: .double
    case .number where type.title == "oid": .int64
    case .number: isKey ? .string : .double
    case .bytes: .data
    case .uuid: .uuid
    case .date: isKey ? .string : .dayDate
    // A `Date` property is compared as a moment in any form; this one is what rows show.
    case .timestamp, .timestampWithZone: isKey ? .string : .textDate
    case .text, .paddedText, .other, .custom: .string
    }
  }
}

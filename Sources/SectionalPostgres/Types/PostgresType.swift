import Sectional
import SectionalSQL

/// A PostgreSQL type, classified by how its values are represented here.
package enum PostgresType: Sendable, Hashable {
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
    self =
      KnownType.all[oid]?.representation
      ?? (oid < PostgresType.firstCustomOID ? .other : .custom)
  }

  /// Whether a value is a date with or without a time of day.
  var isMoment: Bool {
    switch self {
    case .date, .timestamp, .timestampWithZone: true
    case .boolean, .integer, .real, .number, .text, .paddedText, .bytes, .uuid, .other, .custom:
      false
    }
  }
}

extension PostgresType {
  /// How values are bound, compared, ordered and logged.
  struct Traits {
    /// When the server's order of the values is exactly a list's.
    enum ExactOrder {
      case always
      /// If the cells of the column's property distinguish microseconds.
      case withMicroseconds
      case never
    }

    /// How the server is asked for a value.
    enum Form {
      /// In the type's binary form.
      case binary
      /// As the text of a cast, which is the same in every session.
      case text
      /// As the text of a cast, which depends on the session's settings.
      case printedText
      /// As the text that the type's output function produces, which depends on the session's settings, too.
      case formattedText
    }

    /// How large values can be.
    enum Size {
      case fewBytes
      /// Some kilobytes at most.
      case kilobytes
      case unlimited
    }

    /// The type to which a placeholder is cast where it is compared with a column.
    var cast = "pg_catalog.text"
    var form = Form.binary
    /// Whether values are ordered by their text.
    var isOrderedByText = false
    var exactOrder = ExactOrder.never
    /// Whether the server's `<` and `>` have the meaning that they have in a list's condition.
    var isComparable = false
    /// Whether every value can be read back from its text by a cast; the text of the others is what a list reads.
    var isReadBack = false
    var size = Size.unlimited
    /// Whether sections that are made of values follow from the server's order.
    var sectionsFollow = false
    /// What cells mean besides what they say.
    var columnKind: ColumnKind?

    /// Whether the server is asked for the value as text.
    var isReadAsText: Bool { form != .binary }
    /// Whether the text of a value depends on the session's settings.
    var dependsOnSettings: Bool { form == .printedText || form == .formattedText }
    /// Whether no value is large.
    var isSmall: Bool { size != .unlimited }
    /// Whether values are texts themselves.
    var isText: Bool { isOrderedByText && !isReadAsText }
  }

  var traits: Traits {
    switch self {
    case .boolean:
      Traits(cast: "boolean", exactOrder: .always, isReadBack: true, size: .fewBytes)
    case .integer:
      Traits(
        cast: "bigint", exactOrder: .always, isComparable: true, isReadBack: true, size: .fewBytes,
        sectionsFollow: true)
    case .real:
      Traits(
        cast: "double precision", exactOrder: .always, isComparable: true, isReadBack: true,
        size: .fewBytes, sectionsFollow: true)
    case .number: Traits(form: .text, size: .kilobytes, columnKind: .number)
    case .text: Traits(isOrderedByText: true, exactOrder: .always, isComparable: true)
    case .paddedText: Traits(isOrderedByText: true)
    case .bytes:
      Traits(cast: "pg_catalog.bytea", exactOrder: .always, isComparable: true, isReadBack: true)
    case .uuid:
      Traits(
        cast: "pg_catalog.uuid", exactOrder: .always, isReadBack: true, size: .fewBytes,
        columnKind: .uuid)
    case .date:
      Traits(
        cast: "pg_catalog.date", exactOrder: .always, isReadBack: true, size: .fewBytes,
        sectionsFollow: true)
    case .timestamp:
      Traits(
        cast: "pg_catalog.timestamp", exactOrder: .withMicroseconds, isReadBack: true,
        size: .fewBytes, sectionsFollow: true)
    case .timestampWithZone:
      Traits(
        cast: "pg_catalog.timestamptz", exactOrder: .withMicroseconds, isReadBack: true,
        size: .fewBytes, sectionsFollow: true)
    case .other: Traits(form: .printedText, isOrderedByText: true)
    case .custom: Traits(form: .formattedText, isOrderedByText: true)
    }
  }
}

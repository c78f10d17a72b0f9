import Sectional
import SectionalSQL

/// A table as described to the triggers that log its changes.
struct LoggedTable: Sendable {
  /// A column and its type.
  struct Column: Sendable, Hashable {
    let name: String
    /// The column's one-based number in the table; the numbers of dropped columns stay unused.
    let number: Int
    let typeOID: UInt32
    /// A description of the type; for a domain, mostly that of its base type.
    let type: CatalogType
    /// Whether its texts are equal only if their bytes are.
    let hasExactCollation: Bool
    /// Whether its value is computed whenever it is read, and isn't stored.
    let isVirtual: Bool
    /// Whether its value is computed from other columns, so that it isn't known before its row is written.
    let isGenerated: Bool

    /// Whether PostgreSQL's `=` operator distinguishes all values that a list can distinguish.
    var hasExactEquality: Bool {
      KnownType.all[typeOID]?.hasExactEquality == true && hasExactCollation
    }

    /// The column's bit in the set of columns that an update changed; columns with high numbers share a bit.
    var bit: Int64 { 1 << Int64(min(number - 1, 62)) }

    /// Returns the condition that the column has the same value in two rows.
    ///
    /// The server has no equality operator for a domain over a domain, so a domain is compared as its base type.
    func isEqual(_ row: String, _ other: String) -> String {
      let name = QuotedIdentifier.quoted(name)
      let cast = type.base == typeOID ? "" : "::\(type.name)"
      return "\(row).\(name)\(cast) \(type.equality) \(other).\(name)\(cast)"
    }

    private var isSmall: Bool { PostgresType(oid: type.base).traits.isSmall }

    /// The size that the server knows without reading a large value: of most types, that of the stored form, which can be
    /// compressed to about a hundredth.
    private func knownSize(of row: String) -> (sql: String, isCompressed: Bool) {
      let value = "\(row).\(QuotedIdentifier.quoted(name))"
      let isPlain = [17, 25, 1043].contains(type.base)
      return isPlain
        ? ("octet_length(\(value))", false) : ("pg_column_size(\(value))::bigint", true)
    }

    /// Returns the SQL for about how many bytes a value takes, found out without reading a large one; `nil` if values are
    /// always small.
    func size(of row: String) -> String? {
      guard !isSmall else { return nil }
      let (size, isCompressed) = knownSize(of: row)
      return isCompressed ? "CASE WHEN \(size) > 1000 THEN 100 * \(size) ELSE \(size) END" : size
    }

    /// Returns the condition that a value is so large that it isn't compared; `nil` if no value is.
    func isLarge(in row: String) -> String? {
      guard !isSmall else { return nil }
      let (size, isCompressed) = knownSize(of: row)
      return "\(size) > \(isCompressed ? 1000 : 2000)"
    }

    /// Returns the SQL for a value's text.
    ///
    /// A cast could later run code that the column's owner defines, with the rights of the user who installed the
    /// triggers.
    func text(of row: String) -> String { "format('%s', \(row).\(QuotedIdentifier.quoted(name)))" }
  }

  let oid: UInt32
  let schema: String
  let name: String
  let columns: [Column]
  /// The columns of the primary key, in the key's order.
  let key: [Column]
  /// The columns whose old and new values are logged, in the order of their numbers.
  var kept: [Column] = []

  /// The table's name, quoted and qualified with its schema.
  var text: String { "\(QuotedIdentifier.quoted(schema)).\(QuotedIdentifier.quoted(name))" }

  /// The reason why its changes can't be logged, or `nil` if they can.
  var obstacle: String? {
    if let column = key.first(where: \.type.isArray) {
      return "its key has the type \(column.type.title), and keys that are arrays can't be logged"
    }
    guard let column = key.first(where: \.type.holdsNames) else { return nil }
    return "its key has the type \(column.type.title), whose text is not the same for every user"
  }

  /// Returns the bits of the columns whose changes can change some columns, by name.
  ///
  /// Triggers don't see columns that are computed when they are read, so any column can change one of these.
  func bits(of names: Set<String>) -> Int64 {
    let named = columns.filter { names.contains($0.name) }
    return named.contains(where: \.isVirtual) ? -1 : named.reduce(0) { $0 | $1.bit }
  }
}

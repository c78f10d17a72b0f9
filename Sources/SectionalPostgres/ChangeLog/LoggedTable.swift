import Sectional
import SectionalSQL

/// A table as the triggers that log its changes have to know it.
struct LoggedTable: Sendable {
  /// A column, with what its type is like.
  struct Column: Sendable, Hashable {
    let name: String
    /// Its place in the table, counted from one; places of dropped columns stay empty.
    let number: Int
    let typeOID: UInt32
    /// What the type is like; a domain's base type, for the most part.
    let type: CatalogType
    /// Whether texts of it are equal only where their bytes are.
    let hasExactCollation: Bool

    /// Whether the operator `=` of PostgreSQL's own tells all values apart that a list can tell apart.
    var hasExactEquality: Bool {
      // bool, bytea, name, int8, int2, int4, text, oid, varchar, date, timestamp, timestamptz, uuid
      [16, 17, 19, 20, 21, 23, 25, 26, 1043, 1082, 1114, 1184, 2950].contains(typeOID)
        && hasExactCollation
    }

    /// The bit for it among those of the columns an update changed; columns far behind share one.
    var bit: Int64 { 1 << Int64(min(number - 1, 62)) }

    /// Returns the condition that it is the same in two rows.
    ///
    /// The server has no equality of a domain's domain, so a domain is compared as what it is a domain of.
    func isEqual(_ row: String, _ other: String) -> String {
      let name = QuotedIdentifier.quoted(name)
      let cast = type.base == typeOID ? "" : "::\(type.name)"
      return "\(row).\(name)\(cast) \(type.equality) \(other).\(name)\(cast)"
    }

    /// Returns the SQL that tells a value of it as text.
    ///
    /// A cast would run what the column's owner makes of it one day, with the rights of who installed the triggers.
    func text(of row: String) -> String { "format('%s', \(row).\(QuotedIdentifier.quoted(name)))" }
  }

  let oid: UInt32
  let schema: String
  let name: String
  let columns: [Column]
  /// The columns of the primary key, in its order.
  let key: [Column]

  /// The name with its schema, quoted.
  var text: String { "\(QuotedIdentifier.quoted(schema)).\(QuotedIdentifier.quoted(name))" }

  /// Why its changes can't be logged; nothing where they can.
  var obstacle: String? {
    if let column = key.first(where: \.type.isArray) {
      return "its key has the type \(column.type.title), and keys that are arrays can't be logged"
    }
    guard let column = key.first(where: \.type.holdsNames) else { return nil }
    return "its key has the type \(column.type.title), whose texts are not the same for everybody"
  }

  /// Returns the bits of some columns, by name.
  func bits(of names: Set<String>) -> Int64 {
    columns.filter { names.contains($0.name) }.reduce(0) { $0 | $1.bit }
  }
}

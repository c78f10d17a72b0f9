import Sectional
import SectionalSQL

/// A table as the triggers that log its changes have to know it.
struct LoggedTable: Sendable {
  /// A column, with what its type is like.
  struct Column: Sendable, Hashable {
    let name: String
    /// Its place in the table, counted from one; places of dropped columns stay empty.
    let number: Int
    /// The name of its type.
    let type: String
    let typeOID: UInt32
    /// Whether texts of it are equal only where their bytes are.
    let hasExactCollation: Bool
    /// Whether the text of a key tells the same key to every session, and later on.
    let canBeLogged: Bool

    /// Whether the operator `=` of PostgreSQL's own tells all values apart that a list can tell apart.
    var hasExactEquality: Bool {
      // bool, bytea, name, int8, int2, int4, text, oid, varchar, date, timestamp, timestamptz, uuid
      [16, 17, 19, 20, 21, 23, 25, 26, 1043, 1082, 1114, 1184, 2950].contains(typeOID)
        && hasExactCollation
    }

    /// The bit for it among those of the columns an update changed; columns far behind share one.
    var bit: Int64 { 1 << Int64(min(number - 1, 62)) }

    /// Returns the SQL that tells a value of it as text.
    ///
    /// A cast would run what the column's owner makes of it one day, with the rights of who installed the triggers.
    func text(of row: String) -> String { "format('%s', \(row).\(SQLIdentifier.quoted(name)))" }
  }

  let oid: UInt32
  let schema: String
  let name: String
  let columns: [Column]
  /// The columns of the primary key, in its order.
  let key: [Column]

  /// The name with its schema, quoted.
  var text: String { "\(SQLIdentifier.quoted(schema)).\(SQLIdentifier.quoted(name))" }

  /// Why its changes can't be logged; nothing where they can.
  var obstacle: String? {
    guard let column = key.first(where: { !$0.canBeLogged }) else { return nil }
    return "its key has the type \(column.type), whose texts are not the same for everybody"
  }

  /// Returns the bits of some columns, by name.
  func bits(of names: Set<String>) -> Int64 {
    columns.filter { names.contains($0.name) }.reduce(0) { $0 | $1.bit }
  }
}

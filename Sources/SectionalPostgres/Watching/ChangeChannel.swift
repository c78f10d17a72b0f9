/// The channels on which the triggers of a table's change log notify listeners.
enum ChangeChannel {
  /// What begins the name of each; the table's object identifier follows, so that names need no quotation marks.
  static let prefix = "sectional_"

  /// Returns a table's channel.
  static func name(of table: UInt32) -> String { "\(prefix)\(table)" }

  /// The statement that tells lists that notifications of a table end.
  static func farewell(to table: UInt32) -> String {
    "SELECT pg_catalog.pg_notify('\(name(of: table))', '')"
  }

  /// Returns the table of a channel; nothing for a channel of somebody else's.
  static func table(of name: String) -> UInt32? {
    guard name.hasPrefix(prefix) else { return nil }
    return UInt32(name.dropFirst(prefix.count))
  }
}

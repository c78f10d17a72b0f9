/// The channels on which the triggers of a table's change log notify listeners.
enum ChangeChannel {
  /// The prefix of every channel's name, which the table's object identifier follows, so that names needn't be quoted.
  static let prefix = "sectional_"

  /// The number that stands for a view, which changes with its tables and has no channel.
  static let ofViews: UInt32 = 0

  /// Returns a table's channel.
  static func name(of table: UInt32) -> String { "\(prefix)\(table)" }

  /// Returns the statement that tells lists that a table's notifications end.
  static func farewell(to table: UInt32) -> String {
    "SELECT pg_catalog.pg_notify('\(name(of: table))', '')"
  }

  /// Returns the table that a channel belongs to, or `nil` for a channel that isn't the library's.
  static func table(of name: String) -> UInt32? {
    guard name.hasPrefix(prefix) else { return nil }
    return UInt32(name.dropFirst(prefix.count))
  }
}

/// How a statement converts values to text.
///
/// The library prints values the same way in every session. In a transaction in which the user's settings hold, the
/// settings are switched for the conversion of each value alone.
struct PostgresPrinting: Sendable, Hashable {
  /// The user's values of ``PostgresSettings/printing``, if these hold in the transaction.
  private let users: [String]?

  /// For transactions in which the library's settings hold.
  static let plain = PostgresPrinting(users: nil)

  /// Creates the printing for a transaction in which a user's settings hold.
  ///
  /// - Parameter users: The values of the settings for printing, in their order.
  init(users: [String]?) { self.users = users }

  /// Whether a conversion switches settings, so that it must not be mixed with users' expressions.
  var switches: Bool { users != nil }

  /// Returns the SQL that converts a value.
  ///
  /// Both the conditions of CASE and the arguments of a function are evaluated in their order, and a function that
  /// changes settings is evaluated for each row.
  ///
  /// - Parameter conversion: The conversion, in which nothing but a column of the source is evaluated.
  /// - Returns: The SQL.
  func text(_ conversion: String) -> String {
    guard let users else { return conversion }
    let ours = PostgresPrinting.switched(to: PostgresSettings.printing.map(\.value))
    return "(CASE WHEN \(ours) IS NOT NULL THEN (\(conversion))::pg_catalog.text END "
      + "OPERATOR(pg_catalog.||) pg_catalog.left(\(PostgresPrinting.switched(to: users)), 0))"
  }

  private static func switched(to values: [String]) -> String {
    let calls = zip(PostgresSettings.printing, values).map { setting, value in
      "pg_catalog.set_config('\(setting.name)', \(PostgresArray.constant(value)), true)"
    }
    return "pg_catalog.concat(\(calls.joined(separator: ", ")))"
  }
}

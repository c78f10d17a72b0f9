import SectionalSQL

extension DifferenceCause {
  /// A statement that removes a difference.
  struct Statement {
    let sql: String
    /// Where to run it, in words.
    let place: String
  }

  /// The cause and its column as ``AcceptedDifferences`` reads them.
  public var acceptance: String { column.map { "\(kind.rawValue):\($0)" } ?? kind.rawValue }

  /// Whether copying rows from a store of one kind to one of another kind causes it, without any value having another
  /// meaning afterwards.
  public var isExpectedAfterMigration: Bool {
    [.type, .dateForm, .decimalFormat, .boolean, .keyType, .negativeZero].contains(kind)
  }

  /// Returns a statement to paste that makes the contents of a table equal, or `nil` if what to do isn't certain.
  func statement(in table: String, hasServer: Bool) -> Statement? {
    guard let column else { return nil }
    let (table, name) = (QuotedIdentifier.quoted(table), QuotedIdentifier.quoted(column))
    let both = "in both stores"
    switch kind {
    case .emptyText:
      return Statement(sql: "UPDATE \(table) SET \(name) = NULL WHERE \(name) = '';", place: both)
    case .trailingBlanks:
      // A type of a fixed length adds the blanks again.
      guard !says.contains(where: { $0.contains("character(") && !$0.contains("varying") }) else {
        return nil
      }
      return Statement(
        sql: "UPDATE \(table) SET \(name) = rtrim(\(name)) WHERE \(name) <> rtrim(\(name));",
        place: both)
    case .normalization:
      guard hasServer else { return nil }
      return Statement(
        sql:
          "UPDATE \(table) SET \(name) = normalize(\(name), NFC) WHERE \(name) IS NOT NFC NORMALIZED;",
        place: "in PostgreSQL")
    case .negativeZero:
      return Statement(
        sql: "UPDATE \(table) SET \(name) = \(name) + 0.0 WHERE \(name) = 0;", place: both)
    case .nan:
      guard hasServer else { return nil }
      return Statement(
        sql: "UPDATE \(table) SET \(name) = NULL WHERE \(name) = 'NaN';", place: "in PostgreSQL")
    default: return nil
    }
  }
}

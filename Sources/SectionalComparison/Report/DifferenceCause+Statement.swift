import Sectional
import SectionalSQL

extension DifferenceCause {
  /// A statement that removes a difference.
  package struct Statement {
    package let sql: String
    /// Where to run it, in words.
    package let place: String
  }

  /// The cause and its column as ``AcceptedDifferences`` reads them.
  public var acceptance: String { column.map { "\(kind.rawValue):\($0)" } ?? kind.rawValue }

  /// Whether copying rows from a store of one kind to one of another kind causes it, without any value having another
  /// meaning afterwards.
  public var isExpectedAfterMigration: Bool {
    [.type, .dateForm, .decimalFormat, .boolean, .keyType, .negativeZero].contains(kind)
  }

  /// Returns a statement to paste that makes the contents of a table equal, or the end of one that makes the order equal;
  /// `nil` if what to do isn't certain.
  fileprivate func statement(
    in table: String, hasServer: Bool, isReversed: Bool
  ) -> Statement? {
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
    case .nullOrder:
      return Statement(
        sql: "ORDER BY \(name)\(isReversed ? " DESC NULLS LAST" : " NULLS FIRST")",
        place: "at the end of each query")
    case .collation:
      // Another collation of SQLite's is no order that a server has.
      guard !says.contains(where: { $0.contains("NOCASE") || $0.contains("RTRIM") }) else {
        return nil
      }
      return Statement(
        sql:
          "ORDER BY \(name) COLLATE \(hasServer ? "\"C\"" : "BINARY")\(isReversed ? " DESC" : "")",
        place: "at the end of each query\(hasServer ? " in PostgreSQL" : "")")
    default: return nil
    }
  }
}

extension ComparisonReport {
  /// Whether one of the stores is a server.
  private var hasServer: Bool {
    [descriptions.first?.product, descriptions.second?.product].contains {
      $0?.hasPrefix("PostgreSQL") == true
    }
  }

  /// Returns what to do about a cause, in one line.
  package func remedy(for cause: DifferenceCause) -> String {
    hasServer ? cause.remedy : cause.remedyInFiles ?? cause.remedy
  }

  /// Returns what to do about a cause, in one line, without the form of the statement if there is one to paste.
  package func remedy(
    for cause: DifferenceCause, besidesStatementIn tables: (first: String, second: String)?
  ) -> String {
    let remedy = remedy(for: cause)
    guard statement(for: cause, in: tables) != nil, let form = remedy.firstRange(of: ": UPDATE … ")
    else { return remedy }
    return String(remedy[..<form.lowerBound])
  }

  /// Returns a statement to paste, if the table and the column have the same names in both stores.
  package func statement(
    for cause: DifferenceCause, in tables: (first: String, second: String)?
  ) -> DifferenceCause.Statement? {
    guard let tables, tables.first == tables.second, let order = orders.first,
      let column = cause.column,
      let pair = order.columns.pairs.first(where: { pair in
        pair.name == column && order.lists.second.columns[pair.second] == column
      })
    else { return nil }
    // A name with a point can be a table in a schema, or a table whose name has a point.
    guard !(hasServer && tables.first.contains(".")) else { return nil }
    let term = order.lists.first.decidingTerms.first { $0.column == pair.first }
    return cause.statement(
      in: tables.first, hasServer: hasServer, isReversed: term?.isReversed ?? false)
  }

  /// Returns the end of a query that has Sectional's order; `nil` if a single cause's statement says it, or if what to write
  /// isn't certain.
  package func orderStatement(
    for order: OrderReport, in tables: (first: String, second: String)?
  ) -> DifferenceCause.Statement? {
    let list = order.lists.first
    let causes = order.causes.filter {
      $0.isOfOrder && statement(for: $0, in: tables) != nil
    }
    guard causes.count > 1,
      list.decidingTerms.allSatisfy({ $0.collation == .binary && $0.ranks == nil })
    else { return nil }
    var terms: [String] = []
    for term in list.decidingTerms {
      let name = list.columns[term.column]
      guard
        let pair = order.columns.pairs.first(where: { $0.first == term.column }),
        order.lists.second.columns[pair.second] == name
      else { return nil }
      let kinds = Set(causes.filter { $0.column == name }.map(\.kind))
      let collation = kinds.contains(.collation) ? " COLLATE \(hasServer ? "\"C\"" : "BINARY")" : ""
      let nulls = kinds.contains(.nullOrder) ? " NULLS \(term.isReversed ? "LAST" : "FIRST")" : ""
      terms.append(
        QuotedIdentifier.quoted(name) + collation + (term.isReversed ? " DESC" : "") + nulls)
    }
    return DifferenceCause.Statement(
      sql: "ORDER BY \(terms.joined(separator: ", "))",
      place: "at the end of each query\(hasServer ? " in PostgreSQL" : "")")
  }
}

extension DifferenceCause {
  /// Whether its statement is the end of a query, which has a single order.
  package var isOfOrder: Bool { [.nullOrder, .collation].contains(kind) }
}

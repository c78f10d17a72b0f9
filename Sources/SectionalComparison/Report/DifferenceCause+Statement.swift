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

  /// Whether a type of a fixed length pads texts, also those that were trimmed.
  var isPadded: Bool { says.contains { $0.contains("character(") && !$0.contains("varying") } }

  /// Whether copying rows from a store of one kind to one of another kind causes it, without any value having another
  /// meaning afterwards.
  public var isExpectedAfterMigration: Bool {
    [.type, .dateForm, .decimalFormat, .boolean, .keyType, .negativeZero].contains(kind)
  }

  /// Returns a statement to paste that makes the contents of a table equal; `nil` if what to do isn't certain.
  ///
  /// - Parameters:
  ///   - table: The table.
  ///   - servers: For each store, whether it is a server.
  /// - Returns: The statement.
  fileprivate func statement(in table: String, servers: (first: Bool, second: Bool)) -> Statement? {
    guard let column, let first, !first.isOrder else { return nil }
    let values = [first.first, first.second].compactMap(\.self)
    let ofServers = [servers.first ? first.first : nil, servers.second ? first.second : nil]
      .compactMap(\.self)
    let areTexts = values.allSatisfy { if case .text = $0 { true } else { false } }
    let (table, name) = (QuotedIdentifier.quoted(table), QuotedIdentifier.quoted(column))
    let both = "in both stores"
    switch kind {
    case .emptyText:
      return Statement(
        sql: "UPDATE \(table) SET \(name) = NULL WHERE \(name) = '';",
        place: "\(both), if the column may be NULL")
    case .trailingBlanks:
      guard areTexts, !isPadded else { return nil }
      // Some collations ignore the blanks.
      return Statement(
        sql:
          "UPDATE \(table) SET \(name) = rtrim(\(name)) WHERE length(\(name)) <> length(rtrim(\(name)));",
        place: both)
    case .normalization:
      // Files have no function for it.
      guard ofServers.contains(where: { $0 != ValueRule.composed($0) }) else {
        return nil
      }
      return Statement(
        sql:
          "UPDATE \(table) SET \(name) = normalize(\(name), NFC) WHERE \(name) IS NOT NFC NORMALIZED;",
        place: "in PostgreSQL")
    case .negativeZero:
      guard !areTexts else { return nil }
      return Statement(
        sql: "UPDATE \(table) SET \(name) = \(name) + 0.0 WHERE \(name) = 0;", place: both)
    case .nan:
      guard ofServers.contains(where: \.isNotANumber) else { return nil }
      return Statement(
        sql: "UPDATE \(table) SET \(name) = NULL WHERE \(name) = 'NaN';", place: "in PostgreSQL")
    default: return nil
    }
  }
}

extension ComparisonReport {
  /// For each store, whether it is a server.
  private var servers: (first: Bool, second: Bool) {
    func isServer(_ product: String?) -> Bool { product?.hasPrefix("PostgreSQL") == true }
    return (isServer(descriptions.first?.product), isServer(descriptions.second?.product))
  }

  private var hasServer: Bool { servers.first || servers.second }

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

  /// Returns a statement to paste, if the table and the column have the same names in both stores: one that makes the contents
  /// equal, or the end of a query.
  package func statement(
    for cause: DifferenceCause, in tables: (first: String, second: String)?
  ) -> DifferenceCause.Statement? {
    guard !cause.isOfOrder else {
      let order = orders.last { $0.causes.contains { $0.acceptance == cause.acceptance } }
      return order.flatMap { orderStatement(for: $0, in: tables) }
    }
    guard let tables, tables.first == tables.second, let order = orders.first,
      let column = cause.column,
      order.columns.pairs.contains(where: { pair in
        pair.name == column && order.lists.second.columns[pair.second] == column
      })
    else { return nil }
    // A name with a point can be a table in a schema, or a table whose name has a point.
    guard !(hasServer && tables.first.contains(".")) else { return nil }
    return cause.statement(in: tables.first, servers: servers)
  }

  /// Returns the end of a query that has Sectional's order; `nil` if there is none, because the order has a cause that no query
  /// removes, or if what to write isn't certain.
  package func orderStatement(
    for order: OrderReport, in tables: (first: String, second: String)?
  ) -> DifferenceCause.Statement? {
    guard let tables, tables.first == tables.second else { return nil }
    let list = order.lists.first
    let causes = order.causes.filter { $0.isOfOrder || $0.first?.isOrder == true }
    // Another collation of SQLite's is no order that a server has.
    let isCertain = causes.allSatisfy { cause in
      cause.isOfOrder && !cause.says.contains { $0.contains("NOCASE") || $0.contains("RTRIM") }
    }
    guard !causes.isEmpty, isCertain,
      list.decidingTerms.allSatisfy({ $0.collation == .binary && $0.ranks == nil })
    else { return nil }
    var terms: [String] = []
    for term in list.decidingTerms {
      let name = list.columns[term.column]
      guard
        let pair = order.columns.pairs.first(where: { $0.first == term.column }),
        order.lists.second.columns[pair.second] == name
      else { return nil }
      let collation = hasOtherCollation(pair) ? " COLLATE \(hasServer ? "\"C\"" : "BINARY")" : ""
      // A server places nulls at the other end; no row lacks a key.
      let isKey = list.keyColumns.contains { $0 == name }
      let nulls = hasServer && !isKey ? " NULLS \(term.isReversed ? "LAST" : "FIRST")" : ""
      terms.append(
        QuotedIdentifier.quoted(name) + collation + (term.isReversed ? " DESC" : "") + nulls)
    }
    return DifferenceCause.Statement(
      sql: "ORDER BY \(terms.joined(separator: ", "))",
      place: "at the end of each query\(hasServer ? " in PostgreSQL" : "")")
  }
}

extension ComparisonReport {
  /// Whether a store, or a server if there is one, compares a column's texts by another collation than by bytes.
  private func hasOtherCollation(_ pair: ColumnPairs.Pair) -> Bool {
    func collation(_ description: SourceDescription?, _ place: Int) -> String? {
      guard let columns = description?.columns, columns.indices.contains(place) else { return nil }
      return columns[place].kind == .other ? nil : columns[place].collation
    }
    let collations = [
      !hasServer || servers.first ? collation(descriptions.first, pair.first) : nil,
      !hasServer || servers.second ? collation(descriptions.second, pair.second) : nil,
    ]
    return collations.contains { $0.map { !["BINARY", "C", "POSIX"].contains($0) } ?? false }
  }
}

extension StoredValue {
  /// Whether it is what a server has for a number that isn't one.
  fileprivate var isNotANumber: Bool {
    switch self {
    case .real(let real): real.isNaN
    case .text(let text): text == "NaN"
    default: false
    }
  }
}

extension DifferenceCause {
  /// Whether its statement is the end of a query, which has a single order.
  package var isOfOrder: Bool { [.nullOrder, .collation].contains(kind) }
}

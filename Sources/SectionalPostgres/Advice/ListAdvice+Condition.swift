import Sectional
import SectionalSQL

extension ListAdvice {
  /// How many times cheaper an index must make a list to be worth its room, by the server's own estimate of plans.
  private static let worthwhile = 2.0
  /// The cost of looking up a row by an index, and of beginning, in the server's units: its default for a page anywhere on
  /// the disk, and some of them.
  private static let lookup = (row: 4.0, beginning: 50.0)

  /// Returns the finding that the server reads many rows to find the few that meet a condition; `nil` if it doesn't or no
  /// index would help.
  ///
  /// An index has the columns that the condition compares with constants, before those of the order. The server's
  /// statistics say how many rows it passes by because of the rest of the condition.
  ///
  /// - Parameters:
  ///   - plan: The server's plan for its first rows.
  ///   - count: How many rows come until the end of the list's limit.
  ///   - connection: The transaction's connection.
  /// - Returns: The finding.
  /// - Throws: ``StoreError`` if the server can't be asked.
  func conditionFinding(
    readBy plan: PostgresPlan, upTo count: Int, on connection: isolated PostgresConnection
  ) async throws(StoreError) -> RequestFinding? {
    guard plan.couldUseIndex else { return nil }
    let equalities = plan.equalities.compactMap { equality in
      column(comparedIn: equality).map { (name: $0, equality: equality) }
    }
    let first = equalities.map(\.name).reduce(into: [String]()) { names, name in
      if !names.contains(name) { names.append(name) }
    }
    guard let statement = indexStatement(after: first, on: connection) else { return nil }
    let met = try await ListAdvice.plan(
      of: QueryStatement(
        query, from: query.request.rows.source, dialect: dialect, isOrdered: false), on: connection
    ).rows
    let passed = try await rowsInIndex(equalities.map(\.equality), on: connection)
    let read = min(passed, Double(count) * max(1, passed / max(1, met)))
    guard ListAdvice.isWorthLookingUp(read, insteadOf: plan) else { return nil }
    return RequestFinding(
      .conditionWithoutIndex,
      "no index finds the rows that meet the condition in the list's order, so the server reads more rows than those "
        + "within the limit",
      advice: "add an index\(try await indexCost(after: first, on: connection))",
      sql: statement)
  }

  /// Returns whether looking up rows by an index is much cheaper than a plan.
  static func isWorthLookingUp(_ rows: Double, insteadOf plan: PostgresPlan) -> Bool {
    let cost = lookup.beginning + rows * lookup.row
    return cost * worthwhile < plan.cost
  }

  /// Returns how many rows have values, by the server's statistics.
  private func rowsInIndex(
    _ equalities: [PostgresPlan.Equality], on connection: isolated PostgresConnection
  ) async throws(StoreError) -> Double {
    let conditions = equalities.map { "\($0.column) = \($0.constant)" }
    let clause = conditions.isEmpty ? "" : " WHERE " + conditions.joined(separator: " AND ")
    var plan = PostgresPlan()
    try await connection.rows("EXPLAIN SELECT 1 FROM \(source.name)\(clause)") {
      plan.add($0.text(at: 0) ?? "")
    }
    return plan.rows
  }

  /// Returns the column that an equality compares, if an index of the column itself finds its rows; otherwise, `nil`.
  private func column(comparedIn equality: PostgresPlan.Equality) -> String? {
    query.layout.columns.names.first { name in
      let spellings = [name, QuotedIdentifier.quoted(name)]
      // varchar is compared as text, which an index of the column has.
      return spellings.contains(equality.column)
        || dialect.type(of: name) == .text
          && spellings.contains { "(\($0))::text" == equality.column }
    }
  }
}

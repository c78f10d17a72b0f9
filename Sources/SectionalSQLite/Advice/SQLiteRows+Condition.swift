import Sectional
import SectionalSQL

// Whether SQLite finds the few rows that meet a condition without reading all rows. Its own plan decides.
extension SQLiteRows {
  /// The share of the work from which on an index is worth its room.
  static let worthwhile = 0.1
  /// Returns the finding that SQLite reads many rows to find the few that meet a condition; `nil` if it doesn't or no
  /// index would help.
  func conditionFinding() throws(StoreError) -> RequestFinding? {
    guard query.layout.dependence == .row, case .table(let table) = resolved.source,
      !conditions.isEmpty, !SQLiteTable.isSQLitesOwn(table)
    else { return nil }
    guard let first = query.request.extent.firstPage else {
      return try findingOfAllRows(in: table)
    }
    let hasPredicate = query.request.rows.mayLeaveOutFoundRows
    guard let limit = first.limit, hasExactOrder, resolved.dialect.canOrder(query), isExpressed
    else { return hasPredicate ? try findingOfAllRows(in: table) : nil }
    let finding = try findingOfFirstRows(in: table, limit: limit, offset: first.offset)
    guard finding == nil, hasPredicate else { return finding }
    return try findingOfAllRows(in: table)
  }

  /// Whether SQL expresses all of the predicate, so that the trial's limit counts the rows that the list shows.
  private var isExpressed: Bool {
    (query.request.rows.predicate?.conjuncts ?? []).allSatisfy {
      resolved.dialect.condition($0) != nil
    }
  }

  private func findingOfAllRows(in table: String) throws(StoreError) -> RequestFinding? {
    let whole = listStatement
    let statement = try whole.statement(on: handle)
    let findsRows = try handle.plan(of: statement).contains { $0.hasPrefix("SEARCH ") }
    guard !findsRows, try !isShort(), let trial = try? IndexTrial(of: table, on: handle) else {
      return nil
    }
    var indexes: [ProposedIndex] = []
    for term in try conditionTerms(of: table) {
      indexes.append(try ProposedIndex(on: table, findingBy: term, handle))
    }
    return finding(
      "no index finds the rows that meet the condition, so all rows are read to find a few of them",
      try? trial.best(
        of: indexes, for: whole.unordered, insteadOf: statement, asPartOf: whole,
        leaving: SQLiteRows.worthwhile))
  }

  private func findingOfFirstRows(
    in table: String, limit: Int, offset: Int
  ) throws(StoreError) -> RequestFinding? {
    guard try !isShort(), let trial = try? IndexTrial(of: table, on: handle) else { return nil }
    let statement = pageStatement(limit: trial.scaled(limit), offset: trial.scaled(offset))
    var indexes: [ProposedIndex] = []
    func add(_ columns: [String]) throws(StoreError) {
      let index = try ProposedIndex(on: table, for: self, readsPages: true, findingBy: columns)
      indexes += [index].compactMap(\.self)
    }
    try add([])
    for column in try conditionColumns(of: table) { try add([column]) }
    for term in try conditionTerms(of: table) {
      indexes.append(try ProposedIndex(on: table, findingBy: term, handle))
    }
    // Rows that must be sorted are all read if the list checks each of them again.
    let readsAll = try query.request.rows.mayLeaveOutFoundRows ? planSorts() : false
    return finding(
      readsAll
        ? "no index has the list's order, so all rows are searched to find the first ones"
        : "no index finds the rows that meet the condition in the list's order, so more rows than those within the limit "
          + "are read",
      try? trial.best(
        of: indexes, for: statement, insteadOf: readsAll ? listStatement.unordered : statement,
        asPartOf: ListStatement(unordered: pageStatement(limit: limit, offset: offset)),
        leaving: SQLiteRows.worthwhile))
  }

  /// Whether SQLite sorts all rows to read the list in its order.
  private func planSorts() throws(StoreError) -> Bool {
    try handle.plan(of: pageStatement(limit: nil, offset: 0)).contains {
      $0.hasPrefix("USE TEMP B-TREE FOR ORDER BY")
    }
  }

  private func finding(_ message: String, _ index: ProposedIndex?) -> RequestFinding? {
    index.map {
      RequestFinding(.conditionWithoutIndex, message, advice: $0.advice, sql: $0.command)
    }
  }
}

import Sectional
import SectionalSQL

// Whether SQLite finds the few rows that meet a condition without reading all rows. Its own plan decides.
extension SQLiteRows {
  /// The share of the work from which on an index is worth its room.
  private static let worthwhile = 0.1
  /// The most columns that are tried.
  private static let mostTried = 16

  /// Returns the finding that SQLite reads all rows to find a few of them, or `nil` if it doesn't or no index would help.
  func conditionFinding() throws(StoreError) -> RequestFinding? {
    guard query.request.extent.slice == nil, query.layout.dependence == .row,
      case .table(let table) = resolved.source, !conditions.isEmpty,
      !SQLiteTable.isSQLitesOwn(table)
    else { return nil }
    // Of a table without rowids only the first rows are copied, which need not be like the others.
    guard try handle.table(named: table).hasRowID else { return nil }
    let statement = QueryStatement(
      query, from: resolved.source, dialect: resolved.dialect, rowID: resolved.rowIDName,
      isOrdered: false)
    let findsRows = try handle.plan(of: statement).contains { $0.hasPrefix("SEARCH ") }
    guard !findsRows, try !isShort(), let trial = try? IndexTrial(of: table, on: handle) else {
      return nil
    }
    var best: (index: ProposedIndex, share: Double)?
    for column in try conditionColumns(of: table).prefix(SQLiteRows.mostTried) {
      let index = try ProposedIndex(on: table, findingBy: column, handle)
      guard let saving = try? trial.saving(by: index, in: statement),
        saving.share < best?.share ?? SQLiteRows.worthwhile
      else { continue }
      best = (index.costing(saving.cost), saving.share)
    }
    return best.map { best in
      RequestFinding(
        .conditionWithoutIndex,
        "no index finds the rows that meet the condition, so all rows are read to find a few of them",
        advice: best.index.advice, sql: best.index.command)
    }
  }

  /// The conditions, as SQL.
  private var conditions: [String] {
    let parts = query.request.rows.predicate?.conjuncts ?? []
    return [query.request.rows.storePredicate?.text].compactMap(\.self)
      + parts.compactMap { resolved.dialect.condition($0)?.text }
  }

  /// Returns the columns whose names occur in the conditions.
  private func conditionColumns(of table: String) throws(StoreError) -> [String] {
    let text = conditions.joined(separator: "\n").lowercased()
    return try handle.table(named: table).columns.map(\.name).filter {
      text.contains($0.lowercased())
    }
  }
}

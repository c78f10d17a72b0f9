import Sectional
import SectionalSQL

// Call these inside a transaction.
extension SQLiteConnection {
  /// Returns what a request lacks in this file: an index for its order, and change logs.
  func findings(about query: RowQuery) throws(StoreError) -> [RequestFinding] {
    let rows = SQLiteRows(query, try resolvedSource(for: query.request), on: handle)
    let unknown = query.collations.filter { !handle.collations.contains($0) }
    let orders = unknown.compactMap(\.collator).map {
      // An index with an order that other programs don't have keeps them from writing.
      RowQuery.unknownOrder(
        $0,
        advice:
          "for long lists, keep sort keys in a column, and sort by that; an app that alone opens "
          + "the file can register the order in its store's configuration, and add an index")
    }
    return [
      QueryStatement.unexpressedPart(of: query, rows.resolved.dialect), try rows.indexFinding(),
      try rows.textsInSections(),
    ].compactMap(\.self) + orders
      + (try logFindings(for: query.layout))
      + (try [oldValueFinding(for: query)].compactMap(\.self)) + (try followFindings(for: query))
  }

  /// Returns why pages of a query's rows can't be read without looking at all rows, or `nil` if they can.
  func pageObstacle(of query: RowQuery) throws(StoreError) -> RequestFinding? {
    try SQLiteRows(query, try resolvedSource(for: query.request), on: handle).pageObstacle()
  }

  private func logFindings(for layout: RowLayout) throws(StoreError) -> [RequestFinding] {
    if case .unknown = layout.dependence { return [] }
    var missing: [String] = []
    var outdated: [String] = []
    for name in layout.tables.sorted()
    where name != ChangeLogTable.name && !name.hasPrefix("sqlite_") {
      let table = try handle.table(named: name)
      switch try handle.changeLogStatus(of: table) {
      case .installed, .notifying, .standby: continue
      case .missing: missing.append(table.name)
      case .outdated: outdated.append(table.name)
      }
    }
    var findings: [RequestFinding] = []
    if !missing.isEmpty {
      let isFollowed = layout.dependence == .row
      findings.append(
        RequestFinding(
          .missingChangeLog,
          isFollowed
            ? "no change log says which rows of \(names(missing)) other programs change, so all rows "
              + "are read again after each of their commits"
            : "no change log says when other programs change \(names(missing)), so all rows are read "
              + "again after each of their commits, also after those to other tables",
          advice:
            "install the change log, which costs writers one row of 30 bytes and the key for each row that they change; "
            + "the last 100,000 are kept (about 3 MB), and installing takes less than 0.1 s",
          tablesToLog: missing))
    }
    if !outdated.isEmpty {
      findings.append(
        RequestFinding(
          .outdatedChangeLog,
          "the change log of \(names(outdated)) is outdated, so all rows are read again after each "
            + "commit of another program",
          advice: "install the change log again", tablesToLog: outdated))
    }
    return findings
  }

  private func oldValueFinding(for query: RowQuery) throws(StoreError) -> RequestFinding? {
    guard query.layout.dependence == .row, case .table(let name) = query.request.rows.source else {
      return nil
    }
    let table = try handle.table(named: name)
    guard !SQLiteTable.isSQLitesOwn(table.name) else { return nil }
    let columns = RowColumns(table.columns.map(\.name))
    if let rowID = query.columnsOfOldRows?.first(where: { columns.index(of: $0) == nil }) {
      return RequestFinding(
        .readAsAWhole,
        "no change log keeps which \(quoted(rowID)) a row of \(quoted(table.name)) had, so the rows are counted or "
          + "read again after each change by another program",
        advice: "order by columns of the table")
    }
    let log = try handle.loggedTable(table)
    return query.missingOldValues(
      keeping: log.status == .installed ? log.columns?.names ?? [] : [], of: table.name,
      namesKeys: query.layout.keyIsRowID || !table.hasRowID, knowsOwnWrites: true)
  }

  private func names(_ tables: [String]) -> String { tables.map(quoted).joined(separator: ", ") }
}

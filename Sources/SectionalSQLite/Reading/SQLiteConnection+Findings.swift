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
          "for long lists, keep sort keys in a column, and sort by that; if no other program opens the file, "
          + "register the order in the store's configuration, and add an index")
    }
    return [rows.unexpressedPart, try rows.orderFinding()].compactMap(\.self) + orders
      + (try logFindings(for: query.layout))
      + (try [oldValueFinding(for: query)].compactMap(\.self))
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
      findings.append(
        RequestFinding(
          .missingChangeLog,
          "no change log says which rows of \(names(missing)) other programs change, so all rows are "
            + "read again after each of their commits",
          advice:
            "install the change log, which costs writers one row for each row that they change",
          tablesToLog: missing))
    }
    if !outdated.isEmpty {
      findings.append(
        RequestFinding(
          .outdatedChangeLog,
          "the change log of \(names(outdated)) doesn't fit the table any longer, so all rows are read "
            + "again after each commit of another program",
          advice: "install the change log again", tablesToLog: outdated))
    }
    return findings
  }

  private func oldValueFinding(for query: RowQuery) throws(StoreError) -> RequestFinding? {
    guard query.layout.dependence == .row, case .table(let name) = query.request.source else {
      return nil
    }
    let table = try handle.table(named: name)
    guard !SQLiteRows.isSQLitesOwn(table.name) else { return nil }
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

extension SQLiteRows {
  /// Returns what keeps the list from being read in its order, or `nil` if nothing does.
  fileprivate func orderFinding() throws(StoreError) -> RequestFinding? {
    guard query.request.windowSize > 0 else { return try missingIndex() }
    if let obstacle = query.windowObstacle { return obstacle }
    return try pageObstacle()
  }

  /// Returns why pages can't be read without looking at all rows, or `nil` if they can.
  fileprivate func pageObstacle() throws(StoreError) -> RequestFinding? {
    guard try handle.isUTF8() else {
      return RequestFinding(
        .notWindowable, "the file keeps texts as UTF-16, which orders them otherwise",
        advice: "copy its tables into a file with PRAGMA encoding = 'UTF-8'")
    }
    guard hasExactOrder, resolved.dialect.canOrder(query) else {
      return RequestFinding(
        .notWindowable, "SQLite doesn't have exactly the list's order",
        advice: "keep sort keys in a column, and sort by that in binary order")
    }
    guard try planOfOrderedStatement().contains(where: { $0.hasPrefix("USE TEMP B-TREE") }) else {
      return nil
    }
    guard case .table(let table) = resolved.source, let columns = try indexColumns(on: table) else {
      return RequestFinding(
        .notWindowable, "no index can have the list's order",
        advice: "list a table, with nulls first when ascending and last when descending")
    }
    return RequestFinding(
      .notWindowable, "no index has the list's order", advice: "add an index",
      sql: try indexStatement(on: table, columns))
  }

  private func indexStatement(
    on table: String, _ columns: [String]
  ) throws(StoreError) -> String {
    let names = query.ordering.terms.prefix(2).map { query.layout.columns.names[$0.column] }
    let name = try freeName(indexName([table] + names + ["sectional"]))
    return "CREATE INDEX \(QuotedIdentifier.quoted(name)) ON \(QuotedIdentifier.quoted(table)) "
      + "(\(columns.joined(separator: ", ")))"
  }

  /// Whether an index needs only the order, because few rows are looked up in the table.
  private var readsPages: Bool { query.request.window != nil || query.request.windowSize > 0 }

  /// The finding that SQL can't express a part of the predicate.
  fileprivate var unexpressedPart: RequestFinding? {
    QueryStatement.unexpressedPart(of: query, resolved.dialect)
  }

  /// Returns the finding that SQLite would sort all rows, which is then done here, or `nil` if it wouldn't.
  ///
  /// Only an index that has all columns of the list helps: looking up each row in the order of another index takes
  /// longer than sorting.
  fileprivate func missingIndex() throws(StoreError) -> RequestFinding? {
    guard case .table(let table) = resolved.source, !query.request.isInStoreOrder,
      query.layout.dependence == .row, resolved.dialect.canOrder(query),
      try canUseIndex(on: table), let columns = try indexColumns(on: table), try mustSort()
    else { return nil }
    return RequestFinding(
      .orderWithoutIndex,
      !readsPages
        ? "no index has the list's order and all its columns, so all rows are sorted on opening"
        : "no index has the list's order, so all rows are read to find those in the window",
      advice: !readsPages
        ? "add an index, which takes about as much space as the table" : "add an index",
      sql: try indexStatement(on: table, columns))
  }

  /// Whether an index can have what the list needs of it: all columns, or only the order of a window.
  private func canUseIndex(on table: String) throws(StoreError) -> Bool {
    if readsPages { return true }
    return try !hasRowIDColumn(table)
  }

  /// Whether the list has the rowid as a column, which an index can't have.
  private func hasRowIDColumn(_ name: String) throws(StoreError) -> Bool {
    let columns = RowColumns(try handle.table(named: name).columns.map(\.name))
    return query.layout.columns.names.contains { columns.index(of: $0) == nil }
  }

  /// Whether SQLite keeps a name, or a table that has it, for itself.
  static func isSQLitesOwn(_ name: String) -> Bool {
    Names.folded(name).starts(with: "sqlite_".utf8)
  }

  private func indexName(_ parts: [String]) -> String {
    let name = parts.joined(separator: "_")
    return SQLiteRows.isSQLitesOwn(name)
      ? "sectional_" + parts.dropLast().joined(separator: "_") : name
  }

  private func freeName(_ name: String) throws(StoreError) -> String {
    var free = name
    var number = 2
    while try isTaken(free) {
      free = "\(name)_\(number)"
      number += 1
    }
    return free
  }

  /// Returns whether anything has a name; names that differ in the case of A–Z are the same to SQLite.
  private func isTaken(_ name: String) throws(StoreError) -> Bool {
    let row = try handle.prepared(
      "SELECT 1 FROM main.sqlite_master WHERE name = ? COLLATE NOCASE LIMIT 1")
    defer { row.reset() }
    try row.bind([.text(name)])
    return try row.step()
  }

  /// Returns the columns of an index that has the rows in the list's order, or `nil` if none can.
  private func indexColumns(on table: String) throws(StoreError) -> [String]? {
    guard !SQLiteRows.isSQLitesOwn(table) else { return nil }
    let indexable = RowColumns(try handle.table(named: table).columns.map(\.name))
    var columns: [String] = []
    var seen: Set<Int> = []
    var settled: Set<Int> = []
    for rule in query.ordering.terms {
      // Indexes have nulls first when ascending.
      guard rule.placesNullsLast == rule.isReversed else { return nil }
      // The rowid ends every index, ascending, and nothing orders further.
      guard indexable.index(of: query.layout.columns.names[rule.column]) != nil else {
        guard !rule.isReversed, !columns.isEmpty else { return nil }
        break
      }
      let isNew = settled.insert(rule.column).inserted
      // A column that is equal in its bytes orders nothing further.
      if !rule.collation.isExact { settled.remove(rule.column) }
      seen.insert(rule.column)
      guard isNew else { continue }
      columns.append(
        resolved.dialect.indexTerm(rule, column: query.layout.columns.names[rule.column]))
    }
    // The few rows of a window are looked up in the table.
    guard !readsPages else { return columns }
    let others = query.layout.columns.names.indices.filter { !seen.contains($0) }
    // What comes after the order's columns would come before the rowid, which ends the order.
    guard others.isEmpty || !query.layout.keyColumns.isEmpty else { return nil }
    return columns + others.map { QuotedIdentifier.quoted(query.layout.columns.names[$0]) }
  }

  private func mustSort() throws(StoreError) -> Bool {
    let steps = try planOfOrderedStatement()
    // Sorting the few rows that an index finds is no problem.
    // Neither is an index that has the order but not all columns: SQLite would go on using it.
    return steps.contains("USE TEMP B-TREE FOR ORDER BY")
      && !steps.contains { $0.hasPrefix("SEARCH ") }
  }
}

import Sectional
import SectionalSQL

// Whether SQLite reads a list in its order without sorting. Its own plan decides.
extension SQLiteRows {
  /// Returns what keeps the list's rows from being found, or read in their order; `nil` if nothing does.
  func indexFinding() throws(StoreError) -> RequestFinding? {
    guard query.request.extent.requiresIndex else {
      if let finding = try conditionFinding() { return finding }
      return try missingIndex()
    }
    if let obstacle = query.windowObstacle { return obstacle }
    return try pageObstacle()
  }

  /// Returns why pages can't be read without looking at all rows, or `nil` if they can.
  func pageObstacle() throws(StoreError) -> RequestFinding? {
    guard try handle.isUTF8() else {
      return RequestFinding(
        .notWindowable, "the file stores text as UTF-16, which sorts differently",
        advice: "copy its tables into a file with PRAGMA encoding = 'UTF-8'")
    }
    guard hasExactOrder, resolved.dialect.canOrder(query) else {
      return RequestFinding(
        .notWindowable, "SQLite's order may differ from the list's",
        advice: "keep sort keys in a column, and sort by that in binary order")
    }
    if try tearsSections() { return textsInOrder }
    guard try plan(of: pageStatement).contains(where: { $0.hasPrefix(SQLiteRows.sorting) }) else {
      return nil
    }
    guard let index = try index() else {
      return RequestFinding(
        .notWindowable, "no index can have the list's order",
        advice: "list a table, with nulls first when ascending and last when descending"
          + (conditions.isEmpty
            ? "" : ", or without a condition whose rows SQLite finds by another index"))
    }
    return RequestFinding(
      .notWindowable, "no index has the list's order", advice: index.advice, sql: index.command)
  }

  /// Returns the finding that SQLite sorts rows although an index could have their order, or `nil` if it doesn't.
  private func missingIndex() throws(StoreError) -> RequestFinding? {
    guard case .table(let name) = resolved.source, !query.request.order.isInStoreOrder,
      resolved.dialect.canOrder(query)
    else { return nil }
    if try handle.table(named: name).isView { return try sortedView(named: name) }
    guard query.layout.dependence == .row else { return nil }
    guard !query.request.extent.isPart || hasExactOrder else { return inexactOrder }
    if try tearsSections() { return textsInOrder }
    guard try mustSort(), try !isShort(), try !isShownWhole(), let index = try index() else {
      return nil
    }
    return RequestFinding(
      .orderWithoutIndex,
      !query.request.extent.isPart
        ? "no index covers this list, so opening it reads the whole table and sorts all rows"
        : "no index has the list's order, so more rows than those within the limit are read and sorted",
      advice: index.advice, sql: index.command)
  }

  private func sortedView(named name: String) throws(StoreError) -> RequestFinding? {
    guard query.request.extent.isPart, hasExactOrder, !query.request.rows.mayLeaveOutFoundRows,
      try plan(of: pageStatement).contains("\(SQLiteRows.sorting)ORDER BY"), try !isShort()
    else { return nil }
    let index = try indexBehindView()
    // Sorting the few rows that meet a condition is nothing.
    guard index != nil || query.request.rows.storePredicate == nil else { return nil }
    return query.sortedView(named: quoted(name), advice: index?.advice, sql: index?.command)
  }

  /// Returns an index of the only table that a view reads with which SQLite doesn't sort; `nil` if there is none.
  private func indexBehindView() throws(StoreError) -> ProposedIndex? {
    guard let table = query.layout.tables.first, query.layout.tables.count == 1,
      let index = try ProposedIndex(on: table, for: self, readsPages: true),
      let trial = try? IndexTrial(of: table, withViews: true, on: handle)
    else { return nil }
    guard query.request.rows.storePredicate != nil, let first = query.request.extent.firstPage,
      let limit = first.limit
    else { return (try? trial.cost(of: index, in: pageStatement)).map(index.costing) }
    // With a condition, the rows may also be found by another index, or all of them passed by.
    let statement = pageStatement(
      limit: trial.scaled(limit), offset: trial.scaled(first.offset))
    return try? trial.best(
      of: [index], for: statement, asPartOf: ListStatement(unordered: pageStatement),
      leaving: SQLiteRows.worthwhile)
  }

  /// Returns the finding that the values of derived sections can't follow from SQLite's order, whatever the sort keys are.
  func textsInSections() throws(StoreError) -> RequestFinding? {
    guard let input = query.calendarSectionInput, !query.sectionsFollow, try hasTexts(in: input)
    else { return nil }
    var finding = textsInOrder(of: input)
    finding.explainsSections = true
    return finding
  }

  private var textsInOrder: RequestFinding {
    textsInOrder(of: query.storeTerms.first?.column ?? 0)
  }

  private func textsInOrder(of column: Int) -> RequestFinding {
    let column = query.layout.columns.names[column]
    return RequestFinding(
      .orderUnknownToStore,
      "\(quoted(column)) has texts, which may be moments in several forms, so SQLite's order may not be that of the sections",
      advice: "keep moments as numbers, such as seconds since 1970")
  }

  private var inexactOrder: RequestFinding {
    RequestFinding(
      .orderUnknownToStore,
      "NOCASE ends texts at a zero byte, so SQLite doesn't have exactly the order caseInsensitive, and all rows "
        + "are read to find those within the limit",
      advice: "keep the text in one case in a column, such as a generated one, and sort by that")
  }

  /// Whether SQLite sorts so many rows that an index would help.
  private func mustSort() throws(StoreError) -> Bool {
    let isPage = query.request.extent.isPart
    // Which index finds enough rows soon depends on the condition.
    let hasCondition =
      query.request.rows.storePredicate != nil || query.request.rows.mayLeaveOutFoundRows
    guard !(isPage && hasCondition) else { return false }
    let steps = try plan(of: isPage ? pageStatement : orderedStatement)
    // Sorting the rows that an index finds is mostly cheaper than passing by the others.
    guard !steps.contains(where: { $0.hasPrefix("SEARCH ") }) else { return false }
    if steps.contains("\(SQLiteRows.sorting)ORDER BY") { return true }
    // A list that reads all rows sorts them itself rather than look each one up in the order of an index.
    guard isPage else { return steps.contains(where: SQLiteRows.isDear) }
    guard steps.contains(where: { $0.hasPrefix(SQLiteRows.sorting) }) else { return false }
    return try firstGroupIsLong(readBy: steps)
  }

  /// Returns whether very many rows are equal in the part of the order that an index has, so that SQLite sorts all of them
  /// to find the first ones.
  private func firstGroupIsLong(readBy steps: [String]) throws(StoreError) -> Bool {
    guard case .table(let table) = resolved.source, let used = SQLiteRows.index(usedBy: steps)
    else {
      return true
    }
    var names: [String] = []
    let statement = try handle.prepare("PRAGMA main.index_info(\(QuotedIdentifier.quoted(used)))")
    for rule in query.storeTerms {
      let name = query.layout.columns.names[rule.column]
      guard try statement.step(),
        statement.text(at: 2).map({ Names.folded($0) == Names.folded(name) }) ?? false
      else { break }
      names.append(resolved.dialect.orderTerm(rule, column: name))
    }
    guard !names.isEmpty else { return true }
    let columns = query.storeTerms.prefix(names.count).map {
      QuotedIdentifier.quoted(query.layout.columns.names[$0.column])
    }
    let source = resolved.dialect.table(table)
    let equal = columns.map { "t.\($0) IS f.\($0)" }.joined(separator: " AND ")
    return try handle.integer(
      """
      SELECT count(*) FROM (SELECT 1 FROM \(source) AS t, (SELECT \(columns.joined(separator: ", "))
      FROM \(source) ORDER BY \(names.joined(separator: ", ")) LIMIT 1) AS f WHERE \(equal)
      LIMIT \(SQLiteRows.longGroup))
      """) >= SQLiteRows.longGroup
  }

  /// Returns whether a table has few rows; an empty one may be waiting for its rows.
  func isShort() throws(StoreError) -> Bool { try hasFewerRows(than: SQLiteRows.longGroup) }

  /// Returns whether all rows of a table are within the list's limit, so that all are read anyway.
  private func isShownWhole() throws(StoreError) -> Bool {
    guard let limit = query.request.extent.firstPage?.limit else { return false }
    return try hasFewerRows(than: limit == .max ? .max : limit + 1)
  }

  /// Returns whether the table has rows, but fewer than a number.
  private func hasFewerRows(than most: Int) throws(StoreError) -> Bool {
    guard case .table(let table) = resolved.source else { return false }
    let rows = "SELECT 1 FROM \(resolved.dialect.table(table)) LIMIT \(most)"
    let count = try handle.integer("SELECT count(*) FROM (\(rows))")
    return (1..<Int64(most)).contains(count)
  }

  /// The number of rows that are worth an index, rather than being sorted each time.
  private static let longGroup = 1000
  private static let sorting = "USE TEMP B-TREE FOR "

  /// Returns the name of the first index in SQLite's plan.
  private static func index(usedBy steps: [String]) -> String? {
    for step in steps {
      for mark in [" USING COVERING INDEX ", " USING INDEX "] {
        if let place = step.firstRange(of: mark) { return String(step[place.upperBound...]) }
      }
    }
    return nil
  }

  /// The statement that reads the first rows that the list shows.
  private var pageStatement: QueryStatement {
    guard resolved.dialect.canOrder(query) else { return orderedStatement }
    let first = query.request.extent.firstPage
    let limit = first == nil ? query.request.extent.windowSize : first?.limit
    return pageStatement(limit: limit ?? resolved.dialect.noLimit, offset: first?.offset ?? 0)
  }

  /// Returns the statement that reads some of the rows in the list's order.
  func pageStatement(limit: Int?, offset: Int) -> QueryStatement {
    QueryStatement(
      page: query, from: resolved.source, dialect: resolved.dialect, rowID: resolved.rowIDName,
      isReversed: query.request.extent.firstPage?.isReversed == true, limit: limit, offset: offset)
  }

  /// Returns the steps of SQLite's plan for a statement, as text.
  private func plan(of statement: QueryStatement) throws(StoreError) -> [String] {
    try handle.plan(of: statement)
  }

  /// Returns an index with which SQLite doesn't sort, and what it costs; `nil` if there is none.
  private func index() throws(StoreError) -> ProposedIndex? {
    let isPage = query.request.extent.isPart || query.request.extent.requiresIndex
    guard case .table(let table) = resolved.source,
      let index = try ProposedIndex(on: table, for: self, readsPages: isPage)
    else { return nil }
    guard let trial = try? IndexTrial(of: table, on: handle) else {
      return isPage ? index.untried() : nil
    }
    guard !isPage else {
      if let cost = try? trial.cost(of: index, in: pageStatement) { return index.costing(cost) }
      return try indexAfterCondition(on: table, trial)
    }
    let unordered = QueryStatement(
      query, from: resolved.source, dialect: resolved.dialect, rowID: resolved.rowIDName,
      isOrdered: false)
    let cost = try? trial.cost(
      ofCovering: index, in: orderedStatement, insteadOf: unordered,
      leaving: SQLiteRows.worthCopying)
    return cost.map(index.costing)
  }

  /// Returns an index with which SQLite doesn't sort the rows that another index finds by the condition; `nil` if there is none.
  private func indexAfterCondition(
    on table: String, _ trial: IndexTrial
  ) throws(StoreError) -> ProposedIndex? {
    var indexes: [ProposedIndex] = []
    for column in try conditionColumns(of: table) {
      let index = try ProposedIndex(
        on: table, for: self, readsPages: true, findingBy: [column])
      indexes += [index].compactMap(\.self)
    }
    let window = query.request.extent.windowSize ?? query.request.extent.firstPage?.limit
    return try? trial.best(
      of: indexes, inOrderFor: pageStatement,
      reading: pageStatement(limit: window.map(trial.scaled), offset: 0))
  }

  /// The share of the pages that is left to read if an index with all columns is worth its room.
  ///
  /// Where the table has little else, such an index is a second table, and opening takes 0.7 to 0.9 of the time with it.
  private static let worthCopying = 0.25
}

extension SQLiteHandle {
  /// Returns the steps of SQLite's plan for a statement, as text.
  func plan(of statement: QueryStatement) throws(StoreError) -> [String] {
    let explanation = try prepare("EXPLAIN QUERY PLAN " + statement.text)
    try explanation.bind(statement.arguments)
    var steps: [String] = []
    while try explanation.step() { steps.append(explanation.text(at: 3) ?? "") }
    return steps
  }
}

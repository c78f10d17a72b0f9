import Sectional
import SectionalSQL

extension SQLiteRows {
  /// Whether SQLite orders as the list does: NOCASE takes texts for equal that differ behind a zero byte.
  var hasExactOrder: Bool {
    query.storeTerms.allSatisfy { $0.collation != .caseInsensitive }
  }

  /// Returns whether sections that are to follow from the first sort key may not, because there are texts or blobs in its column:
  /// moments can be written in several forms, which SQLite orders as texts.
  ///
  /// SQLite orders these after all numbers, so an index finds them at once.
  func tearsSections() throws(StoreError) -> Bool {
    guard query.sectionsFollow, let first = query.storeTerms.first else { return false }
    return try hasTexts(in: first.column)
  }

  /// Returns whether there are texts or blobs in a column.
  func hasTexts(in column: Int) throws(StoreError) -> Bool {
    let column = QuotedIdentifier.quoted(query.layout.columns.names[column])
    let texts = QueryStatement(
      rowsWhere: SQLText("\(column) COLLATE BINARY >= ''"), of: query, from: resolved.source,
      dialect: resolved.dialect)
    let statement = try prepare("SELECT EXISTS (\n\(texts.text)\n)")
    defer { statement.reset() }
    try statement.bind(texts.arguments)
    return try statement.step() && statement.integer(at: 0) != 0
  }

  /// Reads some of the rows.
  func rows(in page: RowPage) throws(StoreError) -> FetchedRows {
    guard hasExactOrder, resolved.dialect.canOrder(query), try handle.isUTF8(),
      try !tearsSections()
    else { return try readAll(for: page) }
    let mustSort = try resolved.statements.mustSort { () throws(StoreError) in
      try planOfOrderedStatement().contains("USE TEMP B-TREE FOR ORDER BY")
    }
    // SQLite would sort all rows, although more of them may be left out here than a limit allows for.
    guard !mustSort || !query.request.rows.mayLeaveOutFoundRows else {
      return try readAll(for: page)
    }
    let levels = KeysetLevels(
      page, of: query, resolved.dialect, rowID: resolved.rowIDName)
    guard page.rank != nil || page.isOfLastRows || levels != nil else {
      return try readAll(for: page)
    }
    var rows = try ordered(page, levels)
    rows.visitsAll = mustSort
    return rows
  }

  /// Reads rows in the order of the query, or in the opposite one, until the page is complete.
  private func ordered(_ page: RowPage, _ levels: KeysetLevels?) throws(StoreError) -> FetchedRows {
    let leavesRowsOut = query.request.rows.mayLeaveOutFoundRows
    let skipped = leavesRowsOut ? 0 : page.rank ?? 0
    var rows = FetchedRows(query, page: page, isOrdered: true, skipped: skipped)
    for condition in levels.map({ $0.conditions.map(Optional.some) }) ?? [nil] {
      guard !rows.isFilled else { break }
      let limit = leavesRowsOut ? nil : page.count == .max ? resolved.dialect.noLimit : page.count
      let statement = QueryStatement(
        page: query, from: resolved.source, dialect: resolved.dialect, rowID: resolved.rowIDName,
        where: condition, isReversed: page.isReversed, limit: limit, offset: skipped)
      try append(statement, to: &rows)
    }
    return rows
  }

  /// Reads every row, and keeps those of the page.
  private func readAll(for page: RowPage) throws(StoreError) -> FetchedRows {
    var rows = FetchedRows(query, page: page)
    let statement = QueryStatement(
      query, from: resolved.source, dialect: resolved.dialect, rowID: resolved.rowIDName,
      isOrdered: false)
    try append(statement, to: &rows)
    return rows
  }

  private func append(
    _ statement: QueryStatement, to rows: inout FetchedRows
  ) throws(StoreError) {
    let prepared = try prepare(statement.text)
    defer { prepared.reset() }
    try prepared.bind(statement.arguments)
    try interruptibly { () throws(StoreError) in
      try forEachRow(of: prepared) { contents, rowID throws(StoreError) in
        try rows.append(contents, toPageWith: rowID)
      }
    }
  }
}

import Sectional
import SectionalSQL

/// Reads the rows of a query inside a transaction.
struct SQLiteRows {
  let query: RowQuery
  let resolved: SQLiteResolvedSource
  let handle: SQLiteHandle

  /// Creates a reader for the rows of a query whose request is resolved.
  init(_ query: RowQuery, _ resolved: SQLiteResolvedSource, on handle: SQLiteHandle) {
    self.query = query
    self.resolved = resolved
    self.handle = handle
  }

  /// The statement that reads every row in the query's order.
  var orderedStatement: QueryStatement {
    QueryStatement(
      query, from: resolved.source, dialect: resolved.dialect, rowID: resolved.rowIDName)
  }

  /// Reads every row.
  func all() throws(StoreError) -> FetchedRows {
    let (select, isOrdered) = try resolved.statements.all { () throws(StoreError) in
      try cheapestStatement()
    }
    let prepared = try prepare(select.text)
    defer { prepared.reset() }
    try prepared.bind(select.arguments)
    var rows = FetchedRows(query, isOrdered: isOrdered)
    try interruptibly { () throws(StoreError) in
      try forEachRow(of: prepared) { contents, rowID throws(StoreError) in
        try rows.append(contents, rowID: rowID)
        return true
      }
    }
    return rows
  }

  /// Runs a body whose statement is interrupted if the task is cancelled.
  func interruptibly(_ body: () throws(StoreError) -> Void) throws(StoreError) {
    do throws(StoreError) {
      try handle.interruptingIfCancelled(body)
    } catch {
      throw Task.isCancelled ? .readCancelled : error
    }
  }

  /// Returns the statement that reads every row.
  ///
  /// It has no ORDER BY if SQLite would sort all rows, or look each one up in the order of an index, because sorting
  /// them here is cheaper.
  private func cheapestStatement() throws(StoreError) -> (
    statement: QueryStatement, isOrdered: Bool
  ) {
    let list = listStatement
    guard !query.request.order.isInStoreOrder else { return (orderedStatement, false) }
    let statement = try list.statement(on: handle)
    return (statement, statement == list.ordered && resolved.dialect.canOrder(query))
  }

  /// The statement that reads every row, in both forms.
  var listStatement: ListStatement {
    ListStatement(
      unordered: QueryStatement(
        query, from: resolved.source, dialect: resolved.dialect, rowID: resolved.rowIDName,
        isOrdered: false),
      ordered: orderedStatement)
  }

  /// Returns the steps of SQLite's plan for reading every row in the query's order, as text.
  func planOfOrderedStatement() throws(StoreError) -> [String] {
    try handle.plan(of: orderedStatement)
  }

  /// Returns whether a step of SQLite's query plan, given as text, costs more than sorting the rows here.
  static func isDear(_ step: String) -> Bool {
    step == "USE TEMP B-TREE FOR ORDER BY"
      || (step.hasPrefix("SCAN ") && step.contains(" USING INDEX "))
  }

  /// Reads the rows whose keys a change log contains.
  func rows(for keys: Set<RowKey>) throws(StoreError) -> FetchedRows {
    var rowIDs: [Int64] = []
    var named: [(key: RowKey, values: [StoredValue])] = []
    for key in keys {
      switch key.identity {
      case .rowID(let rowID): rowIDs.append(rowID)
      case .key(let values) where query.layout.keyIsRowID && resolved.rowIDExpression != nil:
        // A key that isn't an integer is the key of no row.
        if case .integer(let rowID)? = values.first { rowIDs.append(rowID) }
      // A key of another table is the key of no row.
      case .key(let values) where values.count != query.layout.keyColumns.count: continue
      case .key(let values): named.append((key, values))
      }
    }
    var rows = FetchedRows(query, isOrdered: false)
    if !rowIDs.isEmpty, let rowID = resolved.rowIDExpression {
      try read(rowIDs.sorted(), by: rowID, into: &rows)
    }
    let names = query.layout.keyColumns.map {
      QuotedIdentifier.quoted(query.layout.columns.names[$0])
    }
    // A key column's own collation or affinity may find a row with a different key, and a row that had none may have one now.
    if !named.isEmpty { try read(by: names, named, except: Set(rowIDs), into: &rows) }
    return rows
  }

  /// Reads rows by their rowids, in ascending order because rows with nearby rowids share pages.
  ///
  /// If at least every sixth rowid in a range is requested, skipping the others is cheaper than looking up each row:
  /// `sectional-bench --case read-keys` measures both, and the cost of a bound list of rowids.
  private func read(
    _ rowIDs: [Int64], by term: String, into rows: inout FetchedRows
  ) throws(StoreError) {
    guard let first = rowIDs.first, let last = rowIDs.last, rowIDs.count > 32,
      case (let span, let overflows) = last.subtractingReportingOverflow(first), !overflows,
      span < rowIDs.count * 6
    else { return try read(by: [term], rowIDs.map { (nil, [.integer($0)]) }, into: &rows) }
    let select = resolved.statements.range {
      QueryStatement(
        rowsInRangeOf: term, of: query, from: resolved.source, dialect: resolved.dialect,
        rowID: resolved.rowIDName)
    }
    let prepared = try prepare(select.text)
    defer { prepared.reset() }
    try prepared.bind(select.arguments + [.integer(first), .integer(last)])
    let wanted = Set(rowIDs)
    let key = query.layout.keyIsRowID ? query.layout.keyColumns.first : nil
    try forEachRow(of: prepared) { contents, rowID throws(StoreError) in
      let own = rowID ?? key.flatMap { contents.integer(at: $0) }
      if own.map(wanted.contains) ?? true { try rows.append(contents, rowID: rowID) }
      return true
    }
  }

  private func read(
    by terms: [String], _ keys: [(key: RowKey?, values: [StoredValue])],
    except known: Set<Int64> = [], into rows: inout FetchedRows
  ) throws(StoreError) {
    let select = resolved.statements.row(by: terms) {
      QueryStatement(
        rowBy: terms, of: query, from: resolved.source, dialect: resolved.dialect,
        rowID: resolved.rowIDName)
    }
    let prepared = try prepare(select.text)
    defer { prepared.reset() }
    for (key, values) in keys {
      prepared.reset()
      try prepared.bind(select.arguments + values)
      try forEachRow(of: prepared) { contents, rowID throws(StoreError) in
        if let rowID, known.contains(rowID) { return true }
        try rows.append(contents, rowID: rowID, where: key.map { key in { $0 == key } })
        return true
      }
    }
  }

  func prepare(_ text: String) throws(StoreError) -> SQLiteStatement {
    let statement = try handle.prepared(text)
    guard statement.isReadOnly else {
      throw StoreError(.invalidQuery, "the condition must not write", part: .predicate)
    }
    return statement
  }

  /// Steps to the next row; says which part of the request can't be evaluated if that is known.
  private func step(_ statement: SQLiteStatement) throws(StoreError) -> Bool {
    do throws(StoreError) { return try statement.step() } catch {
      throw error.code == .invalidQuery ? error.about(query.request.storeTextPart) : error
    }
  }

  /// Calls a body with each row, as long as it returns `true`.
  func forEachRow(
    of statement: SQLiteStatement,
    _ body: (PackedRow, _ rowID: Int64?) throws(StoreError) -> Bool
  ) throws(StoreError) {
    let columnCount = query.layout.columns.names.count
    var count = 0
    var contents = PackedRow()
    while try step(statement) {
      statement.pack(columnCount, into: &contents)
      let rowID = resolved.rowIDName == nil ? nil : statement.integer(at: columnCount)
      guard try body(contents, rowID) else { return }
      count += 1
      if count % 1024 == 0, Task.isCancelled {
        throw StoreError.readCancelled
      }
    }
  }
}

extension StoreError {
  fileprivate static let readCancelled = StoreError(
    .cancelled, "the task that reads was cancelled")
}

extension PackedRow {
  /// Returns an integer cell, or `nil` if the cell isn't an integer.
  fileprivate func integer(at column: Int) -> Int64? {
    guard case .integer(let integer) = value(at: column) else { return nil }
    return integer
  }
}

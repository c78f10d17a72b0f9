import Sectional
import SectionalSQL

/// Reads the rows of a query inside of a transaction.
struct SQLiteRows {
  private let query: RowQuery
  private let plan: SQLitePlan
  private let handle: SQLiteHandle

  init(
    _ query: RowQuery, on handle: SQLiteHandle, _ authorizer: SQLiteAuthorizer
  ) throws(StoreError) {
    self.query = query
    self.handle = handle
    plan = try SQLitePlan(query.request, on: handle, authorizer)
  }

  /// The statement that reads every row.
  var statement: SelectStatement {
    SelectStatement(query, from: plan.source, dialect: plan.dialect, rowID: plan.rowIDName)
  }

  /// Reads every row.
  func all() throws(StoreError) -> FetchedRows {
    let select = statement
    let prepared = try prepare(select.text)
    defer { prepared.reset() }
    try prepared.bind(select.arguments)
    var rows = FetchedRows(query)
    try forEachRow(of: prepared) { contents, rowID throws(StoreError) in
      try rows.append(contents, rowID: rowID)
    }
    return rows
  }

  /// Reads the rows that a log of changes names.
  func rows(for keys: Set<RowKey>) throws(StoreError) -> FetchedRows {
    var rowIDs: [Int64] = []
    var keyValues: [[Value]] = []
    for key in keys {
      switch key.identity {
      case .rowID(let rowID): rowIDs.append(rowID)
      case .key(let values): keyValues.append(values)
      }
    }
    var rows = FetchedRows(query, isOrdered: false)
    if !rowIDs.isEmpty, let rowID = plan.rowIDExpression {
      try read(by: [rowID], rowIDs.sorted().map { [.integer($0)] }, into: &rows)
    }
    guard !keyValues.isEmpty else { return rows }
    let names = query.layout.keyColumns.map {
      SQLIdentifier.quoted(query.layout.columns.names[$0])
    }
    var named = FetchedRows(query, isOrdered: false)
    try read(by: names, keyValues, into: &named)
    // A key column's own collation or affinity may find a row whose key is another one, and find one twice.
    var unread = keys
    rows.append(named.filtered { unread.remove($0) != nil })
    return rows
  }

  private func read(
    by terms: [String], _ keys: [[Value]], into rows: inout FetchedRows
  ) throws(StoreError) {
    let select = SelectStatement(
      rowBy: terms, of: query, from: plan.source, dialect: plan.dialect, rowID: plan.rowIDName)
    let prepared = try prepare(select.text)
    defer { prepared.reset() }
    for key in keys {
      prepared.reset()
      try prepared.bind(select.arguments + key)
      try forEachRow(of: prepared) { contents, rowID throws(StoreError) in
        try rows.append(contents, rowID: rowID)
      }
    }
  }

  private func prepare(_ text: String) throws(StoreError) -> SQLiteStatement {
    let statement = try handle.prepared(text)
    guard statement.isReadOnly else {
      throw StoreError(.invalidQuery, "the condition must not write")
    }
    return statement
  }

  private func forEachRow(
    of statement: SQLiteStatement,
    _ body: (PackedRow, _ rowID: Int64?) throws(StoreError) -> Void
  ) throws(StoreError) {
    let columnCount = query.layout.columns.names.count
    var count = 0
    var contents = PackedRow()
    while try statement.step() {
      statement.pack(columnCount, into: &contents)
      let rowID = plan.rowIDName == nil ? nil : statement.integer(at: columnCount)
      try body(contents, rowID)
      count += 1
      if count % 1024 == 0, Task.isCancelled {
        throw StoreError(.cancelled, "the task that reads was cancelled")
      }
    }
  }
}

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
  func all() throws(StoreError) -> [OrderedRow] {
    let select = statement
    let prepared = try prepare(select.text)
    defer { prepared.reset() }
    try prepared.bind(select.arguments)
    var rows: [OrderedRow] = []
    try forEachRow(of: prepared) { rows.append($0) }
    return rows
  }

  /// Reads the rows that a log of changes names.
  func rows(for keys: Set<RowKey>) throws(StoreError) -> [OrderedRow] {
    var rowIDs: [Int64] = []
    var keyValues: [(key: RowKey, values: [Value])] = []
    for key in keys {
      switch key.identity {
      case .rowID(let rowID): rowIDs.append(rowID)
      case .key(let values): keyValues.append((key, values))
      }
    }
    var rows: [OrderedRow] = []
    if !rowIDs.isEmpty, let rowID = plan.rowIDExpression {
      try read(by: [rowID], rowIDs.sorted().map { [.integer($0)] }) { row, _ in rows.append(row) }
    }
    if !keyValues.isEmpty {
      let names = query.layout.keyColumns.map {
        SQLIdentifier.quoted(query.layout.columns.names[$0])
      }
      try read(by: names, keyValues.map(\.values)) { row, place in
        // A key column's own collation or affinity may find a row whose key is another one.
        if row.key == keyValues[place].key { rows.append(row) }
      }
    }
    return rows
  }

  private func read(
    by terms: [String], _ keys: [[Value]], _ body: (OrderedRow, Int) -> Void
  ) throws(StoreError) {
    let select = SelectStatement(
      rowBy: terms, of: query, from: plan.source, dialect: plan.dialect, rowID: plan.rowIDName)
    let prepared = try prepare(select.text)
    defer { prepared.reset() }
    for (place, key) in keys.enumerated() {
      prepared.reset()
      try prepared.bind(select.arguments + key)
      try forEachRow(of: prepared) { body($0, place) }
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
    of statement: SQLiteStatement, _ body: (OrderedRow) -> Void
  ) throws(StoreError) {
    let columnCount = query.layout.columns.names.count
    var count = 0
    while try statement.step() {
      let contents = statement.packedRow(columnCount: columnCount)
      let rowID = plan.rowIDName == nil ? nil : statement.integer(at: columnCount)
      if let row = try query.row(contents, rowID: rowID) { body(row) }
      count += 1
      if count % 1024 == 0, Task.isCancelled {
        throw StoreError(.cancelled, "the task that reads was cancelled")
      }
    }
  }
}

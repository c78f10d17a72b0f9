import CSQLite
import Sectional
import SectionalSQL

/// A read-only connection on its own queue.
///
/// One transaction is open at a time; who reads takes turns outside, in ``SQLiteStore``.
actor SQLiteConnection {
  nonisolated let queue: SerialQueue
  private let path: String
  private let busyTimeout: Duration

  // State: guarded by the actor. The handle changes when the path leads to another file; its number tells versions
  // of one handle from those of another, because SQLite counts them from one for each.
  private var handle: SQLiteHandle
  private var handleNumber = UInt32.random(in: .min ... .max)
  private var dataVersionStatement: SQLiteStatement?
  private var sight: Sight?
  private var busySince: ContinuousClock.Instant?

  /// What a look at the file from outside of a transaction showed.
  private enum Sight: Equatable {
    case version(Int64, ofHandle: UInt32)
    case moved(fromHandle: UInt32)
    case failed(StoreError.Code)
  }

  nonisolated var unownedExecutor: UnownedSerialExecutor {
    unsafe queue.asUnownedSerialExecutor()
  }

  init(readingFrom path: String, busyTimeout: Duration) throws(StoreError) {
    self.path = path
    self.busyTimeout = busyTimeout
    queue = SerialQueue(label: "sectional.sqlite")
    handle = try SQLiteHandle(readingFrom: path, busyTimeout: busyTimeout)
  }

  /// Opens a read transaction on the file the path leads to now.
  func begin() throws(StoreError) {
    if handle.hasMoved {
      dataVersionStatement = nil
      handle = try SQLiteHandle(readingFrom: path, busyTimeout: busyTimeout)
      handleNumber &+= 1
    }
    try handle.execute("BEGIN")
  }

  /// Ends the transaction; there is nothing in it to lose.
  func end() { try? handle.execute("ROLLBACK") }

  /// Returns the version the transaction reads.
  func version() throws(StoreError) -> SQLiteVersion {
    SQLiteVersion(
      connection: handleNumber, data: try dataVersion(),
      schema: try handle.integer("PRAGMA schema_version"))
  }

  /// Tells whether something may have changed since the last time it was asked, without waiting for a lock.
  ///
  /// A file that another program holds has usually not changed yet. One that is held for a second may have: a writer
  /// can commit and keep its lock, and a killed one can leave its journal. Then a read finds out, or says why it can't.
  func mayHaveChanged() -> Bool {
    let seen = sight
    do throws(StoreError) {
      sight =
        handle.hasMoved
        ? .moved(fromHandle: handleNumber)
        : .version(try handle.withoutWaiting(dataVersion), ofHandle: handleNumber)
      busySince = nil
    } catch {
      if error.code != .busy || hasBeenBusyForLong() { sight = .failed(error.code) }
    }
    return sight != seen
  }

  private func hasBeenBusyForLong() -> Bool {
    let start = busySince ?? .now
    busySince = start
    return start.duration(to: .now) > .seconds(1)
  }

  private func dataVersion() throws(StoreError) -> Int64 {
    let statement = try preparedDataVersion()
    defer { statement.reset() }
    return try statement.step() ? statement.integer(at: 0) : 0
  }

  private func preparedDataVersion() throws(StoreError) -> SQLiteStatement {
    if let dataVersionStatement { return dataVersionStatement }
    let statement = try handle.prepare("PRAGMA data_version")
    dataVersionStatement = statement
    return statement
  }
}

extension SQLiteConnection {
  func layout(of request: RowRequest) throws(StoreError) -> RowLayout {
    try SQLitePlan(request, on: handle).layout
  }

  func statement(of query: RowQuery) throws(StoreError) -> SelectStatement {
    let plan = try SQLitePlan(query.request, on: handle)
    return SelectStatement(
      query, from: plan.source, dialect: .sqlite, rowID: plan.rowIDName)
  }

  func rows(of query: RowQuery) throws(StoreError) -> [OrderedRow] {
    let plan = try SQLitePlan(query.request, on: handle)
    let select = SelectStatement(
      query, from: plan.source, dialect: .sqlite, rowID: plan.rowIDName)
    var rows: [OrderedRow] = []
    try forEachRow(of: select, query, hasRowID: plan.rowIDName != nil) { rows.append($0) }
    return rows
  }

  func rows(of query: RowQuery, for keys: Set<RowKey>) throws(StoreError) -> [OrderedRow] {
    let plan = try SQLitePlan(query.request, on: handle)
    var rows: [OrderedRow] = []
    for key in keys {
      let select = SelectStatement(
        row: key.identity, of: query, from: plan.source, rowID: plan.rowIDName)
      try forEachRow(of: select, query, hasRowID: plan.rowIDName != nil) { row in
        // A key column's own collation or affinity may find a row whose key is another one.
        if row.key == key { rows.append(row) }
      }
    }
    return rows
  }

  private func forEachRow(
    of select: SelectStatement, _ query: RowQuery, hasRowID: Bool, _ body: (OrderedRow) -> Void
  ) throws(StoreError) {
    let statement = try handle.prepare(select.text)
    guard statement.isReadOnly else {
      throw StoreError(.invalidQuery, "the condition must not write")
    }
    try statement.bind(select.arguments)
    let columnCount = query.layout.columns.names.count
    while try statement.step() {
      let contents = statement.packedRow(columnCount: columnCount)
      body(
        query.ordering.row(contents, rowID: hasRowID ? statement.integer(at: columnCount) : nil))
    }
  }
}

import Sectional

/// The writes of one transaction, as the connection's owner reports them.
///
/// A value without a connection: it says what has to be looked up before a row can be trusted to be the only one that a
/// write touched.
struct ReportedWrites: Sendable {
  /// What is reported of one table.
  struct Table: Sendable {
    fileprivate(set) var touched = TouchedRows.Table()
    /// The columns that statements are going to update, or `nil` if they weren't reported.
    fileprivate(set) var updatedColumns: Set<String>?
    /// The rows that were updated and not inserted before: if one didn't exist, another row has got its rowid.
    fileprivate(set) var mustHaveExisted: Set<Int64> = []
    /// The number of rows that were looked up.
    fileprivate var resolved = 0
    /// Whether a row was inserted or updated, which can replace another one.
    fileprivate(set) var mayReplace = false
    /// The rows that were inserted or deleted before.
    fileprivate var isChanged: Set<Int64> = []
    /// Whether rows were reported.
    fileprivate(set) var isWritten = false
  }

  /// The tables that were written, and those that statements were going to update.
  private var reported: [String: Table] = [:]
  /// The number of reported rows, which SQLite counts too.
  private var count = 0
  /// The number of rows that SQLite counts, and that were undone without being reported.
  private var undone = 0
  private var failure: String?
  private let mayReplaceRows: Bool

  /// Begins a transaction.
  ///
  /// - Parameter mayReplaceRows: Whether `REPLACE` may have removed rows.
  init(mayReplaceRows: Bool) { self.mayReplaceRows = mayReplaceRows }

  /// The tables that were written.
  var tables: [String: Table] { reported.filter(\.value.isWritten) }

  mutating func note(_ kind: SQLiteWriteObserver.Write, rowID: Int64, in table: String) {
    count += 1
    reported[table, default: Table()].note(kind, rowID, mayReplaceRows: mayReplaceRows)
  }

  /// Notes that one row was written, whose key may have changed.
  mutating func note(_ keys: [RowKey], in table: String) {
    count += 1
    reported[table, default: Table()].note(keys)
  }

  /// Notes that a statement is going to update some columns.
  mutating func noteColumns(_ columns: Set<String>, of table: String) {
    reported[table, default: Table()].noteColumns(columns)
  }

  /// Notes that rows were written and undone without being reported.
  mutating func noteUndone(_ changes: Int) { undone += changes }

  /// Notes that rows were reported that weren't written, or written and not reported.
  mutating func noteFailure(_ reason: String) { failure = failure ?? reason }

  mutating func noteUnknown(in table: String, because reason: String? = nil) {
    reported[table, default: Table()].noteUnknown(because: reason)
  }

  /// Returns why what was reported isn't all that was written, or `nil` if it is; SQLite counted the written rows.
  func lack(counting changes: Int) -> String? {
    if let failure { return failure }
    guard changes != count + undone else { return nil }
    return
      "SQLite counted \(changes) written rows in a reported transaction, and \(count) were reported"
  }

  /// The rows that must have existed, by table.
  var doubts: [String: Set<Int64>] {
    reported.mapValues(\.mustHaveExisted).filter { !$0.value.isEmpty }
  }

  /// Returns the rows of a table that must have existed, or `nil` if there are none, and assumes that they did.
  ///
  /// Of a table with many such rows, any row may have been touched: looking them up one by one would hold up the writer.
  mutating func takeDoubts(about table: String) -> Set<Int64>? {
    guard let rows = reported[table]?.mustHaveExisted, !rows.isEmpty else { return nil }
    reported[table]?.resolved += rows.count
    if reported[table]?.resolved ?? 0 > 256 {
      noteUnknown(in: table)
      return nil
    }
    reported[table]?.mustHaveExisted = []
    return rows
  }
}

extension ReportedWrites.Table {
  fileprivate mutating func note(
    _ kind: SQLiteWriteObserver.Write, _ rowID: Int64, mayReplaceRows: Bool
  ) {
    isWritten = true
    touched.note(rowID: rowID, isUpdate: kind == .update)
    guard !touched.isUnknown else { return noteUnknown() }
    if kind != .delete { mayReplace = true }
    if kind != .update {
      isChanged.insert(rowID)
    } else if updatedColumns == nil {
      noteUpdateOfUnknownColumns(rowID, mayReplaceRows: mayReplaceRows)
    }
  }

  /// Notes an update that may have given the row its rowid.
  private mutating func noteUpdateOfUnknownColumns(_ rowID: Int64, mayReplaceRows: Bool) {
    guard !mayReplaceRows else {
      return noteUnknown(
        because:
          "an update was reported without its columns, so a row may have replaced another one")
    }
    // The row may have the rowid of one that was deleted before, or whose insertion was undone without a report.
    if isChanged.contains(rowID) { return noteUnknown() }
    mustHaveExisted.insert(rowID)
    // Looking up more would hold up the writer.
    if mustHaveExisted.count > 4096 { noteUnknown() }
  }

  fileprivate mutating func note(_ keys: [RowKey]) {
    (isWritten, mayReplace) = (true, true)
    for key in keys { touched.note(key: key) }
  }

  fileprivate mutating func noteColumns(_ columns: Set<String>) {
    updatedColumns = (updatedColumns ?? []).union(columns)
  }

  /// Notes that any row may have been touched.
  mutating func noteUnknown(because reason: String? = nil) {
    let (touched, columns) = (touched, updatedColumns)
    self = Self()
    (self.touched, updatedColumns, isWritten) = (touched, columns, true)
    self.touched.noteUnknown(because: reason)
  }
}

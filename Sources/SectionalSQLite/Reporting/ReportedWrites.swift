import Sectional

/// The writes of one transaction, as the connection's owner reports them.
///
/// A value without a connection: it says what has to be looked up before a row can be trusted to be the only one that a
/// write touched.
struct ReportedWrites: Sendable {
  /// What is reported of one table.
  struct Table: Sendable {
    fileprivate(set) var touched = TouchedRows.Table()
    /// The rows that were updated and not inserted before: if one didn't exist, another row has got its rowid.
    fileprivate(set) var mustHaveExisted: Set<Int64> = []
    /// The number of rows that were looked up.
    fileprivate var resolved = 0
    /// Whether a row was inserted or updated, which can replace another one.
    fileprivate(set) var mayReplace = false
    /// The rows that were inserted or deleted before.
    fileprivate var isChanged: Set<Int64> = []
  }

  private(set) var tables: [String: Table] = [:]
  /// The number of reported rows, which SQLite counts too.
  private(set) var count = 0
  private(set) var hasFailures = false

  mutating func note(_ kind: SQLiteWriteObserver.Write, rowID: Int64, in table: String) {
    count += 1
    tables[table, default: Table()].note(kind, rowID)
  }

  /// Notes that one row was written, whose key may have changed.
  mutating func note(_ keys: [RowKey], in table: String) {
    count += 1
    tables[table, default: Table()].mayReplace = true
    for key in keys { tables[table]?.touched.note(key: key) }
  }

  /// Notes that rows were reported that weren't written, or written and not reported.
  mutating func noteFailure() { hasFailures = true }

  mutating func noteUnknown(in table: String) { tables[table, default: Table()].noteUnknown() }

  /// The rows that must have existed, by table.
  var doubts: [String: Set<Int64>] {
    tables.mapValues(\.mustHaveExisted).filter { !$0.value.isEmpty }
  }

  /// Returns the rows of a table that must have existed, or `nil` if there are none, and assumes that they did.
  ///
  /// Of a table with many such rows, any row may have been touched: looking them up one by one would hold up the writer.
  mutating func takeDoubts(about table: String) -> Set<Int64>? {
    guard let rows = tables[table]?.mustHaveExisted, !rows.isEmpty else { return nil }
    tables[table]?.resolved += rows.count
    if tables[table]?.resolved ?? 0 > 256 {
      noteUnknown(in: table)
      return nil
    }
    tables[table]?.mustHaveExisted = []
    return rows
  }
}

extension ReportedWrites.Table {
  fileprivate mutating func note(_ kind: SQLiteWriteObserver.Write, _ rowID: Int64) {
    touched.note(rowID: rowID, isUpdate: kind == .update)
    guard !touched.isUnknown else { return noteUnknown() }
    switch kind {
    case .insert, .delete: isChanged.insert(rowID)
    case .update:
      // The row may have the rowid of one that was deleted before, or whose insertion was undone without a report.
      if isChanged.contains(rowID) { return noteUnknown() }
      mustHaveExisted.insert(rowID)
      // Looking up more would hold up the writer.
      if mustHaveExisted.count > 4096 { return noteUnknown() }
    }
    if kind != .delete { mayReplace = true }
  }

  /// Notes that any row may have been touched.
  mutating func noteUnknown() {
    self = Self()
    touched.noteUnknown()
  }
}

import Sectional

/// What a change log says of one table after a place in it, collected from its rows in order.
struct LoggedHistory {
  /// The rows that may have changed.
  private(set) var keys: Set<RowKey> = []
  /// What each row was at the place, or `nil` if it isn't known; a row's first entry decides.
  private var oldRows: [RowKey: OldRow?] = [:]
  /// The least rowid above which there were no rows when an entry said so, and above which SQLite chose rowids since.
  private(set) var emptyAbove: Int64?
  /// The greatest rowid before the latest insert for which SQLite chose a rowid.
  private var newest: Int64?
  /// Whether the row with the greatest rowid may have been removed before SQLite chose one, which then is no greater.
  private(set) var mayHaveLostNewest = false

  /// The rows that may have changed, with what they were where that is known.
  var changes: ChangedTable {
    var table = ChangedTable(keys: keys)
    for (key, row) in oldRows where keys.contains(key) { table.oldRows[key] = row }
    return table
  }

  /// Notes that a row may have changed.
  mutating func note(_ key: RowKey, rowID: Int64?) {
    keys.insert(key)
    if let rowID, rowID == newest { mayHaveLostNewest = true }
  }

  /// Notes that there were no rows with a greater rowid, nor one with the rowid -1, and that a row was about to be inserted
  /// whose rowid SQLite chooses.
  mutating func noteInsert(above rowID: Int64) {
    emptyAbove = min(emptyAbove ?? rowID, rowID)
    newest = rowID
  }

  /// Notes a row whose rowid SQLite chose, unless entries say more of it.
  mutating func noteInserted(_ rowID: Int64) {
    let key = RowKey(rowID: rowID)
    guard keys.insert(key).inserted else { return }
    oldRows.updateValue(.absent, forKey: key)
  }

  /// Notes what a row was at an entry, unless an earlier entry says what it was.
  mutating func note(
    _ key: RowKey, rowID: Int64?, was row: () throws(StoreError) -> OldRow?
  ) throws(StoreError) {
    guard oldRows[key] == nil else { return }
    if let rowID, let emptyAbove, rowID > emptyAbove || rowID == -1 {
      oldRows.updateValue(.absent, forKey: key)
    } else {
      oldRows.updateValue(try row(), forKey: key)
    }
  }
}

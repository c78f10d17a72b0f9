import Sectional

/// What a change log says of one table after a place in it, collected from its rows in order.
struct LoggedHistory {
  /// The rows that may have changed.
  private(set) var keys: Set<RowKey> = []
  /// What each row was at the place, or `nil` if it isn't known; a row's first entry decides.
  private var oldRows: [RowKey: OldRow?] = [:]
  /// The least rowid above which there were no rows when an entry said so.
  private var emptyAbove: Int64?

  /// The rows that may have changed, with what they were where that is known.
  var changes: ChangedTable {
    var table = ChangedTable(keys: keys)
    for (key, row) in oldRows where keys.contains(key) { table.oldRows[key] = row }
    return table
  }

  /// Notes that a row may have changed.
  mutating func note(_ key: RowKey) { keys.insert(key) }

  /// Notes that there were no rows with a greater rowid, nor one with the rowid -1.
  mutating func noteEmpty(above rowID: Int64) { emptyAbove = min(emptyAbove ?? rowID, rowID) }

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

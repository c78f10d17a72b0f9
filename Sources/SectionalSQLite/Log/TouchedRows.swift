import Sectional

/// Which rows of which tables a transaction touched; more than it changed, never fewer.
struct TouchedRows: Sendable {
  /// What was touched in one table.
  struct Table: Sendable {
    private(set) var rowIDs: [Int64] = []
    private(set) var keys: Set<RowKey> = []
    /// Whether it can't be said which rows.
    private(set) var isUnknown = false
    /// Whether all of them were there before, are there now, and got other cells only.
    private(set) var isOnlyUpdated = true

    /// Beyond so many rows reading the whole table is no slower.
    private static let most = 100_000

    mutating func note(rowID: Int64, isUpdate: Bool) {
      if !isUpdate { isOnlyUpdated = false }
      guard !isUnknown, rowIDs.last != rowID else { return }
      rowIDs.append(rowID)
      forgetIfMany()
    }

    mutating func note(key: RowKey) {
      isOnlyUpdated = false
      guard !isUnknown else { return }
      keys.insert(key)
      forgetIfMany()
    }

    mutating func noteUnknown() {
      self = Table()
      isUnknown = true
      isOnlyUpdated = false
    }

    private mutating func forgetIfMany() {
      if rowIDs.count + keys.count > Table.most { noteUnknown() }
    }

    /// The number of rows.
    var count: Int { rowIDs.count + keys.count }
  }

  private(set) var tables: [String: Table] = [:]

  /// The number of rows in all tables.
  var count: Int { tables.values.reduce(0) { $0 + $1.count } }

  /// Leaves out a table.
  mutating func forget(_ table: String) { tables[table] = nil }

  mutating func note(in table: String, _ change: (inout Table) -> Void) {
    change(&tables[table, default: Table()])
  }
}

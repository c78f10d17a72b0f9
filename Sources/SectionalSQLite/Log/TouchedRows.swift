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
      if rowIDs.count > Table.most { noteUnknown() }
    }

    mutating func note(key: RowKey) {
      isOnlyUpdated = false
      guard !isUnknown else { return }
      keys.insert(key)
      if keys.count > Table.most { noteUnknown() }
    }

    mutating func noteUnknown() {
      self = Table()
      isUnknown = true
      isOnlyUpdated = false
    }

    /// Whether anything was noted.
    var isTouched: Bool { isUnknown || !rowIDs.isEmpty || !keys.isEmpty }
  }

  private(set) var tables: [String: Table] = [:]

  /// Leaves out a table.
  mutating func forget(_ table: String) { tables[table] = nil }

  mutating func insert(_ table: Table, named name: String) { tables[name] = table }
}

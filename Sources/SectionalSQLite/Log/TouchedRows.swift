import Sectional

/// The rows that a transaction touched, by table; possibly more rows than it changed, but never fewer.
struct TouchedRows: Sendable {
  /// The rows touched in one table.
  struct Table: Sendable {
    private var touchedRowIDs = TouchedNames<Int64>(atLeast: Table.most)
    private var touchedKeys = TouchedNames<RowKey>(atLeast: Table.most)
    /// Whether it is unknown which rows were touched.
    private(set) var isUnknown = false
    /// Why that is unknown, if it isn't because there were too many.
    private(set) var reason: String?
    /// Whether all touched rows existed before, still exist, and only had cells updated.
    private(set) var isOnlyUpdated = true
    /// What the rows were before the transaction, or `nil` if nobody needs it or it isn't known.
    private(set) var oldRows: OldRows?

    /// With more rows than this, reading the whole table is no slower.
    private static let most = 100_000

    init(keepingOldRows keepsOldRows: Bool = false) { if keepsOldRows { oldRows = OldRows() } }

    /// Whether it is worth telling what rows are before they are written.
    var keepsOldRows: Bool { oldRows?.isComplete ?? false }

    /// Notes what a row is just before it is written.
    mutating func note(_ key: RowKey, was row: () -> OldRow) { oldRows?.note(key, row) }

    mutating func note(rowID: Int64, isUpdate: Bool) {
      if !isUpdate { isOnlyUpdated = false }
      guard !isUnknown else { return }
      if !touchedRowIDs.append(rowID) { noteUnknown() }
    }

    mutating func note(key: RowKey) {
      isOnlyUpdated = false
      guard !isUnknown else { return }
      if !touchedKeys.append(key) { noteUnknown() }
    }

    mutating func noteUnknown(because reason: String? = nil) {
      let reason = self.reason ?? reason
      self = Table()
      self.reason = reason
      isUnknown = true
      isOnlyUpdated = false
    }

    /// Any row.
    static var unknown: Table {
      var table = Table()
      table.noteUnknown()
      return table
    }

    /// The rowids of touched rows, in no order.
    var rowIDs: [Int64] { touchedRowIDs.distinct }

    /// The keys of touched rows of a table without rowids, in no order.
    var keys: [RowKey] { touchedKeys.distinct }

    /// Whether anything was recorded.
    var isTouched: Bool { isUnknown || !touchedRowIDs.isEmpty || !touchedKeys.isEmpty }
  }

  private(set) var tables: [String: Table] = [:]

  mutating func insert(_ table: Table, named name: String) { tables[name] = table }
}

/// What happened to one row between two lists, by ranks.
struct RowChange: Sendable, Hashable {
  let key: RowKey
  /// The rank in the list before the change, or `nil` if the row wasn't in it.
  let old: Int?
  /// The rank in the list after the change, or `nil` if the row isn't in it.
  let new: Int?
  /// Whether the row has the same section and order in both lists.
  let keepsPlace: Bool
  /// Whether its contents differ, as far as both are in memory.
  var hasNewContents: Bool
  /// Whether cells that are summed up may differ, although its contents aren't in memory in both lists.
  var mayHaveOtherSummed = false

  /// Describes a row that is in another section, although neither it nor the order changed.
  init(_ key: RowKey, from old: Int, to new: Int, _ hasNewContents: Bool) {
    (self.key, self.old, self.new, keepsPlace) = (key, old, new, false)
    self.hasNewContents = hasNewContents
  }

  /// Compares a row in both lists; returns `nil` if it is the same in both.
  ///
  /// - Parameters:
  ///   - row: The row.
  ///   - hasAnchors: Whether equal order keys mean equal places.
  ///   - keepsColumns: Whether equal cells mean equal contents.
  init?(_ row: ChangedRow, hasAnchors: Bool = true, keepsColumns: Bool = true) {
    guard row.old != nil || row.new != nil else { return nil }
    (key, old, new) = (row.key, row.old?.rank, row.new?.rank)
    guard let before = row.old?.row, let after = row.new?.row else {
      (keepsPlace, hasNewContents) = (false, true)
      return
    }
    keepsPlace = hasAnchors && after.hasOrderKey(of: before)
    hasNewContents =
      keepsColumns
      ? after.record.hasOtherContents(than: before.record)
      : after.record.hasContents && before.record.hasContents
    mayHaveOtherSummed = after.record.mayHaveOtherSummed(than: before.record)
    guard !keepsPlace || hasNewContents || mayHaveOtherSummed else { return nil }
  }
}

/// What happened between two lists: the record from which change sets are made.
struct ListChanges: Sendable, Hashable {
  /// The rows that differ, in any order; all others have the same section, order and contents in both lists.
  var rows: [RowChange] = []
  /// The rank of the first row that was counted at the end, or `nil` if none was.
  var appended: Int?
  /// Whether the last rows were counted.
  var endsCounting = false
  /// Whether it isn't known how the lists differ.
  var isReset = false
  /// Whether sections with equal keys are the same section in both lists.
  var keepsSections = true

  /// Whether nothing changed.
  var isEmpty: Bool { rows.isEmpty && appended == nil && !endsCounting && !isReset }

  /// A change of which nothing is known.
  static let reset: ListChanges = {
    var changes = ListChanges()
    changes.isReset = true
    return changes
  }()

  /// Drops the update events of rows whose contents were evicted.
  ///
  /// - Parameters:
  ///   - keys: The rows.
  ///   - sumsUp: Whether the list sums up cells, which still differ.
  mutating func dropUpdates(of keys: Set<RowKey>, summing sumsUp: Bool) {
    for index in rows.indices where rows[index].new != nil && keys.contains(rows[index].key) {
      if sumsUp, rows[index].hasNewContents { rows[index].mayHaveOtherSummed = true }
      rows[index].hasNewContents = false
    }
    rows.removeAll { $0.keepsPlace && !$0.hasNewContents && !$0.mayHaveOtherSummed }
  }
}

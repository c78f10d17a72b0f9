extension RowList {
  /// Returns the keys whose rows differ in order or contents between two lists.
  ///
  /// Both lists are walked once, side by side; equal orders are the same row.
  ///
  /// - Complexity: O(*n* + *m*) in the numbers of rows.
  package func differingKeys(from old: RowList) -> Set<RowKey> {
    var keys: Set<RowKey> = []
    var (before, after) = (RowWalk(old), RowWalk(self))
    while let old = before.row, let new = after.row {
      let order = old.compareOrder(with: new, grouping)
      if order != .equal {
        keys.insert(order == .less ? old.key : new.key)
      } else if !old.record.hasContents(of: new.record) {
        keys.insert(new.key)
      }
      if order != .greater { before.advance() }
      if order != .less { after.advance() }
    }
    while let old = before.row {
      keys.insert(old.key)
      before.advance()
    }
    while let new = after.row {
      keys.insert(new.key)
      after.advance()
    }
    return keys
  }

  /// Returns what leads from an older list to this one, given every key that may differ.
  ///
  /// The changes are minimal: a row equal in order and contents stands in none, a row whose order did not change never
  /// moves, and the fewest of the others do.
  ///
  /// - Complexity: O(*d* log *n*) in the number of keys.
  package func changes(from old: RowList, among keys: Set<RowKey>) -> RowListDiff {
    var work = TreeWork()
    return changes(
      from: old,
      at: keys.map {
        ChangedRow(key: $0, old: old.row(of: $0, &work), new: row(of: $0, &work))
      })
  }

  /// Returns what leads from an older list to this one, given where every row stands that may differ.
  func changes(from old: RowList, at changed: [ChangedRow]) -> RowListDiff {
    ChangeClassifier(from: old, to: self, at: changed).changes()
  }

  /// Returns what leads from a list in another order, or in other sections, to this one.
  ///
  /// - Parameters:
  ///   - old: The list before.
  ///   - keepsSections: Whether sections of one key are the same in both.
  ///   - keepsColumns: Whether the same cells are the same contents in both.
  /// - Returns: The changes; the fewest moves are told of the rows that stay in their section.
  /// - Complexity: O(*n* log *n*) in the number of rows.
  package func changes(
    fromOtherOrder old: RowList, keepsSections: Bool, keepsColumns: Bool = true
  ) -> RowListDiff {
    ChangeClassifier(
      fromOtherOrder: old, to: self, keepsSections: keepsSections, keepsColumns: keepsColumns
    ).changes()
  }

  /// Returns what leads from a list of rows with other columns in the same order to this one: every row is another one.
  ///
  /// - Complexity: O(*n* log *n*) in the number of rows.
  func changes(fromOtherColumns old: RowList) -> RowListDiff {
    ChangeClassifier(
      from: old, to: self, at: ChangedRow.all(old, self), keepsColumns: false
    ).changes()
  }
}

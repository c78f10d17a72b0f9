extension RowList {
  /// Returns the keys whose rows differ in order or contents between two lists.
  ///
  /// Both lists are walked once, side by side; equal order keys are the same row.
  ///
  /// - Complexity: O(*n* + *m*) in the numbers of rows.
  package func differingKeys(from old: RowList) -> Set<RowKey> {
    var keys: Set<RowKey> = []
    var (oldRank, newRank) = (0, 0)
    while oldRank < old.count && newRank < count {
      let (before, after) = (old[oldRank], self[newRank])
      let order = ByteOrder.compare(before.orderKey[...], after.orderKey[...])
      if order != .equal {
        keys.insert(order == .less ? before.key : after.key)
      } else if before.contents != after.contents {
        keys.insert(after.key)
      }
      if order != .greater { oldRank += 1 }
      if order != .less { newRank += 1 }
    }
    for rank in oldRank..<old.count { keys.insert(old[rank].key) }
    for rank in newRank..<count { keys.insert(self[rank].key) }
    return keys
  }

  /// Returns what leads from an older list to this one, given every key that may differ.
  ///
  /// The changes are minimal: a row equal in order and contents stands in none, a row whose order key did not change
  /// never moves, and the fewest of the others do.
  ///
  /// - Complexity: O(*d* log *n*) in the number of keys.
  package func changes(from old: RowList, among keys: Set<RowKey>) -> RowListChanges {
    ChangeClassifier(from: old, to: self, among: keys).changes()
  }

  /// Returns what leads from a list in another order, or in other sections, to this one.
  ///
  /// - Parameters:
  ///   - old: The list before.
  ///   - keepsSections: Whether sections of one key are the same in both.
  /// - Returns: The changes; the fewest moves are told of the rows that stay in their section.
  /// - Complexity: O(*n* log *n*) in the number of rows.
  package func changes(fromOtherOrder old: RowList, keepsSections: Bool) -> RowListChanges {
    ChangeClassifier(fromOtherOrder: old, to: self, keepsSections: keepsSections).changes()
  }
}

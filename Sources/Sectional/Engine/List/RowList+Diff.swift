extension RowList {
  /// Returns the changes from an older list to this one, given every key that may differ.
  ///
  /// The changes are minimal: a row whose order and contents are unchanged isn't included, a row whose order is
  /// unchanged never moves, and as few of the others as possible do.
  ///
  /// - Complexity: O(*d* log *n*), where *d* is the number of keys.
  package func changes(from old: RowList, among keys: Set<RowKey>) -> RowListDiff {
    var work = TreeWork()
    return changes(
      from: old,
      at: keys.map {
        ChangedRow(key: $0, old: old.row(of: $0, &work), new: row(of: $0, &work))
      })
  }

  /// Returns the changes from an older list to this one, given the positions of every row that may differ.
  func changes(from old: RowList, at changed: [ChangedRow]) -> RowListDiff {
    ChangeClassifier(from: old, to: self, at: changed).changes()
  }

  /// Returns the changes to this list from one with a different order or different sections.
  ///
  /// - Parameters:
  ///   - old: The list before the change.
  ///   - keepsSections: Whether sections with equal keys are the same section in both lists.
  ///   - keepsColumns: Whether equal cells mean equal contents in both lists.
  /// - Returns: The changes, with the smallest number of moves for rows that stay in their section.
  /// - Complexity: O(*n* log *n*), where *n* is the number of rows.
  package func changes(
    fromOtherOrder old: RowList, keepsSections: Bool, keepsColumns: Bool = true
  ) -> RowListDiff {
    ChangeClassifier(
      fromOtherOrder: old, to: self, keepsSections: keepsSections, keepsColumns: keepsColumns
    ).changes()
  }

  /// Returns the changes to this list from one with the same order but different columns, so that every row has new
  /// contents.
  ///
  /// - Complexity: O(*n* log *n*), where *n* is the number of rows.
  func changes(fromOtherColumns old: RowList) -> RowListDiff {
    ChangeClassifier(
      from: old, to: self, at: ChangedRow.all(old, self), keepsColumns: false
    ).changes()
  }
}

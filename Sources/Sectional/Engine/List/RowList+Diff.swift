// What happened to the rows of a list; rows whose order and contents are unchanged are left out.
extension RowList {
  /// Returns the changes from an older list with the same order to this one.
  ///
  /// - Complexity: O(*n* + *m*), and O(*d* log *d*) if *d* rows changed and stayed in the list.
  func changes(from old: RowList) -> ListChanges {
    ListChanges(rows: DifferingRows(from: old, to: self).changes)
  }

  /// Returns the changes from an older list to this one, given every key that may differ.
  ///
  /// - Complexity: O(*d* log *n*), where *d* is the number of keys.
  func changes(from old: RowList, among keys: Set<RowKey>) -> ListChanges {
    var work = TreeWork()
    return ListChanges(
      keys.map {
        ChangedRow(key: $0, old: old.row(of: $0, &work), new: row(of: $0, &work))
      })
  }

  /// Returns the changes to this list from one with a different order or different sections.
  ///
  /// - Parameters:
  ///   - old: The list before the change.
  ///   - keepsSections: Whether sections with equal keys are the same section in both lists.
  ///   - keepsColumns: Whether equal cells mean equal contents in both lists.
  /// - Returns: The changes.
  /// - Complexity: O(*n* log *n*), where *n* is the number of rows.
  func changes(
    fromOtherOrder old: RowList, keepsSections: Bool, keepsColumns: Bool = true
  ) -> ListChanges {
    let rows = ChangedRow.all(old, self).compactMap {
      RowChange($0, hasAnchors: false, keepsColumns: keepsColumns)
    }
    return ListChanges(rows: rows, keepsSections: keepsSections)
  }

  /// Returns the changes to this list from one with the same order but different columns, so that every row has new
  /// contents.
  ///
  /// - Complexity: O(*n* log *n*), where *n* is the number of rows.
  func changes(fromOtherColumns old: RowList) -> ListChanges {
    ListChanges(
      rows: ChangedRow.all(old, self).compactMap { RowChange($0, keepsColumns: false) })
  }
}

extension ListChanges {
  /// Compares rows that may differ, in lists with the same order and the same columns.
  init(_ changed: [ChangedRow]) { self.init(rows: changed.compactMap { RowChange($0) }) }
}

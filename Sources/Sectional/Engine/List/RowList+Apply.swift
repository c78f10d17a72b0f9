/// A list after a change, and the positions of the changed rows before and after it.
package struct AppliedRows: Sendable {
  /// The list after the change.
  package let list: RowList
  /// The rows that may differ.
  let changed: [ChangedRow]
  /// The work the change took.
  package let work: TreeWork
}

/// A row that may differ between two lists, with its position in each.
struct ChangedRow: Sendable {
  let key: RowKey
  let old: RankedRow?
  let new: RankedRow?
}

extension RowList {
  /// Returns the list after some rows changed.
  ///
  /// - Parameters:
  ///   - rows: The current state of those changed rows that are still or newly in the list.
  ///   - old: The changed rows as they are in this list, each once; those without a new version are removed.
  ///   - work: The work that finding them took.
  /// - Returns: The new list, and the changed rows with their ranks.
  /// - Complexity: O(*d* log *n*), where *d* is the number of changed rows.
  /// - Throws: ``RowListError`` if a new row has the key of another row, or a section is no longer contiguous.
  func applying(
    _ rows: PackedRows, inPlaceOf old: [RankedRow], _ work: TreeWork = TreeWork()
  ) throws(RowListError) -> AppliedRows {
    var change = RowListEdit(self, inPlaceOf: old, work)
    for block in rows.blocks {
      for position in 0..<block.count { try change.put(BlockRow(block, position)) }
    }
    return try change.applied()
  }
}

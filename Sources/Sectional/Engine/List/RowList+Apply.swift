/// A list after a change, and where the changed rows stand in it and stood before.
package struct AppliedRows: Sendable {
  /// The list after the change.
  package let list: RowList
  /// The rows that may differ.
  let changed: [ChangedRow]
  /// What the change looked at.
  package let work: TreeWork
}

/// Where a row that may differ between two lists stands in each.
struct ChangedRow: Sendable {
  let key: RowKey
  let old: RankedRow?
  let new: RankedRow?
}

extension RowList {
  /// Returns the list after some rows changed.
  ///
  /// - Parameters:
  ///   - rows: Those of the changed rows that are (still) in the list, as they are now.
  ///   - old: The changed rows as they are in this list, each once; those that are not among the new ones leave it.
  ///   - work: What finding them took.
  /// - Returns: The new list, and the changed rows with their ranks.
  /// - Complexity: O(*d* log *n*) in the number of changed rows.
  /// - Throws: ``RowListError`` when a new row has the identity of another one, or a section is torn apart.
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

/// One change to the rows of a tree; its rank refers to the tree before the change.
struct RowEdit {
  enum Kind: Int {
    /// Inserts a new row before the row at the rank.
    case insert
    /// Removes the row at the rank.
    case remove
    /// Replaces the contents of the row at the rank, which keeps its position.
    case replace
  }

  let rank: Int
  let kind: Kind
  /// The index of the new row among all new rows, or -1 if the edit has none.
  let row: Int

  /// The number of rows by which the tree grows.
  var difference: Int {
    switch kind {
    case .insert: 1
    case .remove: -1
    case .replace: 0
    }
  }
}

/// A row that is inserted into a tree.
struct NewRow {
  let row: BlockRow
  let key: RowKey
  /// The index of the old row that it replaces, or `nil` if it replaces none.
  let old: Int?
  /// The row's order key, or `nil` if it keeps the position of the old row.
  let orderKey: RowOrderKey?
}

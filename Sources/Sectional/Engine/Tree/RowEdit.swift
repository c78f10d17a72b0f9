/// One change of a tree's rows; its rank counts in the tree before.
struct RowEdit {
  enum Kind: Int {
    /// A new row comes before the row of the rank.
    case insert
    /// The row of the rank goes.
    case remove
    /// The row of the rank gets other contents, and keeps its place.
    case replace
  }

  let rank: Int
  let kind: Kind
  /// The index of the new row among those that come; -1 where none does.
  let row: Int

  /// By how many rows the tree grows.
  var difference: Int {
    switch kind {
    case .insert: 1
    case .remove: -1
    case .replace: 0
    }
  }
}

/// A row that comes into a tree.
struct NewRow {
  let row: BlockRow
  let key: RowKey
  /// The index of the row it is instead of, among the old ones.
  let old: Int?
  /// Where it comes to, if that is not where it stood before.
  let orderKey: RowOrderKey?
}

@testable import Sectional

/// A row with its place in the order and its packed contents.
struct OrderedRow: Sendable, Hashable {
  let place: RowOrderKey
  /// The rowid, where changes are reported by it and it is not the row's key.
  let rowID: Int64?
  /// The row's cells, and behind them what its section was made of, unless that is one of them.
  let contents: PackedRow
}

extension RowOrdering {
  /// Places a row: computes its section, its order and its identity from its cells.
  func row(_ contents: PackedRow, rowID: Int64? = nil) -> OrderedRow {
    var orderKey = RowOrderKey()
    var keyBuilder = RowOrderKeyBuilder(self)
    keyBuilder.compute(contents, rowID: rowID, into: &orderKey)
    return OrderedRow(place: orderKey, rowID: rowID, contents: contents)
  }
}

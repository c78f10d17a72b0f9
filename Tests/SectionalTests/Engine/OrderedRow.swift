@testable import Sectional

/// A row with its place in the order and its packed contents.
struct OrderedRow: Sendable, Hashable {
  let place: RowOrderKey
  /// The rowid, if changes are reported by it and it isn't the row's key.
  let rowID: Int64?
  /// The row's cells, followed by the value that its section was derived from, unless that is one of the cells.
  let contents: PackedRow
}

extension RowOrdering {
  /// Computes a row's section, order and identity from its cells.
  func row(_ contents: PackedRow, rowID: Int64? = nil) -> OrderedRow {
    var orderKey = RowOrderKey()
    var keyBuilder = RowOrderKeyBuilder(self)
    keyBuilder.compute(contents, rowID: rowID, into: &orderKey)
    return OrderedRow(place: orderKey, rowID: rowID, contents: contents)
  }
}

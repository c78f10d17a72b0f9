/// A row of a list, which keeps the block it stands in.
package struct BlockRow: Sendable {
  let block: RowBlock
  let position: Int

  init(_ block: RowBlock, _ position: Int) {
    self.block = block
    self.position = position
  }

  var record: PackedRecord { block[position] }

  /// What the row is.
  package var key: RowKey { record.key }

  /// The row's cells, and behind them what its section was made of, unless that is one of them.
  package var contents: PackedRow { record.packedRow }

  /// The bytes of the row's section.
  var section: [UInt8] { block.section(of: position) }

  /// Tells whether a row of another list has the same section, order and identity.
  func hasOrderKey(of other: BlockRow) -> Bool {
    record.compareOrder(with: other.record) == .equal && section == other.section
  }

  /// Compares two rows of lists in one order.
  func compareOrder(with other: BlockRow, _ grouping: RowGrouping) -> ByteOrder {
    if grouping == .byKey {
      let order = ByteOrder.compare(section, other.section)
      if order != .equal { return order }
    }
    return record.compareOrder(with: other.record)
  }
}

/// A row of a list with its rank.
struct RankedRow: Sendable {
  let rank: Int
  let row: BlockRow
}

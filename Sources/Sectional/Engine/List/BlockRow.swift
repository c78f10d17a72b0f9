/// A row of a list, which retains the block that contains it.
package struct BlockRow: Sendable {
  let block: RowBlock
  let position: Int

  init(_ block: RowBlock, _ position: Int) {
    self.block = block
    self.position = position
  }

  var record: PackedRecord { block[position] }

  /// The row's key.
  package var key: RowKey { record.key }

  /// The row's cells, followed by the value that its section is derived from, if sections are derived.
  package var contents: PackedRow { record.packedRow }

  /// Whether the row's cells are known.
  var hasContents: Bool { isInMemory && record.hasContents }

  /// The row's key, if it is in memory.
  var keyInMemory: RowKey? { isInMemory ? key : nil }

  /// Whether anything but the row's section is known.
  var isInMemory: Bool { block.counts == nil }

  /// The bytes of the row's section.
  var section: [UInt8] { block.section(of: position) }

  /// Returns whether a row of another list has the same section, sort keys and key.
  func hasOrderKey(of other: BlockRow) -> Bool {
    record.compareOrder(with: other.record) == .equal && section == other.section
  }

  /// Compares two rows of lists with the same order.
  func compareOrder(with other: BlockRow, _ grouping: RowGrouping) -> ByteOrder {
    if grouping == .byKey {
      let order = ByteOrder.compare(section, other.section)
      if order != .equal { return order }
    }
    return record.compareOrder(with: other.record)
  }
}

/// A row of a list, together with its rank.
struct RankedRow: Sendable {
  let rank: Int
  let row: BlockRow
}

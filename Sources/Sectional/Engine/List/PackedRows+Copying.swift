extension PackedRows {
  /// Copies rows of lists, which must have the same grouping.
  init(
    copying rows: some Sequence<BlockRow>, _ grouping: RowGrouping,
    shape: RowTreeShape = .standard
  ) {
    self.init(grouping, shape: shape)
    for row in rows {
      var orderKey = row.block.orderKey(of: row.position)
      let record = row.record
      unsafe row.block.bytes.withUnsafeBytes { bytes in
        unsafe append(
          &orderKey, contents: UnsafeRawBufferPointer(rebasing: bytes[record.contents]),
          rowID: record.rowID)
      }
    }
    seal()
    hasUniqueIdentities = true
  }

  /// Copies some of the rows of a read, whose keys are as unique as those of all.
  init(copying rows: some Sequence<BlockRow>, _ grouping: RowGrouping, of read: PackedRows) {
    self.init(copying: rows, grouping, shape: read.shape)
    hasUniqueIdentities = read.hasUniqueIdentities
  }

  /// The rows, in the order they arrived.
  var all: [BlockRow] {
    blocks.flatMap { block in (0..<block.count).map { BlockRow(block, $0) } }
  }
}

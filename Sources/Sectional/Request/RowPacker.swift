/// The rows of a query, checked, ordered and packed in the order they arrived.
package struct RowPacker: Sendable {
  let query: RowQuery
  /// Whether the rows were requested in the query's order.
  let isOrdered: Bool
  /// The rows, if they were requested in order.
  private(set) var rows: PackedRows
  /// The rows, if they were requested in any order.
  private(set) var staged: StagedRows
  /// Checks the rows until records are known to be created from them correctly.
  private var mappingLook: MappingLook?
  private var keyBuilder: RowOrderKeyBuilder
  private var orderKey = RowOrderKey()

  init(_ query: RowQuery, isOrdered: Bool) {
    self.query = query
    self.isOrdered = isOrdered
    let grouping = RowGrouping(query.ordering)
    rows = PackedRows(grouping, shape: .standard)
    staged = StagedRows(grouping, shape: .standard)
    mappingLook = MappingLook(query.request.mappingCheck)
    keyBuilder = RowOrderKeyBuilder(query.ordering)
  }

  var count: Int { rows.count + staged.count }

  /// Whether further rows should be packed on another thread.
  ///
  /// With only a few rows, packing them takes less time than handing them over. Rows in order become the list's own
  /// blocks, which must not come from another thread: most allocators keep memory per thread, and the memory of
  /// blocks that later changes replace would not be reused.
  var isWorthALane: Bool { !isOrdered && count >= 16_384 }

  /// Appends a row if it matches.
  ///
  /// Every row that a record is created from passes through this method, no matter who reads it.
  ///
  /// - Throws: ``StoreError`` with code `unexpectedCell` if a cell doesn't fit, or `invalidMapping` if records are
  ///   created from the rows incorrectly.
  mutating func append(
    _ contents: PackedRow, rowID: Int64?, where isWanted: ((RowKey) -> Bool)? = nil
  ) throws(StoreError) {
    try query.checkNumbers(at: query.numberIndexes.compared, of: contents)
    guard query.matches(contents) else { return }
    try query.checkCells(of: contents)
    try query.checkNumbers(at: query.numberIndexes.ordered, of: contents)
    if try mappingLook?.isSettled(by: contents) == true { mappingLook = nil }
    guard let section = try query.derivedSection(of: contents) else {
      return orderKey(contents, rowID, isWanted)
    }
    var contents = contents
    contents.append(section)
    orderKey(contents, rowID, isWanted)
  }

  private mutating func orderKey(
    _ contents: PackedRow, _ rowID: Int64?, _ isWanted: ((RowKey) -> Bool)?
  ) {
    keyBuilder.compute(contents, rowID: rowID, into: &orderKey)
    if let isWanted, !isWanted(RowKey(bytes: Array(orderKey.bytes[orderKey.identity]))) { return }
    unsafe contents.bytes.withUnsafeBytes { contents in
      if isOrdered {
        unsafe rows.append(&orderKey, contents: contents, rowID: rowID)
      } else {
        unsafe staged.append(orderKey, contents: contents, rowID: rowID)
      }
    }
  }

  /// The packed rows: as they arrived if they were requested in order, and otherwise sorted.
  var packed: PackedRows { sealed(isOrdered ? rows : staged.sorted()) }

  private func sealed(_ rows: PackedRows) -> PackedRows {
    var packed = rows
    packed.seal()
    // No two rows of a store have the same rowid.
    packed.hasUniqueIdentities = query.layout.keyIsRowID
    return packed
  }
}

extension RowPacker {
  /// The rows in the order of the query.
  package var sorted: [StoredRow] {
    let packed = packed
    return rows(packed.ascends ? packed : packed.sorted())
  }

  /// The rows in the order they arrived.
  package var unsorted: [StoredRow] { rows(isOrdered ? packed : staged.unsorted) }

  private func rows(_ packed: PackedRows) -> [StoredRow] {
    packed.blocks.flatMap { block in
      (0..<block.count).map { StoredRow(BlockRow(block, $0), columns: query.layout.columns) }
    }
  }
}

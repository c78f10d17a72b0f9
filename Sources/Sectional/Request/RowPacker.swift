/// Rows of a query that were checked, placed and packed, in the order they came.
package struct RowPacker: Sendable {
  let query: RowQuery
  /// Whether the rows were asked for in the query's order.
  let isOrdered: Bool
  /// The rows that came in order, where that was asked for.
  private(set) var rows: PackedRows
  /// The rows that came in any order.
  private(set) var staged: StagedRows
  /// Looks at the rows until it is known that records are made of them in the right way.
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

  /// Whether more rows should be placed on another thread.
  ///
  /// Few are sooner done than handed over. Rows in order become the list's own blocks, which must not come from another
  /// thread: most allocators keep memory by thread, and that of blocks which later changes replace would not be used again.
  var isWorthALane: Bool { !isOrdered && count >= 16_384 }

  /// Appends a row if it matches.
  ///
  /// Every row that a record is made of goes this way, whoever reads it.
  ///
  /// - Throws: ``StoreError`` with code `unexpectedCell` when a cell doesn't fit, `invalidMapping` when records are made
  ///   of the rows in a wrong way.
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

  /// The rows in order, where they came in it or came in none.
  var packed: PackedRows { sealed(isOrdered ? rows : staged.sorted()) }

  private func sealed(_ rows: PackedRows) -> PackedRows {
    var packed = rows
    packed.seal()
    // A store has no two rows with one rowid.
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

  /// The rows in the order they came.
  package var unsorted: [StoredRow] { rows(isOrdered ? packed : staged.unsorted) }

  private func rows(_ packed: PackedRows) -> [StoredRow] {
    packed.blocks.flatMap { block in
      (0..<block.count).map { StoredRow(BlockRow(block, $0), columns: query.layout.columns) }
    }
  }
}

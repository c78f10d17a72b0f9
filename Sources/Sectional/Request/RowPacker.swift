/// The rows of a query, checked, ordered and packed in the order they arrived.
package struct RowPacker: Sendable {
  let query: RowQuery
  /// Whether the rows were requested in the query's order.
  let isOrdered: Bool
  private var filter: PageFilter
  /// The number of rows that matched, with those that weren't kept.
  private(set) var received = 0
  /// The rows, if they were requested in order.
  private(set) var rows: PackedRows
  /// The rows, if they were requested in any order.
  private(set) var staged: StagedRows
  /// The rows, if they were requested in order and are only counted.
  private var counted: CountedRows?
  /// Checks the rows until records are known to be created from them correctly.
  private var mappingLook: MappingLook?
  private var keyBuilder: RowOrderKeyBuilder
  private var orderKey = RowOrderKey()

  /// Creates a packer.
  ///
  /// - Parameters:
  ///   - query: The query whose rows are packed.
  ///   - isOrdered: Whether the rows are requested in the query's order; in the opposite order if they precede a
  ///     position.
  ///   - page: The rows to keep, or `nil` to keep all.
  ///   - skipped: The number of rows before the page that aren't appended.
  init(_ query: RowQuery, isOrdered: Bool, page: RowPage? = nil, skipped: Int = 0) {
    self.query = query
    self.isOrdered = isOrdered && page?.isReversed != true
    filter = PageFilter(page, arrivesInOrder: isOrdered, skipped: skipped)
    let grouping = RowGrouping(query.ordering)
    rows = PackedRows(grouping, shape: query.shape)
    staged = StagedRows(grouping, shape: query.shape)
    if page?.isCounted == true, self.isOrdered {
      counted = CountedRows(grouping, shape: query.shape)
    }
    mappingLook = MappingLook(query.request.rows.mappingCheck)
    keyBuilder = RowOrderKeyBuilder(query.ordering)
  }

  var count: Int { rows.count + staged.count + (counted?.count ?? 0) }

  /// Whether further rows should be packed on another thread.
  ///
  /// With only a few rows, packing them takes less time than handing them over. Rows in order become the list's own
  /// blocks, which must not come from another thread: most allocators keep memory per thread, and the memory of
  /// blocks that later changes replace would not be reused.
  var isWorthALane: Bool { !filter.hasPage && !isOrdered && count >= 16_384 }

  /// The number of rows that the page can still take.
  var missing: Int { filter.missing(after: count) }

  /// Whether the page is complete, because the rows arrive in order from its anchor.
  var isFilled: Bool { filter.isFilled(after: count) }

  /// Whether the rows of a page came in the order in which they were requested.
  var arrivedInOrder: Bool { filter.arrivedInOrder }

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
      return try orderKey(contents, rowID, isWanted)
    }
    var contents = contents
    contents.append(section)
    try orderKey(contents, rowID, isWanted)
  }

  private mutating func orderKey(
    _ contents: PackedRow, _ rowID: Int64?, _ isWanted: ((RowKey) -> Bool)?
  ) throws(StoreError) {
    defer { if orderKey.bytes.capacity > RowTreeShape.hugeBytes { orderKey = RowOrderKey() } }
    keyBuilder.compute(contents, rowID: rowID, into: &orderKey)
    if let isWanted, !isWanted(RowKey(bytes: Array(orderKey.bytes[orderKey.identity]))) { return }
    received += 1
    guard filter.keeps(orderKey, after: count, in: rows.grouping) else { return }
    let kept = try query.keptCells(of: contents)
    guard counted == nil else { return counted?.append(&orderKey, summing: kept) ?? () }
    unsafe kept.withUnsafeBytes { contents in
      if isOrdered {
        unsafe rows.append(&orderKey, contents: contents, rowID: rowID)
      } else {
        unsafe staged.append(orderKey, contents: contents, rowID: rowID)
      }
    }
    if !isOrdered { filter.dropSurplus(of: &staged) }
  }

  /// The packed rows: as they arrived if they were requested in order, and otherwise sorted.
  var packed: PackedRows {
    guard let page = filter.page, !isOrdered else {
      return sealed(isOrdered ? rows : staged.sorted())
    }
    let kept = staged.nearest(page.rowsFromAnchor, fromEnd: page.isReversed)
    return sealed(kept.inOrder(from: filter.unskipped))
  }

  /// The rows of a page, counted.
  var countedRows: CountedRows {
    guard var counted else { return CountedRows(packed) }
    counted.seal()
    return counted
  }

  /// Returns the rows of a page among the packed ones.
  ///
  /// - Complexity: O(*n* log *n*), where *n* is the number of rows.
  func cut(to page: RowPage) -> RowPacker {
    var cut = RowPacker(query, isOrdered: false, page: page)
    for block in packed.blocks {
      for position in 0..<block.count {
        let record = block[position]
        cut.orderKey = block.orderKey(of: position)
        cut.received += 1
        guard cut.filter.keeps(cut.orderKey, after: cut.count, in: cut.rows.grouping) else {
          continue
        }
        unsafe block.bytes.withUnsafeBytes { bytes in
          unsafe cut.staged.append(
            cut.orderKey, contents: UnsafeRawBufferPointer(rebasing: bytes[record.contents]),
            rowID: record.rowID)
        }
        cut.filter.dropSurplus(of: &cut.staged)
      }
    }
    return cut
  }

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
  package var unsorted: [StoredRow] { rows(isOrdered || filter.hasPage ? packed : staged.unsorted) }

  private func rows(_ packed: PackedRows) -> [StoredRow] {
    packed.blocks.flatMap { block in
      (0..<block.count).map { StoredRow(BlockRow(block, $0), columns: query.layout.columns) }
    }
  }
}

/// The rows of a query, checked, ordered and packed in the order they arrived.
package struct RowPacker: Sendable {
  let query: RowQuery
  /// Whether the rows were requested in the query's order.
  let isOrdered: Bool
  private let arrivesInOrder: Bool
  /// The rows to keep, or `nil` to keep all.
  private let page: RowPage?
  // Reading these of the page would copy it for each row.
  private let hasPage: Bool
  private let isReversed: Bool
  private let mostRows: Int
  /// The number of rows in order that come before the page.
  private var unskipped: Int
  /// The last of the rows that belong to the page, as far as it is known; rows after it are dropped.
  private var end: RowOrderKey?
  /// The order key of the row that arrived before, if the rows of a page are to arrive in order.
  private var previous = RowOrderKey()
  /// Whether the rows of a page came in the order in which they were requested.
  private(set) var arrivedInOrder = true
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
    arrivesInOrder = isOrdered
    self.isOrdered = isOrdered && page?.isReversed != true
    self.page = page
    (hasPage, isReversed, mostRows) = (page != nil, page?.isReversed == true, page?.count ?? .max)
    unskipped = (page?.rank ?? 0) - skipped
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
  var isWorthALane: Bool { !hasPage && !isOrdered && count >= 16_384 }

  /// The number of rows that the page can still take.
  var missing: Int { hasPage ? max(mostRows - count, 0) : .max }

  /// Whether the page is complete, because the rows arrive in order from its anchor.
  var isFilled: Bool { arrivesInOrder && missing == 0 }

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
    guard isKept() else { return }
    let kept = try query.keptCells(of: contents)
    guard counted == nil else { return counted?.append(&orderKey, summing: kept) ?? () }
    unsafe kept.withUnsafeBytes { contents in
      if isOrdered {
        unsafe rows.append(&orderKey, contents: contents, rowID: rowID)
      } else {
        unsafe staged.append(orderKey, contents: contents, rowID: rowID)
      }
    }
    if !isOrdered, let page { dropRows(beyond: page) }
  }

  /// Returns whether the row whose order key was computed last can belong to the page.
  private mutating func isKept() -> Bool {
    if arrivesInOrder, hasPage { checkOrder() }
    // Rows in order that follow one of the page are on the same side of its anchor.
    if isOrdered, count > 0 { return missing > 0 }
    guard let page else { return true }
    guard page.admits(orderKey, in: rows.grouping) else { return false }
    guard isOrdered else { return isBeforeEnd(of: page) }
    guard unskipped == 0 else {
      unskipped -= 1
      return false
    }
    return missing > 0
  }

  /// Checks whether the row comes in the order in which the rows of the page were requested.
  private mutating func checkOrder() {
    if !previous.bytes.isEmpty, arrivedInOrder {
      arrivedInOrder =
        isReversed
        ? orderKey.precedes(previous, in: rows.grouping)
        : previous.precedes(orderKey, in: rows.grouping)
    }
    previous.copy(orderKey)
  }

  private func isBeforeEnd(of page: RowPage) -> Bool {
    guard let end else { return true }
    return page.isReversed
      ? end.precedes(orderKey, in: rows.grouping) : orderKey.precedes(end, in: rows.grouping)
  }

  /// Drops rows that can't belong to the page now and then, so that few more are in memory than it reaches over.
  private mutating func dropRows(beyond page: RowPage) {
    let reach = page.rowsFromAnchor
    guard reach < Int.max / 4, staged.count >= reach * 2 + 1024 else { return }
    staged = staged.nearest(reach, fromEnd: page.isReversed)
    end = page.isReversed ? staged.firstOrderKey : staged.lastOrderKey
  }

  /// The packed rows: as they arrived if they were requested in order, and otherwise sorted.
  var packed: PackedRows {
    guard let page, !isOrdered else { return sealed(isOrdered ? rows : staged.sorted()) }
    let kept = staged.nearest(page.rowsFromAnchor, fromEnd: page.isReversed)
    return sealed(kept.inOrder(from: unskipped))
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
        guard cut.isKept() else { continue }
        unsafe block.bytes.withUnsafeBytes { bytes in
          unsafe cut.staged.append(
            cut.orderKey, contents: UnsafeRawBufferPointer(rebasing: bytes[record.contents]),
            rowID: record.rowID)
        }
        cut.dropRows(beyond: page)
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
  package var unsorted: [StoredRow] { rows(isOrdered || page != nil ? packed : staged.unsorted) }

  private func rows(_ packed: PackedRows) -> [StoredRow] {
    packed.blocks.flatMap { block in
      (0..<block.count).map { StoredRow(BlockRow(block, $0), columns: query.layout.columns) }
    }
  }
}

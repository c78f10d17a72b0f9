extension ListReader {
  /// Loads requested blocks, and evicts the least recently used ones.
  ///
  /// - Parameters:
  ///   - wanted: The requested blocks and rows.
  ///   - held: The list as it was read, which gets the rows.
  ///   - changes: The changes that lead to it; replaced if a block has other rows than were counted.
  ///   - reader: The reader of the open transaction.
  /// - Returns: The keys of the rows that are in memory now.
  /// - Throws: ``StoreError`` if the store can't be read.
  func loadBlocks(
    _ wanted: WantedRows, into held: inout HeldList, _ changes: inout ListChanges,
    _ reader: Reader
  ) async throws -> [RowKey] {
    for range in wanted.touchedRanges { held.looked.touch(range) }
    let ranges =
      try await wanted.ranges + self.ranges(of: wanted.keys, in: held.snapshot, reader)
    let recounted = held.snapshot.coverage.counting.recountedBlocks
    let loaded = try await load(ranges, into: &held, reader)
    if held.snapshot.coverage.counting.recountedBlocks != recounted { changes = .reset }
    held.looked.insert(wanted: ranges, in: held.snapshot.list)
    held.looked.evict(beyond: mostRowsInMemory, in: held.snapshot.list)
    let list = held.snapshot.list.blocks.evicting(except: held.looked)
    if list.blocks.residentRanks != held.snapshot.list.blocks.residentRanks {
      held.snapshot.contentsLook = thisLook
    }
    held.snapshot.list = list
    return loaded
  }

  /// The number of rows that a list with a window holds.
  var mostRowsInMemory: Int {
    if case .blocks(let most) = request.extent.residency { most } else { .max }
  }

  /// Reads rows by key, and returns the blocks that they are in.
  private func ranges(
    of keys: [RowKey], in snapshot: RowSnapshot, _ reader: Reader
  ) async throws -> [OrderRange] {
    guard !keys.isEmpty else { return [] }
    let query = try await queryWithoutContents(reader)
    let rows = try await reader.rows(of: query, for: Set(keys)).packer()
    diagnostics.rowsRead += rows.count
    return rows.packed.all.map(\.orderKey).filter {
      snapshot.coverage.side(of: $0, in: snapshot.list.grouping) == .inside
    }.compactMap { snapshot.list.blocks[for: $0]?.range }
  }

  /// Reads those blocks that have a part of some ranges and aren't in memory with their contents.
  ///
  /// - Returns: The keys of the rows in these ranges.
  @discardableResult func load(
    _ ranges: [OrderRange], into held: inout HeldList, _ reader: Reader
  ) async throws -> [RowKey] {
    var keys: [RowKey] = []
    for range in ranges {
      for known in firstBlocks(in: range, of: held.snapshot.list) {
        // One that was loaded before can have other rows than were counted, which changes the ranks of those behind it.
        let blocks = held.snapshot.list.blocks
        guard let block = blocks[for: RowOrderKey(bytes: known.separator)],
          block.separator == known.separator
        else { continue }
        try await load(block, into: &held, reader)
        for part in held.snapshot.list.blocks[in: block.range] where part.isResident {
          held.looked.insert(part.range)
        }
      }
      for block in held.snapshot.list.blocks[in: range] where block.isResident {
        keys += held.snapshot.list.keys(in: block.ranks)
      }
    }
    return keys
  }

  /// Returns the first blocks of a range, up to the number of rows that a list holds.
  ///
  /// A range without an end can have become long since it was requested.
  private func firstBlocks(in range: OrderRange, of list: RowList) -> [ListBlock] {
    var rows = 0
    return list.blocks[in: range].filter { block in
      defer { rows += block.ranks.count }
      return rows == 0 || rows + block.ranks.count <= mostRowsInMemory
    }
  }

  private func load(
    _ block: ListBlock, into held: inout HeldList, _ reader: Reader
  ) async throws {
    let missing = held.snapshot.list.blocks.keysWithoutContents(in: block)
    guard missing?.allSatisfy({ unreadableRows[$0] != nil }) != true else {
      if let row = missing?.first { problem = unreadableRows[row] }
      return
    }
    let query = try query(held.snapshot.layout)
    let rank = block.ranks.lowerBound
    do {
      let counted = try await rowsAsCounted(
        of: query, in: block, of: held.snapshot.coverage, reader)
      if counted.map({ held.snapshot.fill(blockAt: rank, with: $0, thisLook) }) != true {
        let rows = try await self.rows(
          of: query, in: block, of: held.snapshot.coverage, expecting: block.ranks.count, reader)
        recount(block, with: rows, of: &held.snapshot)
      }
    } catch let error as StoreError where error.code == .unexpectedCell {
      try await loadWithoutContents(block, into: &held, reader)
    }
  }

  /// Reads the rows that a block counts, if these are mostly still the next ones from its beginning; `nil` if others came to them.
  ///
  /// Only in doubt can others have come unnoticed: behind the block's last row, before the first one of all, or before the block,
  /// so that its rank is another one.
  private func rowsAsCounted(
    of query: RowQuery, in block: ListBlock, of coverage: Coverage, _ reader: Reader
  ) async throws -> PackedRows? {
    let count = block.ranks.count
    guard coverage.counting.doubt != nil else {
      let page = RowPage(
        from: block.position(in: query.ordering), rank: block.ranks.lowerBound, count: count)
      return try await self.page(page, of: query, reader).rows
    }
    let rows = try await page(
      block.firstPage(count + 1, of: coverage, in: query.ordering), of: query, reader
    ).rows
    let own = rows.all.filter { block.reaches($0.orderKey, coverage, rows.grouping) }
    let none = PackedRows(RowGrouping(query.ordering), shape: query.shape)
    return own.count == count ? PackedRows(copying: own, rows.grouping, of: none) : nil
  }

  /// Reads a block with a row whose contents can't be read: the keys of all, and then the contents of the others.
  private func loadWithoutContents(
    _ block: ListBlock, into held: inout HeldList, _ reader: Reader
  ) async throws {
    let keys = try await queryWithoutContents(reader)
    let rows = try await rows(
      of: keys, in: block, of: held.snapshot.coverage, expecting: block.ranks.count, reader)
    if !held.snapshot.fill(blockAt: block.ranks.lowerBound, with: rows, thisLook) {
      recount(block, with: rows, of: &held.snapshot)
    }
    try await fill(&held, Set(rows.all.map(\.key)), reader)
  }

  /// Takes over the rows that are in the range of a block, which are others than were counted.
  private func recount(
    _ block: ListBlock, with rows: PackedRows, of snapshot: inout RowSnapshot
  ) {
    let rank = block.ranks.lowerBound
    snapshot.list = snapshot.list.blocks.replacing(at: rank, with: rows)
    snapshot.markChanged(in: thisLook)
    snapshot.coverage.counting.recountedBlocks += 1
    // In doubt, other blocks are expected.
    guard snapshot.coverage.counting.doubt == nil else { return }
    snapshot.coverage.counting.doubt = UnfollowedChange.untraced.reason
    diagnostics.fullFetchReason = UnfollowedChange.untraced.reason
  }

  /// Reads the rows in the range of a block.
  ///
  /// The block's rank isn't told: rows may have come or gone before it since it was counted, so a store that can't compare
  /// the position must look at all rows.
  ///
  /// - Parameters:
  ///   - query: What to read of them.
  ///   - block: The block.
  ///   - coverage: Which rows of the list are known.
  ///   - count: How many rows there are, as far as it is known.
  ///   - reader: The reader of the open transaction.
  /// - Returns: The rows, in ascending order.
  /// - Throws: ``StoreError`` if the store can't be read.
  func rows(
    of query: RowQuery, in block: ListBlock, of coverage: Coverage, expecting count: Int,
    _ reader: Reader
  ) async throws -> PackedRows {
    let none = PackedRows(RowGrouping(query.ordering), shape: query.shape)
    var (found, grouping) = ([BlockRow](), none.grouping)
    // One more row shows where the block ends.
    var page = block.firstPage(count + 1, of: coverage, in: query.ordering)
    while true {
      let rows = try await self.page(page, of: query, reader).rows
      let own = rows.all.filter { block.reaches($0.orderKey, coverage, rows.grouping) }
      found += own
      grouping = rows.grouping
      guard own.count == rows.count, rows.count == page.count, let last = own.last else { break }
      page = RowPage(
        after: RowPosition(decoding: last.order(rows.grouping), query.ordering),
        count: max(count, 256))
    }
    return PackedRows(copying: found, grouping, of: none)
  }
}

extension RowSnapshot {
  /// Takes over the rows of a block that was counted.
  ///
  /// - Returns: Whether they are those that were counted.
  fileprivate mutating func fill(
    blockAt rank: Int, with rows: PackedRows, _ look: LookStamp
  ) -> Bool {
    guard let filled = list.blocks.evicting(at: [rank]).blocks.filling(at: rank, with: rows) else {
      return false
    }
    (list, contentsLook) = (filled, look)
    return true
  }
}

extension ListBlock {
  /// The position to read the block from; unknown rows may have come before its first one.
  fileprivate func position(in ordering: RowOrdering) -> RowPosition {
    RowPosition(decoding: ordering.isOrder(separator) ? separator : start, ordering)
  }

  /// Returns the page with the first rows of the block's range; in doubt, the first block of all begins where the list does.
  fileprivate func firstPage(
    _ count: Int, of coverage: Coverage, in ordering: RowOrdering
  ) -> RowPage {
    ranks.lowerBound == 0 && coverage.counting.doubt != nil
      ? RowPage(from: 0, count: count) : RowPage(from: position(in: ordering), count: count)
  }

  /// Returns whether a row that isn't before the block belongs to it.
  fileprivate func reaches(
    _ orderKey: RowOrderKey, _ coverage: Coverage, _ grouping: RowGrouping
  ) -> Bool {
    guard let end else { return coverage.side(of: orderKey, in: grouping) == .inside }
    return orderKey.precedes(RowOrderKey(bytes: end), in: grouping)
  }
}

extension BlockRow {
  /// The bytes that order the row.
  fileprivate func order(_ grouping: RowGrouping) -> [UInt8] { block.order(of: position, grouping) }
}

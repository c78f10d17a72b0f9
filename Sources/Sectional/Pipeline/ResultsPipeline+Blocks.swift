extension ResultsPipeline {
  /// Reads the blocks that somebody wants to look at, and drops those that were wanted the longest time ago.
  ///
  /// - Parameters:
  ///   - wanted: What somebody wants to look at.
  ///   - held: The list as it was read, which gets the rows.
  ///   - changes: The changes that lead to it; replaced if a block has other rows than were counted.
  ///   - reader: The reader of the open transaction.
  /// - Returns: The keys of the rows that are in memory now.
  /// - Throws: ``StoreError`` if the store can't be read.
  func loadBlocks(
    _ wanted: WantedRows, into held: inout Held, _ changes: inout ListChanges,
    _ reader: Store.Reader
  ) async throws -> [RowKey] {
    for range in wanted.touchedRanges { held.looked.touch(range) }
    let ranges =
      try await wanted.ranges + self.ranges(of: wanted.keys, in: held.snapshot, reader)
    let recounted = held.snapshot.partial?.recountedBlocks
    let loaded = try await load(ranges, into: &held, reader)
    if held.snapshot.partial?.recountedBlocks != recounted { changes = .reset }
    held.looked.note(wanted: ranges, in: held.snapshot.list)
    held.looked.evict(beyond: mostRowsInMemory, in: held.snapshot.list)
    let list = held.snapshot.list.counting(except: held.looked)
    if list.residentRanks != held.snapshot.list.residentRanks {
      held.snapshot.contentsLook = thisLook
    }
    held.snapshot.list = list
    return loaded
  }

  /// The number of rows that a list with a window holds.
  var mostRowsInMemory: Int { request.extent.windowSize ?? .max }

  /// Reads rows by key, and returns the blocks that they are in.
  private func ranges(
    of keys: [RowKey], in snapshot: RowSnapshot, _ reader: Store.Reader
  ) async throws -> [OrderRange] {
    guard !keys.isEmpty, let partial = snapshot.partial else { return [] }
    let query = try await queryWithoutContents(reader)
    let rows = try await reader.rows(of: query, for: Set(keys)).packer()
    diagnostics.rowsRead += rows.count
    return rows.packed.all.map(\.orderKey).filter(partial.covers).compactMap {
      snapshot.list.block(for: $0)?.range
    }
  }

  /// Reads those blocks that have a part of some ranges and aren't in memory with their contents.
  ///
  /// - Returns: The keys of the rows in these ranges.
  @discardableResult func load(
    _ ranges: [OrderRange], into held: inout Held, _ reader: Store.Reader
  ) async throws -> [RowKey] {
    var keys: [RowKey] = []
    for range in ranges {
      for block in firstBlocks(in: range, of: held.snapshot.list) {
        try await load(block, into: &held.snapshot, reader)
        for part in held.snapshot.list.blocks(in: block.range) where part.isResident {
          held.looked.note(part.range)
        }
      }
      for block in held.snapshot.list.blocks(in: range) where block.isResident {
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
    return list.blocks(in: range).filter { block in
      defer { rows += block.ranks.count }
      return rows == 0 || rows + block.ranks.count <= mostRowsInMemory
    }
  }

  private func load(
    _ block: ListBlock, into snapshot: inout RowSnapshot, _ reader: Store.Reader
  ) async throws {
    let rank = block.ranks.lowerBound
    guard !snapshot.list.hasContents(block) else { return }
    let query = try query(snapshot.layout)
    do {
      // Mostly, the rows that were counted are still the next ones from there.
      let page = RowPage(
        from: RowPosition(decoding: block.start, query.ordering), rank: rank,
        count: block.ranks.count)
      let rows = try await self.page(page, of: query, reader).rows
      let counted = snapshot.list.counting(blocksAt: [rank])
      if let filled = counted.filling(blockAt: rank, with: rows) {
        (snapshot.list, snapshot.contentsLook) = (filled, thisLook)
      } else {
        try await recount(block, of: &snapshot, query, reader)
      }
    } catch let error as StoreError where error.code == .unexpectedCell {
      // The other blocks can be read.
      problem = error
    }
  }

  /// Takes over the rows that are in the range of a block, which are others than were counted.
  private func recount(
    _ block: ListBlock, of snapshot: inout RowSnapshot, _ query: RowQuery, _ reader: Store.Reader
  ) async throws {
    let rows = try await rows(
      of: query, in: block, upTo: snapshot.partial?.frontier, expecting: block.ranks.count, reader)
    let rank = block.ranks.lowerBound
    let counted = snapshot.list.counting(blocksAt: [rank])
    diagnostics.fullFetchReason = "a row changed without a trace in the record of changes"
    snapshot.list = counted.recounting(blockAt: rank, with: rows)
    snapshot.contentsLook = thisLook
    snapshot.partial?.doubt = diagnostics.fullFetchReason
    snapshot.partial?.recountedBlocks += 1
    snapshot.partial?.changeLook = thisLook
  }

  /// Reads the rows in the range of a block.
  ///
  /// - Parameters:
  ///   - query: What to read of them.
  ///   - block: The block.
  ///   - frontier: The position up to which rows are counted, or `nil` if all are.
  ///   - count: How many rows there are, as far as it is known.
  ///   - reader: The reader of the open transaction.
  /// - Returns: The rows, in ascending order.
  /// - Throws: ``StoreError`` if the store can't be read.
  func rows(
    of query: RowQuery, in block: ListBlock, upTo frontier: [UInt8]?, expecting count: Int,
    _ reader: Store.Reader
  ) async throws -> PackedRows {
    var found = PackedRows(RowGrouping(query.ordering), shape: query.shape)
    var page = RowPage(
      from: RowPosition(decoding: block.start, query.ordering), rank: block.ranks.lowerBound,
      // One more row shows where the block ends.
      count: count + 1)
    while true {
      let rows = try await self.page(page, of: query, reader).rows
      let own = rows.all.filter { block.ends(behind: $0.order(rows.grouping), frontier) }
      found = PackedRows(copying: found.all + own, rows.grouping, of: found)
      guard own.count == rows.count, rows.count == page.count, let last = own.last else { break }
      page = RowPage(
        after: RowPosition(decoding: last.order(rows.grouping), query.ordering),
        rank: block.ranks.lowerBound + found.count, count: max(count, 256))
    }
    return found
  }
}

extension RowList {
  /// Returns whether the contents of all rows of a block are in memory.
  fileprivate func hasContents(_ block: ListBlock) -> Bool {
    block.isResident && tree.block(ofRank: block.ranks.lowerBound).block.lacksNoContents
  }
}

extension RowBlock {
  /// Whether all rows have contents.
  fileprivate var lacksNoContents: Bool { slots.indices.allSatisfy { self[$0].hasContents } }
}

extension ListBlock {
  /// Returns whether a row that isn't before the block belongs to it, given its compared bytes.
  fileprivate func ends(behind order: [UInt8], _ frontier: [UInt8]?) -> Bool {
    if let end { return ByteOrder.compare(order, end) == .less }
    return frontier.map { ByteOrder.compare(order, $0) != .greater } ?? true
  }
}

extension BlockRow {
  /// The bytes that order the row.
  fileprivate func order(_ grouping: RowGrouping) -> [UInt8] { block.order(of: position, grouping) }
}

// Rows that are only counted.
extension ListFollower {
  /// Returns the rows with unknown places, if they were counted where they are now.
  ///
  /// They were if the sums of their blocks are those that were counted.
  ///
  /// - Returns: The rows, or `nil` if these rows were elsewhere, or if that can't be determined.
  func unmoved(
    _ placed: PlacedRows, in snapshot: RowSnapshot
  ) async throws -> [BlockRow]? {
    let list = snapshot.list
    guard
      let rows = placed.arrived(
        named: placed.unknown, keyIsRowID: snapshot.layout.keyIsRowID)
    else { return nil }
    let blocks = Dictionary(grouping: rows) { list.blocks[for: $0.orderKey]?.ranks.lowerBound }
    guard blocks.count <= options.mostRestoredBlocks else { return nil }
    for (rank, rows) in blocks {
      guard let rank, !list.blocks.isResident(rank),
        try await restored(
          list.blocks[ofRank: rank], of: list, placed, snapshot.coverage,
          taking: rows.map { ($0.orderKey, $0.record.rowID) }) != nil
      else { return nil }
    }
    return rows
  }

  /// Returns the list before a change with those rows in memory that it concerns, or `nil` if it concerns too many blocks.
  func restored(_ snapshot: RowSnapshot, around placed: PlacedRows) async throws -> RowList? {
    var list = snapshot.list
    guard snapshot.extent.countsRows else { return list }
    let blocks = placed.countedBlocks(of: list)
    guard placed.isSmall(blocks, options, query.shape) else { return nil }
    for block in blocks {
      guard let restored = try await restored(block, of: list, placed, snapshot.coverage) else {
        throw UnfollowedChange.otherRows
      }
      list = restored
    }
    return list
  }

  /// Reads a block as it was before the change.
  ///
  /// - Parameters:
  ///   - block: The block.
  ///   - list: The list before the change.
  ///   - placed: The rows that came, went or changed.
  ///   - coverage: Which rows are known.
  ///   - unmoved: Those that are taken for unmoved.
  /// - Returns: The list with the block's rows, or `nil` if it had other rows than were counted.
  /// - Throws: What reading the block throws.
  private func restored(
    _ block: ListBlock, of list: RowList, _ placed: PlacedRows, _ coverage: Coverage,
    taking unmoved: [PlacedRows.Counted] = []
  ) async throws -> RowList? {
    let present = try await readBlock(block, coverage, block.ranks.count + placed.arrived.count)
    let gone = placed.counted.filter { list.blocks[for: $0.orderKey]?.ranks == block.ranks }
    return list.blocks.restoring(
      at: block.ranks.lowerBound, from: present, without: placed.keys, and: gone + unmoved)
  }

  /// Adds up how many rows there are in each block after a change, without reading them.
  ///
  /// - Returns: The list, which has no row in memory.
  func recounted(_ snapshot: RowSnapshot, by placed: PlacedRows) async throws -> FollowedList {
    guard snapshot.list.tree.shape.summary == nil else {
      throw UnfollowedChange("many rows changed that are summed up")
    }
    var followed = FollowedList(snapshot, before: snapshot.list)
    followed.isRecounted = true
    followed.snapshot.list = try await adjusted(snapshot, by: placed)
    return followed
  }

  private func adjusted(
    _ snapshot: RowSnapshot, by placed: PlacedRows
  ) async throws -> RowList {
    guard
      var list = snapshot.list.blocks.evicting(except: LookedRanges()).blocks.adjusting(
        removing: placed.counted.map(\.orderKey) + placed.known.map(\.row.orderKey),
        adding: placed.arrived.all.map(\.orderKey))
    else { throw UnfollowedChange.contradiction }
    for row in placed.arrived.all {
      // Reading a block that grew that much would take up the memory of many.
      guard let block = list.blocks[for: row.orderKey],
        block.ranks.count > query.shape.blockRows * 2
      else { continue }
      let rows = try await readBlock(block, snapshot.coverage, block.ranks.count)
      guard let divided = list.blocks.dividing(at: block.ranks.lowerBound, into: rows) else {
        throw UnfollowedChange.contradiction
      }
      list = divided
    }
    return list
  }
}

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
    let ranks = Set(rows.map { list.blocks[for: $0.orderKey]?.ranks.lowerBound })
    guard ranks.count <= options.mostRestoredBlocks else { return nil }
    let change = CountedChange(placed, taking: rows, in: list.blocks)
    for rank in ranks {
      guard let rank, !list.blocks.isResident(rank),
        try await restored(
          list.blocks[ofRank: rank], of: list, change, snapshot.coverage) != nil
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
    let change = CountedChange(placed, in: list.blocks)
    for block in blocks {
      guard let restored = try await restored(block, of: list, change, snapshot.coverage) else {
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
  ///   - change: The rows that came, went or changed.
  ///   - coverage: Which rows are known.
  /// - Returns: The list with the block's rows, or `nil` if it had other rows than were counted.
  /// - Throws: What reading the block throws.
  private func restored(
    _ block: ListBlock, of list: RowList, _ change: CountedChange, _ coverage: Coverage
  ) async throws -> RowList? {
    let present = try await readBlock(block, coverage, change.presentCount(of: block))
    return list.blocks.restoring(
      at: block.ranks.lowerBound, from: present, without: change.keys, and: change.old(in: block))
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

/// The rows that changed, by the blocks that count them.
private struct CountedChange {
  /// The keys of the rows that came, went or changed.
  let keys: Set<RowKey>
  // By the rank of the first row of a block, which stays when the block's rows are read.
  private let gone: [Int?: [PlacedRows.Counted]]
  private let arrivedCounts: [Int?: Int]

  /// Creates the change of a list's blocks.
  ///
  /// - Parameters:
  ///   - placed: The rows that came, went or changed.
  ///   - unmoved: Those that are taken for unmoved.
  ///   - blocks: The blocks before the change.
  init(_ placed: PlacedRows, taking unmoved: [BlockRow] = [], in blocks: ListBlocks) {
    func rank(for orderKey: RowOrderKey) -> Int? { blocks[for: orderKey]?.ranks.lowerBound }
    keys = placed.keys
    gone = Dictionary(
      grouping: placed.counted + unmoved.map { ($0.orderKey, $0.record.rowID) }
    ) { rank(for: $0.orderKey) }
    arrivedCounts = placed.arrived.all.reduce(into: [:]) {
      $0[rank(for: $1.orderKey), default: 0] += 1
    }
  }

  /// Returns the rows of a block as they were that went or changed.
  func old(in block: ListBlock) -> [PlacedRows.Counted] { gone[block.ranks.lowerBound] ?? [] }

  /// Returns how many rows are in the range of a block now.
  func presentCount(of block: ListBlock) -> Int {
    let arrivedCount = arrivedCounts[block.ranks.lowerBound] ?? 0
    return max(block.ranks.count - old(in: block).count + arrivedCount, 0)
  }
}

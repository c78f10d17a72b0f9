// The counts of a list that is longer than memory.
extension ListCache {
  /// Reads a list whose counts were kept in a section cache, and brings them up to date.
  ///
  /// - Parameters:
  ///   - counted: The counts.
  ///   - changed: The rows that changed since then.
  ///   - query: The query of the list.
  ///   - reader: The reader of the open transaction.
  /// - Returns: The list, with its first block in memory.
  /// - Throws: ``SectionCacheError`` if the counts can't be used, or ``StoreError`` if the store can't be read.
  func reopened(
    _ counted: CountedOutline, _ changed: ChangedRows, _ query: RowQuery, _ reader: Store.Reader
  ) async throws -> HeldList {
    try await reading.checkWindow(query, reader)
    guard let names = changed.keys, let list = counted.list(query.ordering, shape: query.shape)
    else { throw SectionCacheError.otherBlocks }
    let coverage = Coverage(
      upTo: counted.frontier.map { RowPosition(decoding: $0, query.ordering) })
    var held = HeldList(snapshot: RowSnapshot(list, of: query, coverage))
    held.snapshot.markChanged(in: reading.thisLook)
    do {
      held.snapshot.list = try await self.counted(
        names, changed.oldRows, held.snapshot, query, reader)
    } catch let problem as UnfollowedChange {
      throw SectionCacheError("the store changed: \(problem.reason)")
    }
    if held.snapshot.list.count > 0 {
      try await reading.load([held.snapshot.list.blocks[ofRank: 0].range], into: &held, reader)
    }
    guard held.snapshot.coverage.counting.doubt == nil else { throw SectionCacheError.otherRows }
    return held
  }

  /// Returns a list that only counts its rows after some of them changed.
  private func counted(
    _ names: Set<RowKey>, _ oldRows: [RowKey: OldRow], _ snapshot: RowSnapshot,
    _ query: RowQuery, _ reader: Store.Reader
  ) async throws -> RowList {
    guard !names.isEmpty else { return snapshot.list }
    let follower = reading.follower(query, reader)
    let changed = try await reading.namedRows(names, oldRows, of: snapshot, by: query, reader)
      .rows
    let placed = try await follower.placed(changed, in: snapshot)
    return placed.isEmpty
      ? snapshot.list : try await follower.recounted(snapshot, by: placed).snapshot.list
  }
}

extension SectionCacheError {
  fileprivate static let otherBlocks = SectionCacheError(
    "the file is damaged: its blocks aren't those of a list")
  fileprivate static let otherRows = SectionCacheError(
    "the rows aren't those that the file counts")
}

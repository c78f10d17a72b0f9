public import Foundation

extension ResultsController {
  /// Returns the record at an index path, or `nil` if its contents aren't loaded yet.
  ///
  /// In a list with ``ResultsRequest/fetchBatchSize``, the batch of a row that isn't loaded is requested, and the delegates
  /// are told when it is there. It is also `nil` after a fetch of the sections found them in the section cache, until the
  /// contents follow.
  ///
  /// - Precondition: The list has a row there.
  public func row(ifLoaded indexPath: IndexPath) -> Record? {
    let row = results.row(ifLoaded: indexPath)
    if row == nil {
      prefetchRows(at: [indexPath])
    } else if untrackedResults.snapshot.isBatched {
      noteLook(at: indexPath)
    }
    return row
  }

  /// Notes that somebody looked at a row, so that it isn't the next one to be dropped.
  private func noteLook(at indexPath: IndexPath) {
    let snapshot = untrackedResults.snapshot
    touchedRows.append(snapshot.list[snapshot.rank(at: ElementPath(indexPath))].key)
    if touchedRows.count > 512 { touchedRows.removeFirst(256) }
  }

  /// Requests the contents of rows that will soon be looked at, as `UITableViewDataSourcePrefetching` names them.
  ///
  /// The delegates are told when they are there. Rows whose contents are loaded or requested already cost nothing; lists
  /// without ``ResultsRequest/fetchBatchSize`` have the contents of all rows.
  ///
  /// - Precondition: The list has rows there.
  public func prefetchRows(at indexPaths: [IndexPath]) {
    let keys = results.snapshot.keys(
      inBatchesOf: fetchRequest.fetchBatchSize, at: indexPaths
    ).filter { requestedRows.insert($0).inserted }
    guard !keys.isEmpty else { return }
    pipeline?.load(keys, touching: touchedRows)
    touchedRows = []
  }

  /// Loads the contents of rows, and returns when ``row(ifLoaded:)`` has them.
  ///
  /// The contents belong to the version that the list then shows: what changed in the store before they were read is
  /// delivered with them, also if the list is paused or doesn't track changes. If more rows are loaded at once than a list
  /// keeps, it keeps them until the next ones are loaded.
  ///
  /// - Parameters:
  ///   - indexPaths: The index paths of the rows; their whole batches are loaded.
  ///   - isolation: The owner's actor.
  /// - Throws: ``StoreError`` if the store can't be read, a cell doesn't fit its property, or the list isn't fetched.
  /// - Precondition: The list has rows there.
  public func loadRows(
    at indexPaths: some Sequence<IndexPath>, isolation: isolated any Actor = #isolation
  ) async throws(StoreError) {
    let snapshot = results.snapshot
    if snapshot.outline != nil {
      // Only keys are there yet; the rows may stand elsewhere when their contents are.
      let keys = indexPaths.flatMap { path -> [RowKey] in
        let rank = snapshot.rank(at: ElementPath(path))
        return results.rows(in: rank..<rank + 1).keys
      }
      try await look(loading: keys, isolation: isolation)
      return try await loadRows(at: keys.compactMap(results.indexPath(forKey:)))
    }
    let keys = snapshot.keys(inBatchesOf: fetchRequest.fetchBatchSize, at: indexPaths)
    guard !keys.isEmpty else { return }
    pipeline?.load([], touching: touchedRows)
    touchedRows = []
    try await look(loading: keys, isolation: isolation)
  }
}

extension RowSnapshot {
  /// How many batches are read together if the one before is in memory, because people scroll on.
  private static var batchesAhead: Int { 6 }

  /// Returns the keys of all rows in the batches of some rows; empty if all of them are loaded.
  fileprivate func keys(
    inBatchesOf size: Int, at indexPaths: some Sequence<IndexPath>
  ) -> [RowKey] {
    guard size > 0 else { return [] }
    if let outline {
      // The look that reads the first contents reads these, too.
      return indexPaths.flatMap { outline.keys(in: rowsOf(rank(at: ElementPath($0)) / size, size)) }
    }
    guard isBatched else { return [] }
    var batches: Set<Int> = []
    for indexPath in indexPaths { batches.insert(rank(at: ElementPath(indexPath)) / size) }
    let missing = batches.filter { !isLoaded(rowsOf($0, size)) }
    guard !missing.isEmpty else { return [] }
    // Those that are loaded must not be dropped meanwhile.
    return batches.union(missing.flatMap { batchesAhead(of: $0, size) }).sorted().flatMap {
      list.keys(in: rowsOf($0, size))
    }
  }

  private func rowsOf(_ batch: Int, _ size: Int) -> Range<Int> {
    let start = min(min(batch, count) * min(size, count), count)
    return start..<start + min(size, count - start)
  }

  private func isLoaded(_ ranks: Range<Int>) -> Bool {
    var walk = RowWalk(list, from: ranks.lowerBound)
    while walk.rank < ranks.upperBound, let row = walk.row {
      guard row.hasContents else { return false }
      walk.advance()
    }
    return true
  }

  /// Returns the batches that people probably look at next, if a batch continues one that is in memory.
  private func batchesAhead(of batch: Int, _ size: Int) -> [Int] {
    let rows = rowsOf(batch, size)
    if rows.lowerBound > 0, list[rows.lowerBound - 1].hasContents {
      return (batch..<batch + RowSnapshot.batchesAhead).filter { !rowsOf($0, size).isEmpty }
    }
    if rows.upperBound < list.count, list[rows.upperBound].hasContents {
      return (max(batch - RowSnapshot.batchesAhead + 1, 0)...batch).map { $0 }
    }
    return []
  }
}

extension RowList {
  /// Returns the keys of the rows with some ranks.
  fileprivate func keys(in ranks: Range<Int>) -> [RowKey] {
    var walk = RowWalk(self, from: ranks.lowerBound)
    return ranks.compactMap { _ in
      defer { walk.advance() }
      return walk.row?.key
    }
  }
}

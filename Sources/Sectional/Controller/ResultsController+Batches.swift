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

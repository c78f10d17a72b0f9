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
    if row == nil { prefetchRows(at: [indexPath]) }
    return row
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
    if !keys.isEmpty { pipeline?.load(keys) }
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
    let keys = results.snapshot.keys(
      inBatchesOf: fetchRequest.fetchBatchSize, at: indexPaths)
    guard !keys.isEmpty || !results.isLoaded else { return }
    try await look(loading: keys, isolation: isolation)
  }
}

extension RowSnapshot {
  /// Returns the keys of all rows in the batches of some rows; empty if all of them are loaded.
  fileprivate func keys(
    inBatchesOf size: Int, at indexPaths: some Sequence<IndexPath>
  ) -> [RowKey] {
    guard isBatched, outline == nil, size > 0 else { return [] }
    var batches: Set<Int> = []
    for indexPath in indexPaths { batches.insert(rank(at: ElementPath(indexPath)) / size) }
    var (keys, areLoaded) = ([RowKey](), true)
    for batch in batches.sorted() {
      var walk = RowWalk(list, from: batch * size)
      while let row = walk.row, walk.rank < (batch + 1) * size {
        keys.append(row.key)
        areLoaded = areLoaded && row.hasContents
        walk.advance()
      }
    }
    // Those that are loaded must not be dropped meanwhile.
    return areLoaded ? [] : keys
  }
}

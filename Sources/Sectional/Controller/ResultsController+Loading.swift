public import Foundation

extension ResultsController {
  /// Returns the record at an index path, or `nil` if its contents aren't loaded yet.
  ///
  /// In a list with ``ResultsRequest/fetchBatchSize`` or ``ResultsRequest/fetchWindowSize``, a row that isn't loaded is
  /// requested with those next to it, and the delegates are notified when it is loaded. It is also `nil` after a fetch of
  /// the sections found them in the section cache, but for the first rows, until the contents follow.
  ///
  /// - Precondition: The list has a row there.
  public func row(ifLoaded indexPath: IndexPath) -> Record? {
    let row = results.row(ifLoaded: indexPath)
    if row == nil {
      prefetchRows(at: [indexPath])
    } else if untrackedResults.list.loadsContents {
      requested.touch(untrackedResults.list.look(at: indexPath))
    }
    return row
  }

  /// Requests the contents of rows that will soon be looked at, as `UITableViewDataSourcePrefetching` names them.
  ///
  /// The delegates are notified when they are loaded. Rows whose contents are loaded or requested already cost nothing; lists
  /// without batches and without a window have the contents of all rows.
  ///
  /// - Precondition: The list has rows there.
  public func prefetchRows(at indexPaths: [IndexPath]) {
    let wanted = results.list.wanted(inBatchesOf: fetchRequest.fetchBatchSize, at: indexPaths)
    guard let pipeline = fetches.pipeline, let wanted = requested.requesting(wanted) else { return }
    pipeline.load(wanted)
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
    let list = results.list
    if !list.isLoaded {
      // Only keys are there yet; the rows may be elsewhere when their contents are.
      let keys = indexPaths.flatMap { path -> [RowKey] in
        let rank = list.rank(at: ElementPath(path))
        return list.keys(in: rank..<rank + 1)
      }
      var wanted = WantedRows()
      wanted.keys = keys
      try await look(loading: wanted, isolation: isolation)
      return try await loadRows(at: keys.compactMap(results.indexPath(forKey:)))
    }
    let wanted = list.wanted(inBatchesOf: fetchRequest.fetchBatchSize, at: indexPaths)
    guard !wanted.isEmpty else { return }
    try await look(loading: requested.withTouched(wanted), isolation: isolation)
  }

  /// Loads the contents of the row with a key, and returns where it is.
  ///
  /// In a list with ``ResultsRequest/fetchWindowSize``, which knows the places only of rows that it holds, this is the way to
  /// jump to a row: it is looked up in the store, and the rows around it are loaded. A row after those that are counted so far
  /// isn't in the list yet; see ``page(at:count:isolation:)``.
  ///
  /// - Parameters:
  ///   - key: The key of the row.
  ///   - isolation: The owner's actor.
  /// - Returns: The index path in the list that is then shown; `nil` if the row is hidden or isn't in it.
  /// - Throws: ``StoreError`` if the store can't be read, a cell doesn't fit its property, or the list isn't fetched.
  public func loadRow(
    forKey key: RowKey, isolation: isolated any Actor = #isolation
  ) async throws(StoreError) -> IndexPath? {
    if results.list.isCounted {
      guard results.row(forKey: key) == nil else { return results.indexPath(forKey: key) }
      // Its place may be another one by the time that it is read.
      var wanted = WantedRows()
      wanted.keys = [key]
      try await look(loading: requested.withTouched(wanted), isolation: isolation)
    } else if let indexPath = results.indexPath(forKey: key) {
      try await loadRows(at: [indexPath], isolation: isolation)
    } else if results.place(forKey: key) != nil, results.row(forKey: key) == nil {
      var wanted = WantedRows()
      wanted.keys = [key]
      try await look(loading: requested.withTouched(wanted), isolation: isolation)
    }
    return results.indexPath(forKey: key)
  }
}

extension ResultsController {
  /// Reads some rows of the list from the store, without the rows before them.
  ///
  /// Use it to jump in a list with ``ResultsRequest/fetchWindowSize`` to rows that aren't counted yet. The page isn't followed:
  /// it shows the store's newest state when it is read, which can be newer than the results. If an index has the list's order,
  /// only the rows of the page are read; a page by rank steps over the others in the index.
  ///
  /// - Parameters:
  ///   - place: Where the page begins; the rows around it, if it is a row.
  ///   - count: The largest number of rows.
  ///   - isolation: The owner's actor.
  /// - Returns: The page.
  /// - Throws: ``StoreError`` with code `noSuchRow` if no row has the key; `unsupported` if there are no sections to begin with, or
  ///   if the request has a limit, an offset or ``ResultsRequest/fetchLast``, because all rows of such a list are in its results;
  ///   other errors as of a fetch.
  public func page(
    at place: ResultsPlace, count: Int, isolation: isolated any Actor = #isolation
  ) async throws(StoreError) -> ResultsPage<Record> {
    let request = try query.rowRequest()
    guard !request.extent.isPart else {
      throw StoreError(
        .unsupported,
        "a list with a limit, an offset or a beginning at its end has all its rows in memory; take them from its results"
      )
    }
    let (list, rank) = try await source.store.page(of: request, at: place.start, count: count)
    return ResultsPage(
      results: ResultsList(list, mapping: results.mapping, indexTitle: results.indexTitle),
      rank: rank)
  }
}

extension ResultsController {
  /// Adds the records that come before those of a list that begins at its end (``ResultsRequest/fetchLast``), for example when the
  /// user has scrolled to the top.
  ///
  /// The delegates receive one change set, which inserts records before the first one. What changed in the store before these
  /// were read is delivered with them, also if the list is paused or doesn't track changes. If there are no earlier records,
  /// ``ResultsList/hasEarlierRows`` is `false` afterwards.
  ///
  /// - Parameters:
  ///   - count: The largest number of records to add.
  ///   - isolation: The owner's actor.
  /// - Throws: ``StoreError`` if the store can't be read, a cell doesn't fit its property, the list isn't fetched, or it begins with
  ///   its first record, with code `unsupported`.
  /// - Complexity: O(*n*) for finding the changes, where *n* is the number of records of the list; with an index in the list's
  ///   order, only those to add are read.
  public func loadEarlier(
    _ count: Int, isolation: isolated any Actor = #isolation
  ) async throws(StoreError) {
    try await moveStart(.earlier(count), isolation: isolation)
  }

  /// Drops the first records of a list that begins at its end (``ResultsRequest/fetchLast``), so that it doesn't grow forever, for
  /// example when the user is at the bottom.
  ///
  /// - Parameters:
  ///   - count: The number of records to keep; at least as many stay as the list began with.
  ///   - isolation: The owner's actor.
  /// - Throws: ``StoreError`` as ``loadEarlier(_:isolation:)`` does.
  public func trim(
    to count: Int, isolation: isolated any Actor = #isolation
  ) async throws(StoreError) {
    try await moveStart(.last(count), isolation: isolation)
  }

  private func moveStart(
    _ wanted: WantedRows, isolation: isolated any Actor
  ) async throws(StoreError) {
    guard fetchRequest.fetchLast > 0 else {
      throw StoreError(
        .unsupported, "the list begins with its first row; set fetchLast in its request",
        part: .fetchLast)
    }
    try await look(loading: wanted, isolation: isolation)
  }
}

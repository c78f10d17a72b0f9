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
    var wanted = WantedRows()
    wanted.earlier = min(max(count, 0), Self.mostEarlier)
    try await moveStart(wanted, isolation: isolation)
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
    var wanted = WantedRows()
    wanted.keptRows = max(count, 0)
    try await moveStart(wanted, isolation: isolation)
  }

  /// More rows than fit into memory.
  private static var mostEarlier: Int { 1 << 40 }

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

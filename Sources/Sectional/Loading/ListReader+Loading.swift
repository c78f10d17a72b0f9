extension ListReader {
  /// The number of rows whose contents stay in memory.
  private var mostResidents: Int {
    options.mostLoadedRows ?? request.extent.mostRowsWithContents
  }

  /// The number of rows with a cell that doesn't fit that are read again at each look, each on its own.
  private static var mostUnreadable: Int { 128 }

  /// Loads requested contents, and evicts the least recently used ones.
  ///
  /// - Parameters:
  ///   - wanted: The requested contents.
  ///   - held: The list as it was read, which gets the contents.
  ///   - changes: The changes that lead to it; replaced if its rows turn out to be others.
  ///   - base: The list before.
  ///   - mayFit: Whether cells that didn't fit may fit now, because the store is at another version.
  ///   - reader: The reader of the open transaction.
  /// - Returns: The keys of the wanted rows that the list has, and of those whose contents came unasked.
  /// - Throws: ``StoreError`` if the store can't be read.
  func load(
    _ wanted: WantedRows, into held: inout HeldList, _ changes: inout ListChanges,
    after base: HeldList?, retrying mayFit: Bool, _ reader: Reader
  ) async throws -> (wanted: [RowKey], unasked: [RowKey]) {
    try await moveStart(wanted, of: &held, &changes, after: base, reader)
    switch held.snapshot.extent.residency {
    case .all: return ([], [])
    case .rows(let batch):
      return try await loadRows(
        wanted, inBatchesOf: batch, into: &held, &changes, after: base, retrying: mayFit, reader)
    case .blocks:
      let keys = try await loadBlocks(
        wanted, into: &held, &changes, after: base, retrying: mayFit, reader)
      return (keys, [])
    }
  }

  private func loadBlocks(
    _ wanted: WantedRows, into held: inout HeldList, _ changes: inout ListChanges,
    after base: HeldList?, retrying mayFit: Bool, _ reader: Reader
  ) async throws -> [RowKey] {
    // A wanted row may be among those that are counted now.
    try await countFurther(&held, &changes, after: base, reader)
    do {
      let retried = mayFit ? try await retryUnreadable(&held, reader) : []
      return retried + (try await loadBlocks(wanted, into: &held, &changes, reader))
    } catch let error as StoreError where error.code == .misplacedRows {
      (held, changes) = try await readAgain(
        held, of: held.snapshot.layout, because: UnfollowedChange.untraced.reason, reader)
      try await recountIfDue(&held, &changes, after: base, reader)
      return try await loadBlocks(wanted, into: &held, &changes, reader)
    }
  }

  private func loadRows(
    _ wanted: WantedRows, inBatchesOf batch: Int, into held: inout HeldList,
    _ changes: inout ListChanges, after base: HeldList?, retrying mayFit: Bool, _ reader: Reader
  ) async throws -> (wanted: [RowKey], unasked: [RowKey]) {
    held.residents.touch(wanted.touched)
    let unasked = held.residents.takeUnasked()
    var keys = wanted.keys
    // The first batch is what people see first.
    if base == nil {
      let list = held.snapshot.list
      keys += list.keys(in: 0..<min(batch, list.count))
    }
    if mayFit {
      forgetMostUnreadable()
      keys += unreadableRows.keys
    }
    var loaded = keys.filter(held.residents.contains)
    do {
      loaded += try await fill(
        &held, Set(keys).subtracting(loaded), retrying: mayFit, reader)
    } catch let error as StoreError where error.code == .misplacedRows {
      // Perhaps the record of changes lacked some.
      diagnostics.fullFetchReason = UnfollowedChange.untraced.reason
      held = try await everything(
        held.snapshot.layout, keeping: held.residents, reader)
      loaded = keys.filter(held.residents.contains)
      loaded += try await fill(&held, Set(keys).subtracting(loaded), reader)
      if let base { changes = held.snapshot.changes(from: base.snapshot) }
    }
    held.residents.insert(wanted: loaded)
    drop(held.residents.evict(beyond: mostResidents), of: &held.snapshot, &changes)
    return (loaded, unasked)
  }

  /// Forgets all but some of the rows with a cell that doesn't fit; a forgotten one is read again when it is wanted.
  func forgetMostUnreadable() {
    for row in unreadableRows.keys.dropFirst(ListReader.mostUnreadable) {
      unreadableRows[row] = nil
    }
  }

  /// Evicts contents, and drops the update events of evicted rows.
  private func drop(
    _ evicted: [RowKey], of snapshot: inout RowSnapshot, _ changes: inout ListChanges
  ) {
    guard !evicted.isEmpty else { return }
    snapshot.list = snapshot.list.dropping(contentsOf: evicted)
    snapshot.contentsLook = thisLook
    changes.dropUpdates(
      of: Set(evicted), summing: snapshot.list.tree.shape.summary != nil)
  }
}

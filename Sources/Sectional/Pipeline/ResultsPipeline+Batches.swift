extension ResultsPipeline {
  /// The look that has begun.
  var thisLook: LookStamp { LookStamp(request: request.number, number: startedLooks) }

  /// The number of rows whose contents stay in memory.
  private var mostResidents: Int {
    options.mostLoadedRows ?? request.extent.mostRowsWithContents
  }

  nonisolated func load(_ rows: WantedRows) {
    wanted.withLock { $0.add(rows) }
    signal.note(.demanded)
  }

  func rowsWithContents() -> [RowKey] {
    let wanted = wanted.withLock { $0.keys }
    return (held.map { Array($0.residents.keys) } ?? []) + wanted
  }

  /// Reads the contents of the rows that somebody wants to look at, and drops those that were wanted the longest time ago.
  ///
  /// - Parameters:
  ///   - wanted: The rows that somebody wants to look at.
  ///   - held: The list as it was read, which gets the contents.
  ///   - changes: The changes that lead to it; replaced if its rows turn out to be others.
  ///   - base: The list before.
  ///   - reader: The reader of the open transaction.
  /// - Returns: The keys of the wanted rows that the list has, and of those whose contents came unasked.
  /// - Throws: ``StoreError`` if the store can't be read.
  func loadWanted(
    _ wanted: WantedRows, into held: inout Held, _ changes: inout ListChanges, after base: Held?,
    _ reader: Store.Reader
  ) async throws -> (wanted: [RowKey], unasked: [RowKey]) {
    guard held.snapshot.isBatched else { return ([], []) }
    held.residents.touch(wanted.touched)
    let unasked = held.residents.takeUnasked()
    var keys = wanted.keys
    // The first batch is what people see first.
    if base == nil { keys += held.snapshot.list.keys(upTo: request.extent.batchSize ?? 0) }
    if base?.place.version != held.place.version || held.place.version == nil {
      // What didn't fit may fit now.
      keys += unreadableRows
      unreadableRows = []
    }
    var loaded = keys.filter(held.residents.contains)
    do {
      let missing = Set(keys).subtracting(loaded)
      loaded += try await fill(&held.snapshot, missing, &held.residents, reader)
    } catch let error as StoreError where error.code == .misplacedRows {
      // Perhaps the record of changes lacked some.
      diagnostics.fullFetchReason = "a row changed without a trace in the record of changes"
      let query = try query(held.snapshot.layout)
      held.snapshot = try await outline(of: query, &held.residents, reader)
      loaded = keys.filter(held.residents.contains)
      let missing = Set(keys).subtracting(loaded)
      loaded += try await fill(&held.snapshot, missing, &held.residents, reader)
      if let base { changes = held.snapshot.changes(from: base.snapshot) }
    }
    held.residents.note(wanted: loaded)
    drop(held.residents.evict(beyond: mostResidents), of: &held.snapshot, &changes)
    return (loaded, unasked)
  }

  /// Drops the contents of rows, and the updates of these, which nobody can read any more.
  private func drop(
    _ evicted: [RowKey], of snapshot: inout RowSnapshot, _ changes: inout ListChanges
  ) {
    guard !evicted.isEmpty else { return }
    snapshot.list = snapshot.list.dropping(contentsOf: evicted)
    snapshot.contentsLook = thisLook
    changes.dropUpdates(of: Set(evicted))
  }

  /// Calls a body with the requested rows, and requests them again if the body fails for a reason other than these rows.
  func takingWanted<Output>(
    _ body: (WantedRows) async throws -> Output
  ) async throws -> Output {
    let rows = wanted.withLock { wanted in
      defer { wanted = WantedRows() }
      return wanted
    }
    problem = nil
    do {
      return try await body(rows)
    } catch {
      if StoreError(wrapping: error).code != .misplacedRows {
        wanted.withLock { wanted in
          wanted.keys = rows.keys + wanted.keys
          wanted.ranges = rows.ranges + wanted.ranges
        }
      }
      throw error
    }
  }
}

extension RowList {
  /// Returns the keys of the first rows.
  fileprivate func keys(upTo most: Int) -> [RowKey] {
    (0..<min(most, count)).map { self[$0].key }
  }
}

extension ResultsPipeline {
  /// The rows that somebody wants to look at.
  typealias WantedRows = Locked<[RowKey]>

  /// The number of rows whose contents stay in memory.
  private var mostResidents: Int {
    options.mostLoadedRows ?? max(512, min(request.batchSize, 1 << 32) * 8)
  }

  nonisolated func load(_ keys: [RowKey]) {
    wanted.withLock { $0 += keys }
    signal.note(.demanded)
  }

  /// Returns the query for the order and the keys of all rows, in the open transaction.
  private func queryWithoutContents(_ reader: Store.Reader) async throws -> RowQuery {
    let layout = try await reader.layout(of: requestWithoutContents)
    if let query = outlineQuery, query.layout == layout,
      query.request.number == requestWithoutContents.number
    {
      return query
    }
    var query = try RowQuery(requestWithoutContents, layout: layout)
    query.shape = options.shape
    outlineQuery = query
    return query
  }

  /// Reads the order and the keys of all rows, and the contents of those that were in memory.
  func outline(
    of query: RowQuery, _ residents: inout ResidentRows, _ reader: Store.Reader
  ) async throws -> RowSnapshot {
    let rows = try await reader.rows(of: queryWithoutContents(reader)).packer()
    diagnostics.fullFetches += 1
    diagnostics.rowsRead += rows.count
    do {
      var snapshot = RowSnapshot(
        list: try RowList(rows.packed), layout: query.layout, ordering: query.ordering,
        section: request.section)
      if snapshot.list.wasSorted && rows.isOrdered { diagnostics.sortedHere += 1 }
      (snapshot.isBatched, snapshot.contentsLook) = (true, startedLooks)
      let known = Array(residents.keys)
      residents = ResidentRows()
      do {
        try await fill(&snapshot, known, &residents, reader)
      } catch let error as StoreError where error.code == .misplacedRows {
        // They are read again if somebody looks at them.
        residents = ResidentRows()
      }
      return snapshot
    } catch let error as RowListError {
      throw StoreError(error, in: query.layout)
    }
  }

  /// Reads the rows that may have changed: all their cells if the list holds these, or only what decides their places.
  ///
  /// - Returns: The new snapshot and its changes, or `nil` if a row has taken over another row's key.
  func refreshBatches(
    _ names: Set<RowKey>, of snapshot: RowSnapshot, by query: RowQuery,
    _ residents: inout ResidentRows, _ reader: Store.Reader
  ) async throws -> (RowSnapshot, RowListDiff)? {
    var work = TreeWork()
    let old = snapshot.list.rows(named: names, keyIsRowID: query.layout.keyIsRowID, &work)
    // A few rows are read as a whole, because those that come into view must have contents.
    let areFew = names.count <= 256
    let rows = try await reader.rows(
      of: areFew ? query : queryWithoutContents(reader), for: names
    ).packer()
    diagnostics.rowsRead += rows.count
    do {
      let applied = try snapshot.list.applying(rows.packed, inPlaceOf: old, work)
      diagnostics.work.add(applied.work)
      var next = snapshot
      (next.list, next.contentsLook) = (applied.list, startedLooks)
      let keys = applied.changed.map(\.key)
      residents.remove(applied.changed.filter { $0.new == nil }.map(\.key))
      if areFew {
        let unseen = next.list.unseen(
          applied.changed, besides: &residents, atMost: request.batchSize)
        next.list = next.list.dropping(contentsOf: unseen)
      } else {
        let seen = keys.filter(residents.contains)
        residents.remove(seen)
        try await fill(&next, seen, &residents, reader)
      }
      return (next, next.changes(from: snapshot, among: Set(keys)))
    } catch RowListError.duplicateKey {
      diagnostics.fullFetchReason = "rows no longer have unique keys"
      return nil
    } catch let error as StoreError where error.code == .misplacedRows {
      diagnostics.fullFetchReason = "a row changed without a trace in the record of changes"
      return nil
    } catch let error as RowListError {
      throw StoreError(error, in: snapshot.layout)
    }
  }

  /// Reads the contents of rows that the list doesn't hold yet.
  ///
  /// - Returns: The keys of those rows that the list has.
  @discardableResult private func fill(
    _ snapshot: inout RowSnapshot, _ keys: [RowKey], _ residents: inout ResidentRows,
    _ reader: Store.Reader
  ) async throws -> [RowKey] {
    var work = TreeWork()
    let found = snapshot.list.rows(of: Set(keys), &work)
    let missing = Set(found.lazy.filter { !$0.row.hasContents }.map(\.row.key))
    if !missing.isEmpty {
      let rows = try await reader.rows(of: query(snapshot.layout), for: missing).packer()
      diagnostics.rowsRead += rows.count
      guard rows.count == missing.count, let list = snapshot.list.loading(rows.packed) else {
        throw StoreError.misplacedRows
      }
      (snapshot.list, snapshot.contentsLook) = (list, startedLooks)
    }
    let known = found.map(\.row.key)
    residents.note(known)
    return known
  }

  /// Reads the contents of the rows that somebody wants to look at, and drops those that were wanted the longest time ago.
  ///
  /// - Parameters:
  ///   - keys: The rows that somebody wants to look at.
  ///   - held: The list as it was read, which gets the contents.
  ///   - changes: The changes that lead to it; replaced if its rows turn out to be others.
  ///   - base: The list before.
  ///   - reader: The reader of the open transaction.
  /// - Returns: The keys of the wanted rows that the list has.
  func loadWanted(
    _ keys: [RowKey], into held: inout Held, _ changes: inout RowListDiff, after base: Held?,
    _ reader: Store.Reader
  ) async throws -> [RowKey] {
    guard held.snapshot.isBatched else { return [] }
    // The first batch is what people see first.
    let keys = base == nil ? keys + held.snapshot.list.keys(upTo: request.batchSize) : keys
    var loaded: [RowKey] = []
    do {
      loaded = try await fill(&held.snapshot, keys, &held.residents, reader)
    } catch let error as StoreError where error.code == .misplacedRows {
      // Perhaps the record of changes lacked some.
      diagnostics.fullFetchReason = "a row changed without a trace in the record of changes"
      let query = try query(held.snapshot.layout)
      held.snapshot = try await outline(of: query, &held.residents, reader)
      loaded = try await fill(&held.snapshot, keys, &held.residents, reader)
      if let base { changes = held.snapshot.changes(from: base.snapshot) }
    }
    let evicted = held.residents.evict(beyond: mostResidents, sparesLast: !loaded.isEmpty)
    if !evicted.isEmpty {
      held.snapshot.list = held.snapshot.list.dropping(contentsOf: evicted)
      held.snapshot.contentsLook = startedLooks
    }
    return loaded
  }

  /// Calls a body with the rows that somebody wants to look at, which remain wanted if the body fails for a reason that has
  /// nothing to do with them.
  func takingWanted<Output>(
    _ body: ([RowKey]) async throws -> Output
  ) async throws -> Output {
    let keys = wanted.withLock { wanted in
      defer { wanted = [] }
      return wanted
    }
    do {
      return try await body(keys)
    } catch {
      let ownFaults: Set<StoreError.Code> = [.unexpectedCell, .invalidMapping, .misplacedRows]
      if !ownFaults.contains(StoreError(wrapping: error).code) {
        wanted.withLock { $0 = keys + $0 }
      }
      throw error
    }
  }
}

extension StoreError.Code {
  /// Rows are gone or stand elsewhere, although nothing says that they changed.
  fileprivate static let misplacedRows = StoreError.Code("misplacedRows")
}

extension StoreError {
  fileprivate static let misplacedRows = StoreError(
    .misplacedRows,
    "the store returns other rows when it looks them up by key than when it reads all; leave out "
      + "fetchBatchSize for this list", part: .fetchLimit)
}

extension RowList {
  /// Returns the keys of the first rows.
  fileprivate func keys(upTo most: Int) -> [RowKey] {
    (0..<min(most, count)).map { self[$0].key }
  }

  /// Returns the keys of changed rows that nobody can see: those that had no contents and stand next to none that have.
  ///
  /// - Parameters:
  ///   - changed: The changed rows.
  ///   - residents: The rows with contents; those that come into view are added.
  ///   - most: The largest number of rows that come into view; the others are loaded when they are looked at.
  fileprivate func unseen(
    _ changed: [ChangedRow], besides residents: inout ResidentRows, atMost most: Int
  ) -> [RowKey] {
    var (unseen, seen) = ([RowKey](), [RowKey]())
    var known = residents
    for row in changed.sorted(by: { ($0.new?.rank ?? 0) < ($1.new?.rank ?? 0) }) {
      guard let rank = row.new?.rank, !residents.contains(row.key) else { continue }
      let isSeen =
        (rank > 0 && known.contains(self[rank - 1].key))
        || (rank + 1 < count && residents.contains(self[rank + 1].key)) || count == 1
      if isSeen, seen.count < most {
        seen.append(row.key)
        known.note([row.key])
      } else {
        unseen.append(row.key)
      }
    }
    residents.note(seen)
    return unseen
  }
}

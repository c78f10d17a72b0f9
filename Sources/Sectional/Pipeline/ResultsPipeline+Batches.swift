extension ResultsPipeline {
  private var thisLook: LookStamp { LookStamp(request: request.number, number: startedLooks) }

  /// The number of rows whose contents stay in memory.
  private var mostResidents: Int {
    options.mostLoadedRows ?? max(512, min(request.batchSize, 1 << 32) * 8)
  }

  nonisolated func load(_ keys: [RowKey], touching touched: [RowKey]) {
    wanted.withLock { wanted in
      wanted.keys += keys
      wanted.touched += touched
    }
    signal.note(.demanded)
  }

  func rowsWithContents() -> [RowKey] {
    let wanted = wanted.withLock { $0.keys }
    return (held.map { Array($0.residents.keys) } ?? []) + wanted
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
      (snapshot.isBatched, snapshot.contentsLook) = (true, thisLook)
      do {
        try await fill(&snapshot, Set(residents.keys), &residents, reader)
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
    do {
      // A few rows are read as a whole, because those that come into view must have contents.
      if names.count <= 256 {
        do {
          return try await refreshFew(names, of: snapshot, by: query, &residents, reader)
        } catch let error as StoreError where error.code == .unexpectedCell {
          // Perhaps nobody looks at the row.
        }
      }
      return try await refreshMany(names, of: snapshot, &residents, reader)
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

  private func refreshFew(
    _ names: Set<RowKey>, of snapshot: RowSnapshot, by query: RowQuery,
    _ residents: inout ResidentRows, _ reader: Store.Reader
  ) async throws -> (RowSnapshot, RowListDiff) {
    var (next, changed) = try await applied(names, to: snapshot, readBy: query, reader)
    residents.remove(changed.filter { $0.new == nil }.map(\.key))
    let unseen = next.list.unseen(changed, besides: &residents, atMost: request.batchSize)
    next.list = next.list.dropping(contentsOf: unseen)
    return (next, next.changes(from: snapshot, among: Set(changed.map(\.key))))
  }

  private func refreshMany(
    _ names: Set<RowKey>, of snapshot: RowSnapshot, _ residents: inout ResidentRows,
    _ reader: Store.Reader
  ) async throws -> (RowSnapshot, RowListDiff) {
    let query = try await queryWithoutContents(reader)
    var (next, changed) = try await applied(names, to: snapshot, readBy: query, reader)
    residents.remove(changed.filter { $0.new == nil }.map(\.key))
    let seen = Set(changed.lazy.map(\.key).filter(residents.contains))
    try await fill(&next, seen, &residents, reader)
    return (next, next.changes(from: snapshot, among: Set(changed.map(\.key))))
  }

  /// Returns a snapshot with changed rows as a query reads them.
  private func applied(
    _ names: Set<RowKey>, to snapshot: RowSnapshot, readBy query: RowQuery, _ reader: Store.Reader
  ) async throws -> (RowSnapshot, [ChangedRow]) {
    var work = TreeWork()
    let old = snapshot.list.rows(
      named: names, keyIsRowID: snapshot.layout.keyIsRowID, &work)
    let rows = try await reader.rows(of: query, for: names).packer()
    diagnostics.rowsRead += rows.count
    let applied = try snapshot.list.applying(rows.packed, inPlaceOf: old, work)
    diagnostics.work.add(applied.work)
    var next = snapshot
    (next.list, next.contentsLook) = (applied.list, thisLook)
    return (next, applied.changed)
  }

  /// Reads the contents of rows that the list lacks.
  ///
  /// - Returns: The keys of those rows that the list has.
  @discardableResult private func fill(
    _ snapshot: inout RowSnapshot, _ missing: Set<RowKey>, _ residents: inout ResidentRows,
    _ reader: Store.Reader
  ) async throws -> [RowKey] {
    guard !missing.isEmpty else { return [] }
    var unreadable: Set<RowKey> = []
    let query = try query(snapshot.layout)
    var known: [RowKey] = []
    for rows in try await readable(missing, of: query, &unreadable, reader) {
      guard let list = snapshot.list.loading(rows) else { throw StoreError.misplacedRows }
      snapshot.list = list
      known += rows.keys
    }
    snapshot.contentsLook = thisLook
    residents.remove(unreadable)
    if known.count + unreadable.count < missing.count {
      // A row that isn't in the list either was deleted.
      let gone = missing.subtracting(known).subtracting(unreadable)
      guard gone.allSatisfy({ snapshot.list.rank(of: $0) == nil }) else {
        throw StoreError.misplacedRows
      }
      residents.remove(gone)
    }
    residents.note(known)
    return known
  }

  /// Reads rows, and notes which of them have a cell that doesn't fit.
  private func readable(
    _ keys: Set<RowKey>, of query: RowQuery, _ unreadable: inout Set<RowKey>,
    _ reader: Store.Reader
  ) async throws -> [PackedRows] {
    do {
      let rows = try await reader.rows(of: query, for: keys).packer()
      diagnostics.rowsRead += rows.count
      return [rows.packed]
    } catch let error as StoreError where error.code == .unexpectedCell {
      guard keys.count > 1 else {
        (unreadable, problem) = (unreadable.union(keys), error)
        unreadableRows.formUnion(keys)
        return []
      }
      let (all, half) = (Array(keys), keys.count / 2)
      return try await readable(Set(all[..<half]), of: query, &unreadable, reader)
        + readable(Set(all[half...]), of: query, &unreadable, reader)
    }
  }

  /// Reads the contents of the rows that somebody wants to look at, and drops those that were wanted the longest time ago.
  ///
  /// - Parameters:
  ///   - wanted: The rows that somebody wants to look at.
  ///   - held: The list as it was read, which gets the contents.
  ///   - changes: The changes that lead to it; replaced if its rows turn out to be others.
  ///   - base: The list before.
  ///   - reader: The reader of the open transaction.
  /// - Returns: The keys of the wanted rows that the list has.
  /// - Throws: ``StoreError`` if the store can't be read.
  func loadWanted(
    _ wanted: WantedRows, into held: inout Held, _ changes: inout RowListDiff, after base: Held?,
    _ reader: Store.Reader
  ) async throws -> [RowKey] {
    guard held.snapshot.isBatched else { return [] }
    held.residents.touch(wanted.touched)
    var keys = wanted.keys
    // The first batch is what people see first.
    if base == nil { keys += held.snapshot.list.keys(upTo: request.batchSize) }
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
    return loaded
  }

  /// Drops the contents of rows, and the updates of these, which nobody can read any more.
  private func drop(
    _ evicted: [RowKey], of snapshot: inout RowSnapshot, _ changes: inout RowListDiff
  ) {
    guard !evicted.isEmpty else { return }
    snapshot.list = snapshot.list.dropping(contentsOf: evicted)
    snapshot.contentsLook = thisLook
    let dropped = Set(evicted)
    changes.rows.removeAll { $0.kind == .update && dropped.contains($0.key) }
  }

  /// Calls a body with the rows that somebody wants to look at, which remain wanted if the body fails for a reason that has
  /// nothing to do with them.
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
        wanted.withLock { $0.keys = rows.keys + $0.keys }
      }
      throw error
    }
  }
}

/// The rows that somebody wants to look at.
struct WantedRows: Sendable {
  /// The rows whose contents are needed.
  var keys: [RowKey] = []
  /// Rows with contents that somebody looked at.
  var touched: [RowKey] = []
}

/// A look at a store, by any list.
struct LookStamp: Sendable, Hashable {
  /// The number of the request.
  var request = 0
  /// The number of the look for it.
  var number = 0
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

extension PackedRows {
  /// The keys of the rows, in the order they arrived.
  fileprivate var keys: [RowKey] {
    blocks.flatMap { block in (0..<block.count).map { block[$0].key } }
  }
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
  /// - Returns: The keys.
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

extension ResultsPipeline {
  /// Returns the query for the order and the keys of all rows, in the open transaction.
  func queryWithoutContents(_ reader: Store.Reader) async throws -> RowQuery {
    let layout = try await reader.layout(of: requestWithoutContents)
    if let query = outlineQuery, query.layout == layout,
      query.request.number == requestWithoutContents.number
    {
      return query
    }
    var query = try RowQuery(requestWithoutContents, layout: layout)
    query.shape = shape
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
        section: request.order.section)
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
  ) async throws -> (RowSnapshot, ListChanges)? {
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
  ) async throws -> (RowSnapshot, ListChanges) {
    var (next, changed) = try await applied(names, to: snapshot, readBy: query, reader)
    residents.remove(changed.filter { $0.new == nil }.map(\.key))
    let unseen = next.list.unseen(
      changed, besides: &residents, atMost: request.extent.batchSize ?? 0)
    next.list = next.list.dropping(contentsOf: unseen)
    return (next, next.list.changes(from: snapshot.list, among: Set(changed.map(\.key))))
  }

  private func refreshMany(
    _ names: Set<RowKey>, of snapshot: RowSnapshot, _ residents: inout ResidentRows,
    _ reader: Store.Reader
  ) async throws -> (RowSnapshot, ListChanges) {
    let query = try await queryWithoutContents(reader)
    var (next, changed) = try await applied(names, to: snapshot, readBy: query, reader)
    residents.remove(changed.filter { $0.new == nil }.map(\.key))
    let seen = Set(changed.lazy.map(\.key).filter(residents.contains))
    try await fill(&next, seen, &residents, reader)
    return (next, next.list.changes(from: snapshot.list, among: Set(changed.map(\.key))))
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
}

extension ResultsPipeline {
  /// Reads the rows in the request's window, with a margin on each side.
  func window(
    _ window: FetchWindow, of query: RowQuery, _ reader: Store.Reader
  ) async throws -> RowSnapshot {
    let ranks = window.ranks
    let margins = WindowMargins(ofWindowWith: window.limit ?? 0)
    let first = max(ranks.lowerBound - margins.size, 0)
    let (count, isEndless) = (ranks.upperBound - first).addingReportingOverflow(margins.size)
    let asked = ranks.upperBound == .max || isEndless ? Int.max : count
    var read = try await rows(in: RowPage(from: first, count: asked), of: query, reader)
    var start = first
    if read.rows.count == 0, first > 0 {
      // There are fewer rows than the offset, and it must be known how many.
      read = try await rows(in: RowPage(from: 0, count: first), of: query, reader)
      start = 0
    }
    diagnostics.fullFetches += 1
    do {
      var span = try RowSpan(
        read.rows, from: start, reachesEnd: read.rows.count < asked, window: ranks,
        margins: read.visitsAll ? margins.widened : margins)
      try span.trim()
      return snapshot(of: span, query)
    } catch {
      throw StoreError(error, in: query.layout)
    }
  }

  /// Brings the rows in a window up to date without reading them again.
  ///
  /// - Parameters:
  ///   - changes: The rows that may have changed, and what they were before.
  ///   - snapshot: The rows before the change.
  ///   - query: The query.
  ///   - reader: The reader of the open transaction.
  /// - Returns: The new snapshot and its changes, or `nil` if the window must be read again, for the reason in the
  ///   diagnostics.
  /// - Throws: ``StoreError`` if the store can't be read, or a section that is shown isn't contiguous.
  func followed(
    _ changes: ChangedRows, of snapshot: RowSnapshot, by query: RowQuery, _ reader: Store.Reader
  ) async throws -> (RowSnapshot, RowListDiff)? {
    guard let keys = changes.keys, var span = snapshot.span else { return nil }
    let read = try await reader.rows(of: query, for: keys).packer()
    diagnostics.rowsRead += read.received
    guard let goneBefore = span.goneBefore(keys, changes.oldRows, query) else {
      diagnostics.fullFetchReason =
        "a row may have been before the offset, and no change log says what the row was"
      return nil
    }
    do {
      var touched = try span.apply(
        read.packed, named: keys, keyIsRowID: query.layout.keyIsRowID, goneBefore: goneBefore,
        &diagnostics.work)
      guard let filled = try await fill(&span, query, reader) else {
        diagnostics.fullFetchReason = "the rows next to the window are gone"
        return nil
      }
      touched.formUnion(filled)
      try span.trim()
      let next = self.snapshot(of: span, query)
      return (next, next.changes(from: snapshot, among: touched))
    } catch let error as RowListError {
      // Reading the window again determines which rows they are.
      if case .duplicateKey = error {
        diagnostics.fullFetchReason = "rows no longer have unique keys"
        return nil
      }
      throw StoreError(error, in: query.layout)
    }
  }

  /// Reads the rows that the window and its margins lack.
  ///
  /// - Returns: The keys of the rows that came into the window or left it; `nil` if the rows beyond the span can't be found
  ///   from those in it.
  private func fill(
    _ span: inout RowSpan, _ query: RowQuery, _ reader: Store.Reader
  ) async throws -> Set<RowKey>? {
    guard !span.isLost else { return nil }
    guard !span.margins.waits || !span.isComplete else { return [] }
    var touched: Set<RowKey> = []
    let missing = span.missing
    if missing.before > 0, let first = span.first {
      let page = RowPage(before: RowPosition(first), count: missing.before)
      let read = try await rows(in: page, of: query, reader).rows
      // Otherwise, the number of rows before the span isn't what it should be.
      guard read.count == missing.before else { return nil }
      touched.formUnion(try span.extend(before: read))
    }
    if missing.behind > 0, let last = span.last {
      let page = RowPage(after: RowPosition(last), count: missing.behind)
      let read = try await rows(in: page, of: query, reader).rows
      touched.formUnion(
        try span.extend(behind: read, reachesEnd: read.count < missing.behind))
    }
    return touched
  }

  /// Reads a page, in the query's order.
  private func rows(
    in page: RowPage, of query: RowQuery, _ reader: Store.Reader
  ) async throws -> (rows: PackedRows, visitsAll: Bool) {
    let fetched = try await reader.rows(of: query, in: page)
    let read = try fetched.packer()
    diagnostics.rowsRead += read.received
    let packed = read.packed
    guard !packed.ascends else { return (packed, fetched.visitsAll) }
    // The store's order isn't the list's, so it may also have chosen the wrong rows.
    let all = try await reader.rows(of: query).packer()
    diagnostics.rowsRead += all.received
    diagnostics.sortedHere += 1
    return (all.cut(to: page).packed, true)
  }

  private func snapshot(
    of span: RowSpan, _ query: RowQuery
  ) -> RowSnapshot {
    var snapshot = RowSnapshot(
      list: span.shown, layout: query.layout, ordering: query.ordering,
      section: query.request.section)
    snapshot.span = span
    return snapshot
  }
}

extension RowSpan {
  /// Returns how many of the rows that changed were before the span, or `nil` if that isn't known.
  fileprivate func goneBefore(
    _ names: Set<RowKey>, _ oldRows: [RowKey: OldRow], _ query: RowQuery
  ) -> Int? {
    guard start > 0 else { return 0 }
    var count = 0
    for name in names where !holds(name, keyIsRowID: query.layout.keyIsRowID) {
      switch query.oldPosition(of: name, oldRows[name]) {
      case .outside: continue
      case .at(let position):
        switch side(of: position) {
        case .before: count += 1
        case .behind: continue
        case .inside: return nil
        }
      case .unknown: return nil
      }
    }
    return count
  }
}

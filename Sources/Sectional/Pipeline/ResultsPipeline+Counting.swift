extension ResultsPipeline {
  /// Reads the first rows of a list with a window; the others are counted by later looks.
  func beginWindow(
    _ query: RowQuery, at place: Place, _ reader: Store.Reader
  ) async throws -> Held {
    try await checkWindow(query, reader)
    var held = Held(snapshot: emptyWindow(query), place: place)
    let count = min(mostRowsInMemory, options.counting.firstRows)
    let rows = try await page(RowPage(from: 0, count: count), of: query, reader).rows
    held.append(rows, isLast: rows.count < count)
    diagnostics.fullFetches += 1
    return held
  }

  func emptyWindow(_ query: RowQuery) -> RowSnapshot {
    var snapshot = RowSnapshot(
      list: .empty(RowGrouping(query.ordering), shape: query.shape), layout: query.layout,
      ordering: query.ordering, section: request.order.section)
    (snapshot.isBatched, snapshot.contentsLook) = (true, thisLook)
    snapshot.partial = PartialList(changeLook: thisLook)
    return snapshot
  }

  /// Counts rows behind those that are counted, for a few tens of milliseconds.
  ///
  /// - Parameters:
  ///   - held: The list, which gets the rows.
  ///   - changes: The changes that led to it, which the rows are added to.
  ///   - base: The list before these.
  ///   - reader: The reader of the open transaction.
  /// - Throws: ``StoreError`` if the store can't be read.
  func countFurther(
    _ held: inout Held, _ changes: inout ListChanges, after base: Held?, _ reader: Store.Reader
  ) async throws {
    guard let base, let partial = held.snapshot.partial, let frontier = partial.frontier,
      partial.doubt == nil, !changes.isReset,
      // A section that lost its last row may go on behind it; that is for the next look.
      held.snapshot.list.endsInSection(of: base.snapshot.list)
    else { return }
    if partial.estimate == nil, let counter = reader as? any CountingReader {
      held.snapshot.partial?.estimate =
        try await counter.count(of: query(held.snapshot.layout)).rows
    }
    let before = held.snapshot.list.count
    let start = ContinuousClock.now
    let rows = try await count(behind: frontier, rank: before, atMost: step.rows, reader)
    let isLast = rows.count < step.rows
    held.append(rows, isLast: isLast)
    step.note(start.duration(to: .now))
    held.snapshot.partial?.changeLook = thisLook
    changes.endsCounting = isLast
    if rows.count > 0 { changes.appended = before }
  }

  /// Counts rows that follow each other.
  ///
  /// - Parameters:
  ///   - frontier: The compared bytes of the row before them; empty if they are the first.
  ///   - rank: The number of rows before them.
  ///   - count: The largest number of rows.
  ///   - reader: The reader of the open transaction.
  /// - Returns: The rows.
  /// - Throws: ``StoreError`` if the store can't be read.
  private func count(
    behind frontier: [UInt8], rank: Int, atMost count: Int, _ reader: Store.Reader
  ) async throws -> CountedRows {
    let query = try await queryWithoutContents(reader)
    var page =
      frontier.isEmpty
      ? RowPage(from: 0, count: count)
      : RowPage(
        after: RowPosition(decoding: frontier, query.ordering), rank: rank, count: count)
    page.isCounted = true
    let read = try await reader.page(page, of: query).rows
    diagnostics.rowsRead += read.received
    return read.countedRows
  }

  /// Counts all rows again in the open transaction, because it isn't known which blocks changed.
  func recount(_ held: inout Held, _ reader: Store.Reader) async throws {
    let start = ContinuousClock.now
    var next = Held(snapshot: emptyWindow(try query(held.snapshot.layout)), place: held.place)
    next.snapshot.partial?.estimate = held.snapshot.partial?.estimate
    next.looked = held.looked
    while let frontier = next.snapshot.partial?.frontier {
      guard !signal.isClosed else { throw StoreError(.cancelled, "the list was stopped") }
      let count = options.counting.mostRows
      let rows = try await self.count(
        behind: frontier, rank: next.snapshot.list.count, atMost: count, reader)
      next.append(rows, isLast: rows.count < count)
    }
    try await load(next.looked.ranges, into: &next, reader)
    diagnostics.fullFetches += 1
    held = next
    recounting.noteEnd(of: next.snapshot.list.count, after: start.duration(to: .now), at: .now)
  }
}

extension ResultsPipeline.Held {
  /// Appends the first rows, with their contents.
  fileprivate mutating func append(_ rows: PackedRows, isLast: Bool) {
    snapshot.list = snapshot.list.appending(rows)
    if snapshot.list.count > 0 {
      for block in snapshot.list.blocks(in: OrderRange(start: [], end: nil)) {
        looked.note(block.range)
      }
    }
    note(end: rows.blocks.last.map { $0.order(of: $0.count - 1, rows.grouping) }, isLast: isLast)
  }

  /// Appends rows that are only counted.
  fileprivate mutating func append(_ rows: CountedRows, isLast: Bool) {
    if let first = rows.blocks.first { looked.end(at: first.start) }
    snapshot.list = snapshot.list.appendingCounted(rows)
    note(end: rows.end, isLast: isLast)
  }

  private mutating func note(end: [UInt8]?, isLast: Bool) {
    if let end { snapshot.partial?.frontier = end }
    if isLast { snapshot.partial?.frontier = nil }
  }
}

extension RowList {
  /// Returns whether the last section of another list is also the last one of this list.
  fileprivate func endsInSection(of other: RowList) -> Bool {
    guard grouping != .none, let last = other.tree.children.last else { return true }
    return tree.children.last.map { $0.lastSection == last.lastSection } ?? false
  }
}

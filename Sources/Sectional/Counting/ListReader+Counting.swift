extension ListReader {
  /// Reads the first rows of a list that counts rows; later looks count the others.
  func beginning(_ query: RowQuery, _ reader: Reader) async throws -> HeldList {
    try await checkWindow(query, reader)
    let count = min(mostRowsInMemory, options.counting.firstRows)
    var held = HeldList(snapshot: RowSnapshot(query.emptyList, of: query))
    held.snapshot.markChanged(in: thisLook)
    diagnostics.fullFetches += 1
    let first = RowPage(from: 0, count: count)
    do {
      let rows = try await page(first, of: query, reader).rows
      held.append(rows, isLast: rows.count < count)
    } catch let error as StoreError where error.code == .unexpectedCell {
      let rows = try await page(first, of: queryWithoutContents(reader), reader).rows
      held.append(rows, isLast: rows.count < count)
      try await fill(&held, Set(rows.all.map(\.key)), reader)
    }
    return held
  }

  /// Checks that the rows of a list with a window can be read in parts.
  ///
  /// - Throws: ``StoreError`` with code `notWindowable` if not.
  func checkWindow(_ query: RowQuery, _ reader: Reader) async throws {
    if let obstacle = query.windowObstacle { throw obstacle.windowError }
    guard options.counting.requiresIndex else { return }
    if let obstacle = try await reader.pageObstacle(of: query) { throw obstacle.windowError }
  }

  /// Counts the next rows, for a few tens of milliseconds.
  ///
  /// - Parameters:
  ///   - held: The list, which gets the rows.
  ///   - changes: The changes that led to it, which the rows are added to.
  ///   - base: The list before these.
  ///   - reader: The reader of the open transaction.
  /// - Throws: ``StoreError`` if the store can't be read.
  func countFurther(
    _ held: inout HeldList, _ changes: inout ListChanges, after base: HeldList?, _ reader: Reader
  ) async throws {
    guard let base, let last = held.snapshot.coverage.upper,
      held.snapshot.coverage.counting.doubt == nil, !changes.isReset,
      // A section that lost its last row may go on with the next rows; that is for the next look.
      held.snapshot.list.endsInSection(of: base.snapshot.list)
    else { return }
    if held.snapshot.coverage.counting.estimate == nil,
      let counter = reader as? any CountingReader
    {
      held.snapshot.coverage.counting.estimate =
        try await counter.count(of: query(held.snapshot.layout)).rows
    }
    let before = held.snapshot.list.count
    let start = ContinuousClock.now
    let rows = try await count(after: last, rank: before, atMost: step.rows, reader)
    let isLast = rows.count < step.rows
    // What is in memory of the rows before them doesn't reach into these.
    if let first = rows.blocks.first {
      held.looked.end(at: first.start(held.snapshot.list.grouping))
    }
    held.append(rows, isLast: isLast)
    step.adjust(after: start.duration(to: .now))
    held.snapshot.coverage.counting.changeLook = thisLook
    changes.endsCounting = isLast
    if rows.count > 0 { changes.appended = before }
  }

  /// Counts rows that follow each other.
  ///
  /// - Parameters:
  ///   - last: The position of the row before them; `nil` if they are the first.
  ///   - rank: The number of rows before them.
  ///   - count: The largest number of rows.
  ///   - reader: The reader of the open transaction.
  /// - Returns: The rows.
  /// - Throws: ``StoreError`` if the store can't be read.
  private func count(
    after last: RowPosition?, rank: Int, atMost count: Int, _ reader: Reader
  ) async throws -> CountedRows {
    let query = try await queryWithoutContents(reader)
    var page =
      last.map { RowPage(after: $0, rank: rank, count: count) }
      ?? RowPage(from: 0, count: count)
    page.isCounted = true
    let read = try await reader.page(page, of: query).rows
    diagnostics.rowsRead += read.received
    return read.countedRows
  }

  /// Counts all rows again in the open transaction, because it isn't known which blocks changed.
  func recount(_ held: inout HeldList, _ reader: Reader) async throws {
    let start = ContinuousClock.now
    let query = try query(held.snapshot.layout)
    var next = HeldList(snapshot: RowSnapshot(query.emptyList, of: query))
    next.snapshot.markChanged(in: thisLook)
    next.snapshot.coverage.counting.estimate = held.snapshot.coverage.counting.estimate
    next.looked = held.looked
    repeat {
      guard !isClosed() else { throw StoreError(.cancelled, "the list was stopped") }
      let count = options.counting.mostRows
      let rows = try await self.count(
        after: next.snapshot.coverage.upper, rank: next.snapshot.list.count, atMost: count, reader)
      next.append(rows, isLast: rows.count < count)
    } while next.snapshot.coverage.upper != nil
    try await load(next.looked.ranges, into: &next, reader)
    diagnostics.fullFetches += 1
    held = next
    recounting.recordEnd(of: next.snapshot.list.count, after: start.duration(to: .now), at: .now)
  }
}

extension HeldList {
  /// Appends the first rows, with their contents.
  fileprivate mutating func append(_ rows: PackedRows, isLast: Bool) {
    snapshot.list = snapshot.list.blocks.appending(rows)
    if snapshot.list.count > 0 {
      for block in snapshot.list.blocks[in: OrderRange(start: [], end: nil)] {
        looked.insert(block.range)
      }
    }
    extend(to: rows.blocks.last.map { $0.order(of: $0.count - 1, rows.grouping) }, isLast: isLast)
  }

  /// Appends rows that are only counted.
  fileprivate mutating func append(_ rows: CountedRows, isLast: Bool) {
    snapshot.list = snapshot.list.blocks.appending(rows)
    extend(to: rows.end, isLast: isLast)
  }

  private mutating func extend(to end: [UInt8]?, isLast: Bool) {
    if let end {
      snapshot.coverage.extend(to: RowPosition(decoding: end, snapshot.ordering))
    }
    if isLast { snapshot.coverage.extend(to: nil) }
  }

  /// Keeps the first rows in memory, which people see first.
  mutating func lookAtBeginning() {
    guard snapshot.extent.countsRows, snapshot.list.count > 0 else { return }
    looked.insert(snapshot.list.blocks[ofRank: 0].range)
  }
}

extension RowQuery {
  /// The list of the query without any rows.
  fileprivate var emptyList: RowList { .empty(RowGrouping(ordering), shape: shape) }
}

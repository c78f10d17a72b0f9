extension ListReader {
  /// Reads the rows at the end of a list: the last ones or, if some are shown, those from where these begin.
  ///
  /// - Parameters:
  ///   - least: The smallest number of rows, as long as there are so many.
  ///   - shown: The list before; `nil` if there is none.
  ///   - query: What to read.
  ///   - reader: The reader of the open transaction.
  /// - Returns: The list.
  /// - Throws: ``StoreError`` if the store can't be read.
  func tail(
    _ least: Int, after shown: RowSnapshot?, of query: RowQuery, _ reader: Reader
  ) async throws -> RowSnapshot {
    diagnostics.fullFetches += 1
    var count = least
    if let shown, let tail = shown.coverage.tail?.regrouped(by: query, from: shown),
      let start = tail.start
    {
      // Rows that came by the thousand aren't all shown.
      let most = shown.list.count + max(min(least, 1 << 40), 1000)
      let rows = try await page(RowPage(from: start, count: most), of: query, reader).rows
      if rows.count < most {
        return try await snapshot(of: rows, from: tail, of: query, reader)
      }
    } else if let shown {
      // In other sections, or with other columns, rows can be elsewhere.
      count = max(least, shown.list.count)
    }
    let rows = try await page(RowPage(last: count), of: query, reader).rows
    let none = Tail(least: least, start: nil, mayHaveEarlierRows: rows.count == count)
    var snapshot = try RowSnapshot(rows, from: none, of: query)
    snapshot.coverage.tail = none.beginning(
      with: snapshot.list, query.ordering, mayHaveEarlierRows: none.mayHaveEarlierRows)
    return snapshot
  }

  private func snapshot(
    of rows: PackedRows, from tail: Tail, of query: RowQuery, _ reader: Reader
  ) async throws -> RowSnapshot {
    var tail = tail
    tail.mayHaveEarlierRows = true
    var snapshot = try RowSnapshot(rows, from: tail, of: query)
    let missing = tail.least - rows.count
    guard missing > 0 else { return snapshot }
    try await addEarlier(missing, to: &snapshot, of: query, reader)
    return snapshot
  }

  private func addEarlier(
    _ count: Int, to snapshot: inout RowSnapshot, of query: RowQuery, _ reader: Reader
  ) async throws {
    guard let tail = snapshot.coverage.tail else { return }
    let rows = try await page(tail.page(ofEarlier: count), of: query, reader).rows
    do throws(RowListError) {
      _ = try snapshot.add(earlier: rows, of: count)
      try snapshot.list.checkSections(of: snapshot.shownRanks)
    } catch {
      throw StoreError(error, in: query.layout)
    }
  }

  /// Adds earlier rows to a list that begins at its end, or drops some.
  ///
  /// - Parameters:
  ///   - wanted: Where the list is to begin.
  ///   - held: The list as it was read, which gets the rows.
  ///   - changes: The changes that lead to it.
  ///   - base: The list before; `nil` if it has just been opened.
  ///   - reader: The reader of the open transaction.
  /// - Throws: ``StoreError`` if the store can't be read.
  func moveStart(
    _ wanted: WantedRows, of held: inout HeldList, _ changes: inout ListChanges,
    after base: HeldList?, _ reader: Reader
  ) async throws {
    guard held.snapshot.coverage.tail != nil, wanted.movesStart else { return }
    let query = try query(held.snapshot.layout)
    for move in wanted.moves {
      switch move {
      case .earlier(let count):
        try await addEarlier(count, to: &held.snapshot, of: query, reader)
      case .trim(let count):
        do throws(RowListError) { try held.snapshot.trim(to: count) } catch {
          throw StoreError(error, in: query.layout)
        }
      }
    }
    if let base { changes = held.snapshot.changes(from: base.snapshot) }
  }
}

extension ListFollower {
  /// Reads earlier rows if a list that begins at its end has too few after a change.
  func fillTail(_ followed: inout FollowedList) async throws {
    guard let tail = followed.snapshot.coverage.tail else { return }
    let missing = tail.least - followed.snapshot.list.count
    if missing > 0, tail.mayHaveEarlierRows {
      let rows = try await readPage(tail.page(ofEarlier: missing)).rows
      followed.touched.formUnion(try followed.snapshot.add(earlier: rows, of: missing))
    }
    try followed.snapshot.list.checkSections(of: followed.snapshot.shownRanks)
  }
}

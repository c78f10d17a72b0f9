extension ListReader {
  /// Reads a list as a whole: the rows that its extent has, with the contents of those that are to have some.
  ///
  /// Rows that arrive in another order than requested are sorted here.
  ///
  /// - Parameters:
  ///   - layout: The layout of the rows.
  ///   - residents: The rows that keep their contents, if not all do.
  ///   - shown: The list before, if there is one.
  ///   - reader: The reader of the open transaction.
  /// - Returns: The list.
  /// - Throws: ``StoreError`` if the store can't be read.
  func everything(
    _ layout: RowLayout, keeping residents: ResidentRows = ResidentRows(),
    after shown: RowSnapshot? = nil, _ reader: Reader
  ) async throws -> HeldList {
    let query = try query(layout)
    try await askForOldRows(in: layout, reader)
    let opening = request.extent.opening(of: layout)
    // Without a key, a list with a window has an obstacle, which says more.
    if case .firstRows = opening {} else { try checkKey(of: layout) }
    diagnostics.batchObstacle = request.extent.batchObstacle(in: layout)
    switch opening {
    case .firstRows: return try await beginning(query, reader)
    case .slice(let slice):
      return HeldList(snapshot: try await self.slice(slice, of: query, reader))
    case .lastRows(let least):
      return HeldList(snapshot: try await tail(least, after: shown, of: query, reader))
    case .rows: return try await allRows(read: query, of: query, reader)
    case .keys:
      var held = try await allRows(
        read: try await queryWithoutContents(reader), of: query, reader)
      try await fill(&held, keeping: residents, reader)
      return held
    }
  }

  private func checkKey(of layout: RowLayout) throws(StoreError) {
    guard !layout.keyColumns.isEmpty || layout.fallsBackToRowID else {
      throw StoreError(
        .noKey, "nothing identifies a row; name the columns that do", part: .keyColumns)
    }
  }

  private func allRows(
    read: RowQuery, of query: RowQuery, _ reader: Reader
  ) async throws -> HeldList {
    let rows = try await reader.rows(of: read).packer()
    diagnostics.fullFetches += 1
    diagnostics.rowsRead += rows.count
    let held = HeldList(snapshot: try RowSnapshot(all: rows.packed, of: query))
    if held.snapshot.list.wasSorted && rows.isOrdered { diagnostics.sortedHere += 1 }
    return held
  }

  /// Reads the contents of the rows that had some before all keys were read again.
  private func fill(
    _ held: inout HeldList, keeping residents: ResidentRows, _ reader: Reader
  ) async throws {
    held.snapshot.markChanged(in: thisLook)
    held.residents = residents
    do {
      try await fill(&held, Set(residents.keys), reader)
    } catch let error as StoreError where error.code == .misplacedRows {
      // They are read again when they are requested.
      held.residents = ResidentRows()
    }
  }

  // MARK: What is done if it isn't known which rows changed

  /// Reads a list again.
  ///
  /// Of a list that counts rows, only those in memory are read. The others are counted again by ``recountIfDue(_:_:after:_:)``.
  func readAgain(
    _ held: HeldList, of layout: RowLayout, because reason: String, _ reader: Reader
  ) async throws -> (HeldList, ListChanges) {
    diagnostics.fullFetchReason = reason
    // What was counted is of no use if the sections have other keys, as after another time zone was set.
    guard held.snapshot.extent.countsRows, layout == held.snapshot.layout,
      hasCurrentKeys(held.snapshot)
    else {
      let next = try await everything(
        layout, keeping: held.residents, after: held.snapshot, reader)
      return (next, next.snapshot.changes(from: held.snapshot))
    }
    var next = held
    next.snapshot.list = held.snapshot.list.blocks.evicting(except: LookedRanges())
    next.snapshot.markChanged(in: thisLook)
    next.snapshot.coverage.counting.doubt = reason
    if !isRecountDue(of: next, after: held) {
      try await load(held.looked.ranges, into: &next, reader)
    }
    return (next, .reset)
  }

  /// Counts all rows again if some counts may be wrong and it is time.
  func recountIfDue(
    _ held: inout HeldList, _ changes: inout ListChanges, after base: HeldList?,
    _ reader: Reader
  ) async throws {
    guard isRecountDue(of: held, after: base) else { return }
    try await recount(&held, reader)
    changes = .reset
  }

  /// Returns whether all rows are to be counted again now.
  ///
  /// If there are many rows, the look that finds out about the doubt shows first what is in memory, and the next one counts.
  private func isRecountDue(of held: HeldList, after base: HeldList?) -> Bool {
    guard held.snapshot.coverage.counting.doubt != nil, recounting.delay(at: .now) == .zero else {
      return false
    }
    return base?.snapshot.coverage.counting.doubt != nil
      || held.snapshot.list.count <= options.counting.mostRowsAtOnce
  }
}

extension StoreError {
  /// Creates the error that says why rows can't form a list, and names both rows.
  init(_ error: RowListError, in layout: RowLayout) {
    switch error {
    case .duplicateKey(let key, let positions):
      let columns = layout.keyColumns.map { quoted(layout.columns.names[$0]) }
        .joined(separator: ", ")
      let places = positions.map { " at places \($0.first + 1) and \($0.second + 1)" }
      self.init(
        .duplicateKey,
        "\(places.map { "the rows\($0)" } ?? "two rows") of the list have the same key in \(columns); "
          + "name columns whose values differ in every row"
          + (layout.tables.count > 1
            ? ", and join tables by columns in which no value occurs twice" : ""),
        part: .keyColumns, keys: [key], cause: error)
    case .outOfOrderSection(let row, let earlier):
      self.init(
        .outOfOrderSection,
        "the row with the key \(row.text) is in the same section as the row with the key "
          + "\(earlier.text), but other sections come between them; sort by what the sections "
          + "are made of, or leave out asSorted",
        keys: [row, earlier], cause: error)
    }
  }
}

extension RowKey {
  /// The key, formatted for a message.
  fileprivate var text: String { values.map(\.sectionName).joined(separator: ", ") }
}

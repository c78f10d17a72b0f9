extension ResultsPipeline {
  /// Reads every row, and sorts them here if the store returned them in a different order.
  ///
  /// If the list has batches, their contents are read only for those rows that are in memory.
  func everything(
    _ layout: RowLayout, _ residents: inout ResidentRows, _ reader: Store.Reader
  ) async throws -> RowSnapshot {
    guard !layout.keyColumns.isEmpty || layout.fallsBackToRowID else {
      throw StoreError(
        .noKey, "nothing identifies a row; name the columns that do", part: .keyColumns)
    }
    let query = try query(layout)
    diagnostics.batchObstacle = request.extent.batchObstacle(in: layout)
    if let slice = request.extent.slice { return try await self.slice(slice, of: query, reader) }
    if request.extent.effective(for: layout).batchSize != nil {
      return try await outline(of: query, &residents, reader)
    }
    let rows = try await reader.rows(of: query).packer()
    diagnostics.fullFetches += 1
    diagnostics.rowsRead += rows.count
    do {
      let list = try RowList(rows.packed)
      if list.wasSorted && rows.isOrdered { diagnostics.sortedHere += 1 }
      return RowSnapshot(
        list: list, layout: layout, ordering: query.ordering,
        section: request.order.section)
    } catch {
      throw StoreError(error, in: layout)
    }
  }

  /// The sizes of the blocks that the rows are packed into.
  var shape: RowTreeShape {
    options.shape ?? request.extent.shape
  }

  /// Returns the request with its columns resolved, which is done once per layout.
  func query(_ layout: RowLayout) throws(StoreError) -> RowQuery {
    // Columns that became numbers have different texts under the same names.
    if let query, query.layout == layout, query.layout.columns.numbers == layout.columns.numbers {
      return query
    }
    var resolved = try RowQuery(request, layout: layout)
    resolved.shape = shape
    query = resolved
    return resolved
  }

  /// Returns the rows of the second query, if there is one.
  func rowsAlongside(
    _ reader: Store.Reader, at version: Store.Version?
  ) async throws -> [StoredRow] {
    guard let alongside else { return [] }
    do {
      let layout = try await reader.layout(of: alongside)
      if let read = readAlongside, read.layout == layout, let version, version == read.version,
        layout.dependsOnTablesOnly
      {
        return read.rows
      }
      let query = try RowQuery(alongside, layout: layout)
      let rows = try await reader.rowsInSlice(of: query).sorted
      readAlongside = (layout, version, rows)
      return rows
    } catch let error as StoreError {
      throw StoreError(
        error.code, error.message, part: .alongside, keys: error.keys, cause: error.cause)
    }
  }
}

extension StoreError {
  /// Creates the error that says why rows can't form a list, and names both rows.
  init(_ error: RowListError, in layout: RowLayout) {
    switch error {
    case .duplicateKey(let key, let positions):
      let columns = layout.keyColumns.map { quoted(layout.columns.names[$0]) }
        .joined(separator: ", ")
      self.init(
        .duplicateKey,
        "rows \(positions.first + 1) and \(positions.second + 1) have the same key in \(columns); "
          + "name columns whose values differ in every row",
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

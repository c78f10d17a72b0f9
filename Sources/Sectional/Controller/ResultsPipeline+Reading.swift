extension ResultsPipeline {
  /// Reads every row, and sorts them here where the store's order is another one.
  func everything(_ layout: RowLayout, _ reader: Source.Reader) async throws -> RowSnapshot {
    guard !layout.keyColumns.isEmpty || layout.fallsBackToRowID else {
      throw StoreError(.noKey, "nothing identifies a row; name at least one key column")
    }
    let query = try RowQuery(request, layout: layout)
    let rows = try await reader.rows(of: query)
    diagnostics.fullFetches += 1
    diagnostics.rowsRead += rows.count
    do {
      let list = try RowList(rows, isSectioned: !query.ordering.section.isEmpty)
      if list.wasSorted { diagnostics.sortedHere += 1 }
      return RowSnapshot(list: list, layout: layout, ordering: query.ordering)
    } catch {
      throw StoreError(duplicate: error, in: layout)
    }
  }

  /// Reads the rows of the query alongside, if there is one.
  func rowsAlongside(_ reader: Source.Reader) async throws -> [Row] {
    guard let alongside else { return [] }
    let query = try RowQuery(alongside, layout: try await reader.layout(of: alongside))
    return try await reader.rows(of: query).map { Row($0, columns: query.layout.columns) }
  }
}

extension StoreError {
  /// Names both rows that share an identity.
  fileprivate init(duplicate: DuplicateRowKey, in layout: RowLayout) {
    let columns = layout.keyColumns.map { quoted(layout.columns.names[$0]) }
      .joined(separator: ", ")
    let (first, second) = duplicate.positions
    self.init(
      .duplicateKey,
      "rows \(first + 1) and \(second + 1) have the same key in \(columns); "
        + "name key columns whose values differ in every row",
      cause: duplicate)
  }
}

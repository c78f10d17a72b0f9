extension ResultsPipeline {
  func everything(_ reader: Source.Reader) async throws -> RowSnapshot {
    let (query, rows) = try await rows(of: request, reader)
    diagnostics.fullFetches += 1
    diagnostics.rowsRead += rows.count
    if !RowList.ascends(rows) { diagnostics.sortedHere += 1 }
    let isSectioned = !query.ordering.section.isEmpty
    do {
      return RowSnapshot(
        list: try RowList(rows, isSectioned: isSectioned), layout: query.layout,
        ordering: query.ordering)
    } catch {
      throw StoreError(duplicate: error, in: query.layout)
    }
  }

  func companionRows(_ reader: Source.Reader) async throws -> [Row] {
    guard let companion else { return [] }
    let (query, rows) = try await rows(of: companion, reader)
    return rows.map { Row($0, columns: query.layout.columns) }
  }

  private func rows(
    of request: RowRequest, _ reader: Source.Reader
  ) async throws -> (RowQuery, [OrderedRow]) {
    let query = try RowQuery(request, layout: try await reader.layout(of: request))
    return (query, try await reader.rows(of: query))
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

extension ResultsPipeline {
  /// Reads the rows in the request's window, with a margin on each side.
  func window(
    _ window: FetchWindow, of query: RowQuery, _ reader: Store.Reader
  ) async throws -> RowSnapshot {
    let ranks = window.ranks
    let margins = WindowMargins(ofWindowWith: window.limit ?? 0)
    let start = max(ranks.lowerBound - margins.size, 0)
    let (count, overflows) = (ranks.upperBound - start).addingReportingOverflow(margins.size)
    let asked = ranks.upperBound == .max || overflows ? Int.max : count
    let read = try await page(RowPage(from: start, count: asked), of: query, reader)
    diagnostics.fullFetches += 1
    do {
      if read.rows.count == 0, start > 0 {
        return try await tail(before: ranks, margins, of: query, reader)
      }
      var span = try RowSpan(
        read.rows, from: start, reachesEnd: read.rows.count < asked, window: ranks,
        margins: read.visitsAll ? margins.widened : margins)
      try span.trim()
      return snapshot(of: span, query)
    } catch let error as RowListError {
      throw StoreError(error, in: query.layout)
    }
  }

  /// Reads the last rows of a list that ends before its window begins, and counts the others.
  private func tail(
    before ranks: Range<Int>, _ margins: WindowMargins, of query: RowQuery, _ reader: Store.Reader
  ) async throws -> RowSnapshot {
    let read = try await page(RowPage(last: margins.size), of: query, reader)
    let span = try RowSpan(
      read.rows, from: read.received - read.rows.count, reachesEnd: true, window: ranks,
      margins: read.visitsAll ? margins.widened : margins)
    return snapshot(of: span, query)
  }

  /// Reads a page, in the query's order.
  ///
  /// - Returns: The rows, the number of rows that came from the store, and whether it had to look at all.
  func page(
    _ page: RowPage, of query: RowQuery, _ reader: Store.Reader
  ) async throws -> (rows: PackedRows, received: Int, visitsAll: Bool) {
    let read = try await reader.page(page, of: query)
    diagnostics.rowsRead += read.rows.received
    return (read.rows.packed, read.rows.received, read.visitsAll)
  }

  func snapshot(of span: RowSpan, _ query: RowQuery) -> RowSnapshot {
    var snapshot = RowSnapshot(
      list: span.shown, layout: query.layout, ordering: query.ordering,
      section: query.request.section)
    snapshot.windowSpan = span
    return snapshot
  }
}

extension ListReader {
  /// Reads the rows in the request's slice, with a margin on each side.
  ///
  /// The margins aren't visible: if one of their rows can't be read, or has the key of another, the slice is read without them.
  func slice(
    _ slice: FetchSlice, of query: RowQuery, _ reader: Reader
  ) async throws -> RowSnapshot {
    let margins = SliceMargins(ofSliceWith: slice.limit ?? 0)
    do {
      return try await self.slice(slice.ranks, with: margins, of: query, reader)
    } catch let error as StoreError
      where error.code == .unexpectedCell || error.code == .duplicateKey
    {
      return try await self.slice(slice.ranks, with: .none, of: query, reader)
    }
  }

  private func slice(
    _ ranks: Range<Int>, with margins: SliceMargins, of query: RowQuery, _ reader: Reader
  ) async throws -> RowSnapshot {
    let start = max(ranks.lowerBound - margins.size, 0)
    let (count, overflows) = (ranks.upperBound - start).addingReportingOverflow(margins.size)
    let asked = ranks.upperBound == .max || overflows ? Int.max : count
    var read = try await page(RowPage(from: start, count: asked), of: query, reader)
    diagnostics.fullFetches += 1
    var (head, reachesEnd) = (start, read.rows.count < asked)
    if read.rows.count == 0, start > 0 {
      // The list ends before the slice begins.
      read = try await page(
        RowPage(last: max(margins.size, 1), countingAll: true), of: query, reader)
      (head, reachesEnd) = (read.received - read.rows.count, true)
    }
    let found = FoundSlice(
      rows: read.rows, head: head, reachesEnd: reachesEnd, ranks: ranks,
      margins: read.visitsAll ? margins.widened : margins)
    do throws(RowListError) { return try RowSnapshot(found, of: query) } catch {
      throw StoreError(error, in: query.layout)
    }
  }
}

/// The rows of a slice and its margins, as they were read.
struct FoundSlice {
  let rows: PackedRows
  /// The number of rows before them.
  let head: Int
  /// Whether no row is after them.
  let reachesEnd: Bool
  /// The ranks of the rows to show.
  let ranks: Range<Int>
  let margins: SliceMargins
}

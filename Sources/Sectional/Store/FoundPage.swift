/// A few rows of a long list, with what is known of their place in it.
package struct FoundPage: Sendable {
  /// Where the rows begin.
  package enum Start: Sendable {
    /// With the row of a rank.
    case rank(Int)
    /// Before and behind the row with one of these keys, the first that there is.
    case around([RowKey])
    /// With the first row of the section with one of these keys, the first that there is; or else with what follows the
    /// place of the first.
    case section([StoredValue])
  }

  /// The rows, in their sections.
  package let results: ResultsList<StoredRow>
  /// The number of rows before them, if it is known.
  package let rank: Int?
  /// The number of rows of the list.
  package let total: Int
  /// Whether the number of rows is exact.
  package let totalIsExact: Bool
}

/// A reader that knows roughly how many rows a query has.
package protocol CountingReader: StoreReader {
  /// Returns the number of a query's rows.
  ///
  /// It is exact if there are few rows, and otherwise it is what the store estimates without reading them.
  func count(of query: RowQuery) async throws -> (rows: Int, isExact: Bool)
}

extension CountingReader {
  /// Returns a page of a request's rows, without reading the others if an index has the list's order.
  ///
  /// - Throws: ``StoreError`` with code `noSuchRow` if no row has one of the keys, and `unsupported` if there are no sections
  ///   to begin with; other errors as of a fetch.
  package func page(
    of request: ResultsRequest<StoredRow>, sectionBy section: SectionKey<StoredRow>?,
    indexTitle: SectionIndexTitle, at start: FoundPage.Start, count: Int
  ) async throws -> FoundPage {
    let rowRequest = try request.rowRequest(sectionBy: section)
    try await prepare(for: [rowRequest])
    let query = try RowQuery(rowRequest, layout: try await layout(of: rowRequest))
    let (rows, rank) = try await page(of: query, at: start, count: count)
    let (counted, isExact) = try await self.count(of: query)
    let end = rank.map { $0 + rows.count }
    let isEnd = end != nil && rows.count < count
    do {
      let snapshot = RowSnapshot(
        list: try RowList(rows), layout: query.layout, ordering: query.ordering,
        section: rowRequest.section)
      return FoundPage(
        results: ResultsList(snapshot: snapshot, mapping: .ofRows, indexTitle: indexTitle),
        rank: rank, total: isEnd ? end ?? counted : max(counted, end ?? rows.count),
        totalIsExact: isEnd || isExact)
    } catch {
      throw StoreError(error, in: query.layout)
    }
  }

  private func page(
    of query: RowQuery, at start: FoundPage.Start, count: Int
  ) async throws -> (rows: PackedRows, rank: Int?) {
    switch start {
    case .rank(let rank):
      return (try await read(RowPage(from: rank, count: count), of: query), rank)
    case .around(let keys): return try await page(of: query, around: keys, count: count)
    case .section(let keys): return (try await page(of: query, from: keys, count: count), nil)
    }
  }

  private func page(
    of query: RowQuery, around keys: [RowKey], count: Int
  ) async throws -> (rows: PackedRows, rank: Int?) {
    for key in keys {
      guard let row = try await rows(of: query, for: [key]).packer().packed.all.first else {
        continue
      }
      let position = RowPosition(row)
      let before = try await read(RowPage(before: position, count: (count - 1) / 2), of: query)
      let behind = try await read(
        RowPage(after: position, count: count - 1 - before.count), of: query)
      let isBeginning = before.count < (count - 1) / 2
      return (
        PackedRows(copying: before.all + [row] + behind.all, before.grouping),
        isBeginning ? 0 : nil
      )
    }
    throw StoreError(
      .noSuchRow, "no row of the list has this key; name the key of a row that is in it")
  }

  private func page(
    of query: RowQuery, from keys: [StoredValue], count: Int
  ) async throws -> PackedRows {
    var found: PackedRows?
    for key in keys {
      guard let start = SectionStart(key, in: query) else {
        throw StoreError(
          .unsupported, "the list has no sections that lead its order; group the rows by a column",
          part: .section)
      }
      let rows = try await read(RowPage(from: start, count: count), of: query)
      if let first = rows.all.first, start.isSection(of: first) { return rows }
      found = found ?? rows
    }
    return found ?? PackedRows(RowGrouping(query.ordering), shape: .standard)
  }

  private func read(_ page: RowPage, of query: RowQuery) async throws -> PackedRows {
    let packed = try await rows(of: query, in: page).packer().packed
    // The store's order isn't the list's, so it may also have chosen the wrong rows.
    return packed.ascends ? packed : try await rows(of: query).packer().cut(to: page).packed
  }
}

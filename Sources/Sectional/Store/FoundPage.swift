/// A few rows of a long list, with what is known of their place in it.
package struct FoundPage: Sendable {
  /// Where the rows begin.
  package enum Start: Sendable {
    /// With the row of a rank.
    case rank(Int)
    /// Before and behind the row with a key, of whose values each can be one of several.
    case around([[StoredValue]])
    /// With the first row of the section with one of these keys, the first that there is; or else with what follows the
    /// place of the last.
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
    let end = rank.flatMap { rows.count > 0 || $0 == 0 ? $0 + rows.count : nil }
    let isEnd = end != nil && rows.count < count
    do {
      let snapshot = RowSnapshot(
        list: try RowList(rows), layout: query.layout, ordering: query.ordering,
        section: rowRequest.section)
      return FoundPage(
        results: ResultsList(snapshot: snapshot, mapping: .ofRows, indexTitle: indexTitle),
        rank: rank, total: isEnd ? end ?? counted : max(counted, end ?? 0),
        totalIsExact: isEnd || isExact)
    } catch {
      throw StoreError(error, in: query.layout)
    }
  }

}

extension StoreReader {
  /// Reads a page, and returns its rows with the number of rows before them, if that is known.
  func page(
    of query: RowQuery, at start: FoundPage.Start, count: Int
  ) async throws -> (rows: PackedRows, rank: Int?) {
    switch start {
    case .rank(let rank):
      return (try await read(RowPage(from: rank, count: count), of: query), rank)
    case .around(let values):
      return try await page(of: query, around: query.keys(values), count: count)
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
      let position = RowPosition(row, query.ordering)
      // Each side can be short of rows, which the other one then has more of; one row more shows where the list begins.
      let before = try await read(RowPage(before: position, count: count), of: query)
      let behind = try await read(RowPage(after: position, count: count - 1), of: query)
      let least = max((count - 1) / 2, count - 1 - behind.count)
      let shown = before.all.suffix(min(before.count, least))
      var rows = PackedRows(
        copying: Array((shown + [row] + behind.all).prefix(count)), before.grouping)
      rows.hasUniqueIdentities = before.hasUniqueIdentities
      return (rows, before.count < count ? before.count - shown.count : nil)
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
      found = rows
    }
    return found ?? PackedRows(RowGrouping(query.ordering), shape: .standard)
  }

  private func read(_ page: RowPage, of query: RowQuery) async throws -> PackedRows {
    try await self.page(page, of: query).rows.packed
  }
}

extension RowQuery {
  /// Returns the keys that values can mean.
  ///
  /// - Parameter values: For each value of the key, what it can be.
  /// - Returns: The keys; none if the number of values is another one than the list's key has.
  fileprivate func keys(_ values: [[StoredValue]]) -> [RowKey] {
    var keys: [[StoredValue]] = [[]]
    var values = values
    if layout.keyColumns.count < 2, values.count > 1 {
      // A text with commas is a single value then.
      let parts = values.compactMap(\.last).map(\.sectionName)
      values = [[.text(parts.joined(separator: ","))]]
    }
    guard values.count == max(layout.keyColumns.count, 1), values.count <= 8 else { return [] }
    for value in values { keys = keys.flatMap { key in value.map { key + [$0] } } }
    guard layout.keyColumns.isEmpty || layout.fallsBackToRowID else {
      return keys.map { RowKey($0) }
    }
    let rowIDs = keys.compactMap { key in
      if case .integer(let rowID)? = key.first, key.count == 1 { RowKey(rowID: rowID) } else { nil }
    }
    return (layout.keyColumns.isEmpty ? [] : keys.map { RowKey($0) }) + rowIDs
  }
}

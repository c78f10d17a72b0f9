/// A few rows of a long list, with what is known of their place in it.
package struct FoundPage: Sendable {
  /// Where the rows begin.
  package enum Start: Sendable {
    /// With the row of a rank.
    case rank(Int)
    /// Before and after the row with a key.
    case row(RowKey)
    /// Before and after the row with a key as it was typed.
    case around(TypedKey)
    /// With the first row of the section with a key; or else with what follows the place of such a section.
    case section(TypedValue)
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

/// A reader that can estimate how many rows a query has.
package protocol CountingReader: StoreReader {
  /// Returns the number of a query's rows.
  ///
  /// It is exact if there are few rows, and otherwise it is what the store estimates without reading them.
  func count(of query: RowQuery) async throws -> (rows: Int, isExact: Bool)
}

extension CountingReader {
  /// Returns a page of a request's rows, without reading the others if an index has the list's order.
  ///
  /// - Throws: ``StoreError`` with code `noSuchRow` if no row has the key, or if rows or sections with several keys can be
  ///   meant, and `unsupported` if there are no sections to begin with; other errors as of a fetch.
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
        section: rowRequest.order.section)
      return FoundPage(
        results: ResultsList(PresentedList(snapshot), mapping: .ofRows, indexTitle: indexTitle),
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
    case .row(let key):
      return try await page(of: query, around: try await row(of: query, key), count: count)
    case .around(let key):
      return try await page(of: query, around: try await row(of: query, key), count: count)
    case .section(let key): return (try await page(of: query, from: key, count: count), nil)
    }
  }

  private func page(
    of query: RowQuery, around row: BlockRow?, count: Int
  ) async throws -> (rows: PackedRows, rank: Int?) {
    guard let row else {
      let names = query.layout.keyColumns.map { quoted(query.layout.columns.names[$0]) }
      let key = names.isEmpty ? "the rowid" : names.joined(separator: ", ")
      throw StoreError(
        .noSuchRow,
        "the list has no row with this key; a key is the value of \(key), in the same case and type; check it and the condition"
      )
    }
    let position = RowPosition(row, query.ordering)
    // Each side can be short of rows, which the other one then has more of; one row more shows where the list begins.
    let before = try await read(RowPage(before: position, count: count), of: query)
    let after = try await read(RowPage(after: position, count: max(count - 1, 0)), of: query)
    let least = max((count - 1) / 2, count - 1 - after.count, 0)
    let shown = before.all.suffix(min(before.count, least))
    var rows = PackedRows(
      copying: Array((shown + [row] + after.all).prefix(count)), before.grouping)
    rows.hasUniqueIdentities = before.hasUniqueIdentities
    return (rows, before.count < count ? before.count - shown.count : nil)
  }

  private func row(of query: RowQuery, _ key: RowKey) async throws -> BlockRow? {
    try await rows(of: query, for: [key]).packer().packed.all.first
  }

  private func row(of query: RowQuery, _ key: TypedKey) async throws -> BlockRow? {
    var found: (row: BlockRow, meaning: TypedKey.Meaning)?
    for meaning in key.meanings(in: query.layout) {
      if let found, meaning.yields(to: found.meaning) { continue }
      guard let row = try await row(of: query, meaning.key) else { continue }
      guard found == nil else { throw StoreError.ambiguous("row") }
      found = (row, meaning)
    }
    return found?.row
  }

  private func page(
    of query: RowQuery, from section: TypedValue, count: Int
  ) async throws -> PackedRows {
    var found: PackedRows?
    var places: [PackedRows] = []
    for key in section.meanings where found == nil || !section.prefersFirst {
      let start = try sectionStart(key, in: query)
      let rows = try await read(RowPage(from: start, count: count), of: query)
      places.append(rows)
      guard let first = rows.all.first, start.isSection(of: first) else { continue }
      guard found == nil else { throw StoreError.ambiguous("section") }
      found = rows
    }
    if let found { return found }
    guard let first = places.first, let last = places.last else {
      return PackedRows(RowGrouping(query.ordering), shape: .standard)
    }
    // What reads like a number is a text among texts.
    guard places.count > 1, section.meanings[0].isNumber else { return first }
    if first.all.first.map(query.isInNumberSection) == true { return first }
    return try await hasNumberSections(query) ? first : last
  }

  private func sectionStart(_ key: StoredValue, in query: RowQuery) throws -> SectionStart {
    if let start = SectionStart(key, in: query) { return start }
    throw StoreError(
      .unsupported, "the list has no sections to start from; group the rows by a column",
      part: .section)
  }

  private func hasNumberSections(_ query: RowQuery) async throws -> Bool {
    let isReversed = query.ordering.section.first?.isReversed == true
    let start = try sectionStart(.real(isReversed ? .infinity : -.infinity), in: query)
    let first = try await read(RowPage(from: start, count: 1), of: query).all.first
    return first.map(query.isInNumberSection) == true
  }

  private func read(_ page: RowPage, of query: RowQuery) async throws -> PackedRows {
    try await self.page(page, of: query).rows.packed
  }
}

extension RowQuery {
  fileprivate func isInNumberSection(_ row: BlockRow) -> Bool {
    let tag = ByteKey.Tag.number
    return row.section.first == (ordering.section.first?.isReversed == true ? ~tag : tag)
  }
}

extension StoreError {
  fileprivate static func ambiguous(_ what: String) -> StoreError {
    StoreError(
      .noSuchRow,
      "the key matches more than one \(what); write it as JSON: text in quotation marks, numbers "
        + "and null without")
  }
}

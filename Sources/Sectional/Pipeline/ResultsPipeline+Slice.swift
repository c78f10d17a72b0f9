extension ResultsPipeline {
  /// Reads the rows in the request's slice, with a margin on each side.
  func slice(
    _ slice: FetchSlice, of query: RowQuery, _ reader: Store.Reader
  ) async throws -> RowSnapshot {
    let ranks = slice.ranks
    let margins = SliceMargins(ofSliceWith: slice.limit ?? 0)
    let start = max(ranks.lowerBound - margins.size, 0)
    let (count, overflows) = (ranks.upperBound - start).addingReportingOverflow(margins.size)
    let asked = ranks.upperBound == .max || overflows ? Int.max : count
    var read = try await page(RowPage(from: start, count: asked), of: query, reader)
    diagnostics.fullFetches += 1
    var (head, reachesEnd) = (start, read.rows.count < asked)
    if read.rows.count == 0, start > 0 {
      // The list ends before the slice begins.
      read = try await page(RowPage(last: margins.size), of: query, reader)
      (head, reachesEnd) = (read.received - read.rows.count, true)
    }
    let found = FoundSlice(
      rows: read.rows, head: head, reachesEnd: reachesEnd, ranks: ranks,
      margins: read.visitsAll ? margins.widened : margins)
    do throws(RowListError) {
      do throws(RowListError) { return try RowSnapshot(found, of: query) } catch .duplicateKey {
        // Nobody sees the margins, so a row may be there twice.
        return try RowSnapshot(found.withoutMargins, of: query)
      }
    } catch {
      throw StoreError(error, in: query.layout)
    }
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

  /// Brings the rows in a slice up to date without reading them again.
  ///
  /// - Parameters:
  ///   - changes: The rows that may have changed, and what they were before.
  ///   - snapshot: The rows before the change.
  ///   - query: The query.
  ///   - reader: The reader of the open transaction.
  /// - Returns: The new snapshot and its changes, or `nil` if the slice must be read again, for the reason in the
  ///   diagnostics.
  /// - Throws: ``StoreError`` if the store can't be read.
  func followed(
    _ changes: ChangedRows, of snapshot: RowSnapshot, by query: RowQuery, _ reader: Store.Reader
  ) async throws -> (RowSnapshot, ListChanges)? {
    guard let names = changes.keys else { return nil }
    do {
      var next = snapshot
      let gone = try snapshot.goneBefore(names, changes.oldRows, query)
      let read = try await reader.rows(of: query, for: names).packer()
      diagnostics.rowsRead += read.received
      var touched = try next.apply(
        read.packed, named: names, goneBefore: gone, &diagnostics.work)
      touched.formUnion(try await fill(&next, query, reader))
      touched.formUnion(try next.trim())
      try next.list.checkSections(of: next.shownRanks)
      return (next, next.list.changes(from: snapshot.list, among: touched))
    } catch let problem as UnfollowedSlice {
      diagnostics.fullFetchReason = problem.reason
    } catch let error as RowListError {
      // Reading the slice again determines which rows they are, and whether they are in it.
      diagnostics.fullFetchReason =
        if case .duplicateKey = error { "rows no longer have unique keys" } else {
          "other sections may have come between the rows of a section"
        }
    }
    return nil
  }

  /// Reads the rows that the slice and its margins lack.
  ///
  /// - Returns: The keys of these rows.
  private func fill(
    _ snapshot: inout RowSnapshot, _ query: RowQuery, _ reader: Store.Reader
  ) async throws -> Set<RowKey> {
    guard let coverage = snapshot.coverage,
      !coverage.margins.areFilledLate || !coverage.isComplete(snapshot.list)
    else { return [] }
    let missing = coverage.missing(in: snapshot.list)
    let most = snapshot.shownRanks.count + coverage.margins.size * 8
    guard missing.before <= most, coverage.slice.upperBound == .max || missing.behind <= most
    else { throw UnfollowedSlice("many rows came or went") }
    var touched: Set<RowKey> = []
    if missing.before > 0, let lower = coverage.lower {
      let page = RowPage(before: lower, rank: coverage.head, count: missing.before)
      let read = try await self.page(page, of: query, reader)
      // Otherwise, the number of rows before those in memory isn't what it should be.
      guard read.rows.count == missing.before else { throw UnfollowedSlice.lost }
      touched.formUnion(try snapshot.add(read.rows, widening: read.visitsAll))
      snapshot.coverage?.extend(before: missing.before, in: snapshot.list, query.ordering)
    }
    if missing.behind > 0, let upper = coverage.upper {
      let end = (snapshot.coverage?.head ?? 0) + snapshot.list.count
      let page = RowPage(after: upper, rank: end, count: missing.behind)
      let read = try await self.page(page, of: query, reader)
      touched.formUnion(try snapshot.add(read.rows, widening: read.visitsAll))
      snapshot.coverage?.extend(
        toEnd: read.rows.count < missing.behind, in: snapshot.list, query.ordering)
    }
    return touched
  }
}

/// The rows of a slice and its margins, as they were read.
private struct FoundSlice {
  let rows: PackedRows
  /// The number of rows before them.
  let head: Int
  /// Whether no row is behind them.
  let reachesEnd: Bool
  /// The ranks of the rows to show.
  let ranks: Range<Int>
  let margins: SliceMargins

  /// The rows to show alone.
  var withoutMargins: FoundSlice {
    let all = rows.all
    let first = min(max(ranks.lowerBound - head, 0), all.count)
    let shown = first..<min(max(ranks.upperBound - head, first), all.count)
    return FoundSlice(
      rows: PackedRows(copying: all[shown], rows.grouping, of: rows), head: head + first,
      reachesEnd: reachesEnd && shown.upperBound == all.count, ranks: ranks, margins: .none)
  }
}

/// Why a slice must be read again.
private struct UnfollowedSlice: Error {
  let reason: String

  init(_ reason: String) { self.reason = reason }

  static let lost = UnfollowedSlice("the rows next to the slice are gone")
  static let unknown = UnfollowedSlice(
    "a row may have been before the offset, and no change log says what the row was")
  static let contradiction = UnfollowedSlice(
    "what the change log says of a row contradicts the rows in the slice")
}

extension RowSnapshot {
  /// Creates a snapshot of a slice.
  fileprivate init(_ found: FoundSlice, of query: RowQuery) throws(RowListError) {
    self.init(
      list: try RowList(found.rows, isPart: true), layout: query.layout, ordering: query.ordering,
      section: query.request.order.section)
    coverage = Coverage(
      of: list, after: found.head, reachesEnd: found.reachesEnd, slice: found.ranks,
      margins: found.margins, ordering)
    _ = try trim()
    try list.checkSections(of: shownRanks)
  }

  /// Returns how many of the rows that changed were before those in memory.
  fileprivate func goneBefore(
    _ names: Set<RowKey>, _ oldRows: [RowKey: OldRow], _ query: RowQuery
  ) throws(UnfollowedSlice) -> Int {
    guard let coverage, coverage.head > 0 else { return 0 }
    var (count, work) = (0, TreeWork())
    for name in names
    where list.rows(named: [name], keyIsRowID: layout.keyIsRowID, &work).isEmpty {
      switch query.oldPosition(of: name, oldRows[name]) {
      case .outside: continue
      case .at(let position):
        switch coverage.side(of: position, in: list.grouping) {
        case .before: count += 1
        case .behind: continue
        case .inside: throw .contradiction
        }
      case .unknown: throw .unknown
      }
    }
    return count
  }

  /// Replaces the rows that changed.
  ///
  /// - Parameters:
  ///   - rows: The present rows among those that changed, wherever in the longer list they are.
  ///   - names: What the change log calls the rows that changed.
  ///   - goneBefore: The number of changed rows that were before those in memory.
  ///   - work: Counts the nodes visited and keys compared.
  /// - Returns: The keys of the rows that may differ.
  /// - Throws: ``RowListError`` if two rows have the same key.
  fileprivate mutating func apply(
    _ rows: PackedRows, named names: Set<RowKey>, goneBefore: Int, _ work: inout TreeWork
  ) throws -> Set<RowKey> {
    guard let coverage else { return [] }
    let coming = Dictionary(grouping: rows.all) {
      coverage.side(of: $0.orderKey, in: list.grouping)
    }
    let inside = coming[.inside] ?? []
    let old = list.rows(named: names, keyIsRowID: layout.keyIsRowID, &work)
    if !old.isEmpty || !inside.isEmpty {
      let new = PackedRows(copying: inside, list.grouping, shape: list.tree.shape)
      let applied = try list.applying(new, inPlaceOf: old)
      work.add(applied.work)
      list = applied.list
    }
    let difference = (coming[.before]?.count ?? 0) - goneBefore
    guard self.coverage?.moveHead(by: difference) == true else { throw UnfollowedSlice.lost }
    return Set(old.map(\.row.key) + inside.map(\.key))
  }

  /// Adds rows next to those in memory.
  ///
  /// - Parameters:
  ///   - rows: The rows.
  ///   - isWidening: Whether the store needs long to find such rows, so that more of them are kept.
  /// - Returns: Their keys.
  /// - Throws: ``RowListError`` if a row has the key of another one.
  fileprivate mutating func add(
    _ rows: PackedRows, widening isWidening: Bool
  ) throws(RowListError) -> [RowKey] {
    let all = rows.all
    list = try list.applying(
      PackedRows(copying: all, list.grouping, shape: list.tree.shape), inPlaceOf: []
    ).list
    if isWidening, let margins = coverage?.margins.widened { coverage?.margins = margins }
    return all.map(\.key)
  }

  /// Drops what is far more than the margins.
  ///
  /// - Returns: The keys of the rows that are no longer in memory.
  fileprivate mutating func trim() throws(RowListError) -> [RowKey] {
    guard let coverage else { return [] }
    let (front, back) = coverage.superfluous(in: list)
    guard !front.isEmpty || !back.isEmpty else { return [] }
    let dropped = [front, back].joined().map { RankedRow(rank: $0, row: list[$0]) }
    list = try list.applying(
      PackedRows(list.grouping, shape: list.tree.shape), inPlaceOf: dropped
    ).list
    self.coverage?.trim(front: front.count, back: back.count, from: list, ordering)
    return dropped.map(\.row.key)
  }
}

extension ResultsPipeline {
  /// Brings the rows in a window up to date without reading them again.
  ///
  /// - Parameters:
  ///   - changes: The rows that may have changed, and what they were before.
  ///   - snapshot: The rows before the change.
  ///   - query: The query.
  ///   - reader: The reader of the open transaction.
  /// - Returns: The new snapshot and its changes, or `nil` if the window must be read again, for the reason in the
  ///   diagnostics.
  /// - Throws: ``StoreError`` if the store can't be read.
  func followed(
    _ changes: ChangedRows, of snapshot: RowSnapshot, by query: RowQuery, _ reader: Store.Reader
  ) async throws -> (RowSnapshot, RowListDiff)? {
    guard let keys = changes.keys, var span = snapshot.windowSpan else { return nil }
    do {
      let goneBefore = try span.goneBefore(keys, changes.oldRows, query)
      let read = try await reader.rows(of: query, for: keys).packer()
      diagnostics.rowsRead += read.received
      var touched = try span.apply(
        read.packed, named: keys, keyIsRowID: query.layout.keyIsRowID, goneBefore: goneBefore,
        &diagnostics.work)
      touched.formUnion(try await fill(&span, query, reader))
      try span.trim()
      let next = self.snapshot(of: span, query)
      return (next, next.changes(from: snapshot, among: touched))
    } catch let problem as UnfollowedWindow {
      diagnostics.fullFetchReason = problem.reason
    } catch let error as RowListError {
      // Reading the window again determines which rows they are, and whether they are in it.
      diagnostics.fullFetchReason =
        if case .duplicateKey = error { "rows no longer have unique keys" } else {
          "other sections may have come between the rows of a section"
        }
    }
    return nil
  }

  /// Reads the rows that the window and its margins lack.
  ///
  /// - Returns: The keys of the rows that came into the window or left it.
  private func fill(
    _ span: inout RowSpan, _ query: RowQuery, _ reader: Store.Reader
  ) async throws -> Set<RowKey> {
    guard !span.isLost else { throw UnfollowedWindow.lost }
    guard !span.margins.areFilledLate || !span.isComplete else { return [] }
    var touched: Set<RowKey> = []
    let missing = span.missing
    let most = span.shown.count + span.margins.size * 8
    guard missing.before <= most, span.window.upperBound == .max || missing.behind <= most else {
      throw UnfollowedWindow("many rows came or went")
    }
    if missing.before > 0, let first = span.first {
      let page = RowPage(
        before: RowPosition(first, query.ordering), rank: span.start, count: missing.before)
      let read = try await self.page(page, of: query, reader)
      // Otherwise, the number of rows before the span isn't what it should be.
      guard read.rows.count == missing.before else { throw UnfollowedWindow.lost }
      touched.formUnion(try span.extend(before: read.rows))
      if read.visitsAll { span.margins = span.margins.widened }
    }
    if missing.behind > 0, let last = span.last {
      let page = RowPage(
        after: RowPosition(last, query.ordering), rank: span.end, count: missing.behind)
      let read = try await self.page(page, of: query, reader)
      touched.formUnion(
        try span.extend(behind: read.rows, reachesEnd: read.rows.count < missing.behind))
      if read.visitsAll { span.margins = span.margins.widened }
    }
    return touched
  }
}

/// Why a window must be read again.
private struct UnfollowedWindow: Error {
  let reason: String

  init(_ reason: String) { self.reason = reason }

  static let lost = UnfollowedWindow("the rows next to the window are gone")
  static let unknown = UnfollowedWindow(
    "a row may have been before the offset, and no change log says what the row was")
  static let contradiction = UnfollowedWindow(
    "what the change log says of a row contradicts the rows in the window")
}

extension RowSpan {
  /// Returns how many of the rows that changed were before the span.
  fileprivate func goneBefore(
    _ names: Set<RowKey>, _ oldRows: [RowKey: OldRow], _ query: RowQuery
  ) throws(UnfollowedWindow) -> Int {
    guard start > 0 else { return 0 }
    var count = 0
    for name in names where !holds(name, keyIsRowID: query.layout.keyIsRowID) {
      switch query.oldPosition(of: name, oldRows[name]) {
      case .outside: continue
      case .at(let position):
        switch side(of: position) {
        case .before: count += 1
        case .behind: continue
        case .inside: throw .contradiction
        }
      case .unknown: throw .unknown
      }
    }
    return count
  }
}

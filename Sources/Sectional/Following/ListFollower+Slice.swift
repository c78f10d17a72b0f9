// The rows next to those of a slice.
extension ListFollower {
  /// Reads the rows that the slice and its margins lack after a change, and drops those far beyond the margins.
  func fill(_ followed: inout FollowedList) async throws {
    do {
      followed.touched.formUnion(try await filled(&followed.snapshot))
    } catch let error as StoreError where error.code == .unexpectedCell {
      throw UnfollowedChange("a row next to the slice has a cell that doesn't fit")
    }
    followed.touched.formUnion(try followed.snapshot.trim())
    try followed.snapshot.list.checkSections(of: followed.snapshot.shownRanks)
  }

  private func filled(_ snapshot: inout RowSnapshot) async throws -> [RowKey] {
    let coverage = snapshot.coverage
    guard !coverage.margins.areFilledLate || !coverage.isComplete(snapshot.list) else { return [] }
    let missing = coverage.missing(in: snapshot.list)
    let most = snapshot.shownRanks.count + coverage.margins.size * 8
    guard missing.before <= most, coverage.slice?.upperBound == .max || missing.after <= most
    else { throw UnfollowedChange("many rows came or went") }
    var touched: [RowKey] = []
    if missing.before > 0, let lower = coverage.lower {
      let read = try await readPage(
        RowPage(before: lower, rank: coverage.head, count: missing.before))
      // Otherwise, the number of rows before those in memory isn't what it should be.
      guard read.rows.count == missing.before else { throw UnfollowedChange.lost }
      touched += try snapshot.add(read)
      snapshot.coverage.extend(before: missing.before, in: snapshot.list, query.ordering)
    }
    if missing.after > 0, let upper = coverage.upper {
      let end = snapshot.coverage.head + snapshot.list.count
      let read = try await readPage(RowPage(after: upper, rank: end, count: missing.after))
      touched += try snapshot.add(read)
      snapshot.coverage.extend(
        toEnd: read.rows.count < missing.after, in: snapshot.list, query.ordering)
    }
    return touched
  }
}

extension RowSnapshot {
  /// Adds rows next to those in memory.
  ///
  /// - Returns: Their keys.
  /// - Throws: ``RowListError`` if a row has the key of another one.
  fileprivate mutating func add(_ page: ListFollower.Page) throws(RowListError) -> [RowKey] {
    let all = page.rows.all
    list = try list.applying(
      PackedRows(copying: all, list.grouping, shape: list.tree.shape), inPlaceOf: []
    ).list
    // More of the rows that the store takes long to find are kept.
    if page.visitsAll { coverage.margins = coverage.margins.widened }
    return all.map(\.key)
  }

  /// Drops the rows far beyond the margins of the slice.
  ///
  /// - Returns: The keys of the rows that are no longer in memory.
  mutating func trim() throws(RowListError) -> [RowKey] {
    let (front, back) = coverage.superfluous(in: list)
    guard !front.isEmpty || !back.isEmpty else { return [] }
    let dropped = [front, back].joined().map { RankedRow(rank: $0, row: list[$0]) }
    list = try list.applying(
      PackedRows(list.grouping, shape: list.tree.shape), inPlaceOf: dropped
    ).list
    coverage.trim(front: front.count, back: back.count, from: list, ordering)
    return dropped.map(\.row.key)
  }
}

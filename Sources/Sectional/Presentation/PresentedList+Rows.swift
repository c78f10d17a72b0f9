// The rows of a list, as far as they are in memory.
extension PresentedList {
  /// Whether the contents of the rows have been read; until then, only sections, keys and a first screen are known.
  var isLoaded: Bool { base.outline == nil }

  /// Whether contents of rows come and go.
  var loadsContents: Bool { base.extent.readsKeysAlone }

  /// Whether most rows are only counted.
  var isCounted: Bool { base.extent.countsRows }

  /// Returns whether the contents of the row at a rank are in memory.
  func isLoaded(_ rank: Int) -> Bool { row(ifLoaded: rank) != nil }

  /// Returns the row at a rank, or `nil` if its contents aren't in memory.
  func row(ifLoaded rank: Int) -> StoredRow? {
    guard isLoaded else { return base.firstRows[rank].map { StoredRow($0, columns: columns) } }
    let row = base.list[rank + shownRanks.lowerBound]
    guard !loadsContents || row.hasContents else { return nil }
    return StoredRow(row, columns: columns)
  }

  /// Returns whether the contents of all rows with some ranks are in memory.
  func areLoaded(_ ranks: Range<Int>) -> Bool {
    guard isLoaded, loadsContents, !ranks.isEmpty else { return isLoaded }
    var walk = walk(from: ranks.lowerBound)
    for _ in ranks {
      guard walk.row?.hasContents == true else { return false }
      walk.advance()
    }
    return true
  }

  /// Returns a walk over the rows from a rank on, whose contents must be in memory.
  func walk(from rank: Int) -> RowWalk {
    RowWalk(base.list, from: rank + shownRanks.lowerBound)
  }

  /// Returns the keys of the rows with some ranks, in order; those of rows that are only counted aren't known.
  func keys(in ranks: Range<Int>) -> [RowKey] {
    guard !ranks.isEmpty else { return [] }
    if let outline = base.outline { return outline.keys(in: ranks) }
    let start = shownRanks.lowerBound
    return base.list.keys(in: ranks.lowerBound + start..<ranks.upperBound + start)
  }

  /// Returns the rows with some ranks whose contents are in memory, in order.
  func heldRows(in ranks: Range<Int>) -> [(rank: Int, row: StoredRow)] {
    let known =
      isCounted
      ? base.list.blocks.residentRanks.map { base.list.blocks[ofRank: $0].ranks.clamped(to: ranks) }
      : [ranks]
    return known.flatMap { ranks in
      ranks.compactMap { rank in row(ifLoaded: rank).map { (rank, $0) } }
    }
  }

  /// Returns whether both lists have the same columns, order and sections, and the same contents in memory.
  func isShown(like other: PresentedList) -> Bool {
    base.isRead(like: other.base) && base.contentsLook == other.base.contentsLook
  }
}

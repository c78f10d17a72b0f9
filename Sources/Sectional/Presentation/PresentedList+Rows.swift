// The rows of a list, as far as they are in memory.
extension PresentedList {
  /// Whether the contents of the rows have been read; until then, only sections, keys and a first screen are known.
  var isLoaded: Bool { base.outline == nil }

  /// Whether contents of rows come and go.
  var loadsContents: Bool { base.extent.readsKeysAlone }

  /// Whether further rows or contents can be asked for, also of a list that doesn't track changes.
  var needsPipeline: Bool { loadsContents || base.coverage.tail != nil }

  /// Whether most rows are only counted.
  var isCounted: Bool { base.extent.countsRows }

  /// Returns whether the contents of the row at a rank are in memory.
  func isLoaded(_ rank: Int) -> Bool { row(ifLoaded: rank) != nil }

  /// Returns the row at a rank, or `nil` if its contents aren't in memory.
  func row(ifLoaded rank: Int) -> StoredRow? { row(ifLoadedAtBaseRank: shownRanks[rank]) }

  /// Returns the row at a base rank, or `nil` if its contents aren't in memory.
  func row(ifLoadedAtBaseRank rank: Int) -> StoredRow? {
    guard isLoaded else { return base.firstRows[rank].map { StoredRow($0, columns: columns) } }
    let row = base.list[rank]
    guard !loadsContents || row.hasContents else { return nil }
    return StoredRow(row, columns: columns)
  }

  /// Returns whether the contents of all rows with some ranks are in memory.
  func areLoaded(_ ranks: Range<Int>) -> Bool {
    guard isLoaded, loadsContents, !ranks.isEmpty else { return isLoaded }
    return shownRanks.ranges(of: ranks).allSatisfy { ranks in
      var walk = RowWalk(base.list, from: ranks.lowerBound)
      for _ in ranks {
        guard walk.row?.hasContents == true else { return false }
        walk.advance()
      }
      return true
    }
  }

  /// Returns the keys of the rows with some ranks, in order; those of rows that are only counted aren't known.
  func keys(in ranks: Range<Int>) -> [RowKey] {
    shownRanks.ranges(of: ranks).flatMap(keys(inBaseRanks:))
  }

  /// Returns the keys of the rows with some base ranks, in order.
  func keys(inBaseRanks ranks: Range<Int>) -> [RowKey] {
    base.outline?.keys(in: ranks) ?? base.list.keys(in: ranks)
  }

  /// Returns the rows with some ranks whose contents are in memory, in order.
  func heldRows(in ranks: Range<Int>) -> [(rank: Int, row: StoredRow)] {
    let wanted = RankRanges(shownRanks.ranges(of: ranks))
    let known =
      isCounted
      ? wanted.intersection(
        RankRanges(base.list.blocks.residentRanks.map { base.list.blocks[ofRank: $0].ranks }))
      : wanted
    return known.ranges.joined().compactMap { rank in
      row(ifLoadedAtBaseRank: rank).map { (shownRanks.count(below: rank), $0) }
    }
  }

  /// Returns those of some rows that are shown and have their contents in memory, by rank.
  ///
  /// - Complexity: O(log *n*) for each row that doesn't follow the one before in the list.
  func loadedRows(of keys: [RowKey]) -> [(key: RowKey, path: ElementPath)] {
    var rows: [(key: RowKey, rank: Int)] = []
    var walk: RowWalk?
    for key in keys {
      // A block that is only counted has no rows to look at.
      let next = walk?.row.flatMap { $0.isInMemory ? $0 : nil }
      if next?.record.isIdentified(by: key.bytes) != true {
        guard let rank = base.rank(of: key) else { continue }
        walk = RowWalk(base.list, from: rank)
      }
      guard let rank = walk?.rank, shownRanks.contains(rank) else { continue }
      let isHeld =
        isLoaded
        ? !loadsContents || walk?.row?.hasContents == true : base.firstRows[rank] != nil
      if isHeld { rows.append((key, rank)) }
      walk?.advance()
    }
    rows.sort { $0.rank < $1.rank }
    var sections = SectionWalk(self)
    return rows.map { key, rank in
      let section = sections.section(ofBaseRank: rank)
      let item = shownRanks.count(below: rank) - shownRanks.count(below: section.shown.lowerBound)
      return (key, ElementPath(section: section.index, item: item))
    }
  }

  /// Returns whether both lists have the same columns, order and sections, and the same contents in memory.
  func isShown(like other: PresentedList) -> Bool {
    base.isRead(like: other.base) && hasContents(of: other)
  }

  /// Returns whether rows have contents as they had in another list, apart from those that changed.
  func hasContents(of other: PresentedList) -> Bool {
    base.contentsLook == other.base.contentsLook
  }
}

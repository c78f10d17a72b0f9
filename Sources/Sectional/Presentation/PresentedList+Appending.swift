// Rows that a list with a window counts at its end.
extension PresentedList {
  /// Adds the rows that were counted at the end to the changes of those before them.
  ///
  /// - Parameters:
  ///   - rank: The base rank of the first one.
  ///   - shown: The changes.
  ///   - old: The list before.
  /// - Complexity: O(*s* log *n*), where *s* is the number of sections that the rows are in.
  func append(rowsAfter rank: Int, to shown: inout RowListDiff, since old: PresentedList) {
    let inserted = Set(shown.sectionInserts)
    var rest = rank..<base.count
    while !rest.isEmpty {
      let section = section(ofBaseRank: rest.lowerBound)
      let isNew = isSectioned && section.ranks.lowerBound >= rank
      if isNew { shown.sectionInserts.append(section.index) }
      let own = rest.clamped(to: section.ranks)
      let start = section.ranks.lowerBound
      shown.appended.append(
        ResultsRowRange(
          section: section.index, items: own.lowerBound - start..<own.upperBound - start,
          isInInsertedSection: isNew || inserted.contains(section.index)))
      rest = own.upperBound..<rest.upperBound
    }
    shown.sectionInfoUpdates = sectionsWithOtherInfo(after: shown, since: old)
  }

  private func sectionsWithOtherInfo(
    after shown: RowListDiff, since old: PresentedList
  ) -> [Int] {
    guard isSectioned else {
      // Without aggregates, nothing is said of all rows.
      return hasAggregates && saysOther(ofSection: 0, than: old, 0) ? [0] : []
    }
    let grown = shown.appended.lazy.filter { !$0.isInInsertedSection }.map(\.section)
    // A section that lost as many rows as were counted in it says what it said.
    let (before, after) = (
      Anchors(besides: shown.sectionDeletes), Anchors(besides: shown.sectionInserts)
    )
    return Set(shown.sectionInfoUpdates).union(grown).sorted().filter { section in
      saysOther(ofSection: section, than: old, before.rank(of: after.number(before: section)))
    }
  }
}

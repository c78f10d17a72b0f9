/// Rows of a section that follow each other.
public struct ResultsRowRange: Sendable, Hashable {
  /// The section's index.
  public let section: Int
  /// The rows' indexes in the section.
  public let items: Range<Int>
  /// Whether the section is inserted by the same change set, with them or with rows that came before; of
  /// ``ResultsChangeset/hiddenRows``, whether it is deleted.
  public let isInInsertedSection: Bool
}

extension RowListDiff {
  /// Adds rows that were appended to a list.
  ///
  /// - Parameters:
  ///   - list: The list with the rows.
  ///   - count: The number of rows that it had before.
  /// - Complexity: O(*s* log *n*), where *s* is the number of sections that the rows are in.
  mutating func addAppended(to list: RowList, after count: Int) {
    guard count < list.count else { return }
    let inserted = Set(sectionInserts)
    var section = count == 0 ? FoundSection(index: 0, start: 0) : list.section(ofRank: count)
    while true {
      let end = list.end(ofSection: section.index)
      let isNew = list.grouping != .none && section.start >= count
      if isNew { sectionInserts.append(section.index) }
      appended.append(
        ResultsRowRange(
          section: section.index,
          items: max(count - section.start, 0)..<end - section.start,
          isInInsertedSection: isNew || inserted.contains(section.index)))
      guard end < list.count else { return }
      section = FoundSection(index: section.index + 1, start: end)
    }
  }
}

// Which sections stayed and say something else of themselves.
extension ChangeClassifier {
  /// Returns the sections that stayed and have another number of rows, shown or not, or are collapsed or expanded, in
  /// ascending order, in the list after the change.
  ///
  /// - Complexity: O(*d* log *n*), where *d* is the number of rows that came, went or moved; O(*s* log *n*) if other rows of
  ///   the sections are shown, where *s* is the number of sections.
  func sectionsWithOtherInfo() -> [Int] {
    guard old.isSectioned, new.isSectioned else { return onlySectionIfItHasOtherInfo() }
    // Sections never move, so those that stay are anchors among all sections.
    let (before, after) = (
      Anchors(besides: sections.deletes.sorted()), Anchors(besides: sections.inserts.sorted())
    )
    return candidates(before, after).filter { section in
      let number = after.number(before: section)
      return new.info(ofSection: section) != old.info(ofSection: before.rank(of: number))
    }
  }

  /// Without sections, there is a count to tell only if rows are hidden.
  private func onlySectionIfItHasOtherInfo() -> [Int] {
    let hidesRows = !old.display.showsEverything || !new.display.showsEverything
    guard hidesRows, !old.isSectioned, !new.isSectioned else { return [] }
    return new.info(ofSection: 0) != old.info(ofSection: 0) ? [0] : []
  }

  /// The sections that stayed and whose rows or whose display changed, in ascending order.
  private func candidates(_ before: Anchors, _ after: Anchors) -> [Int] {
    guard old.display == new.display else {
      return (0..<new.sectionCount).filter { !sections.isInserted($0) }
    }
    var found: Set<Int> = []
    var walks = (SectionWalk(old), SectionWalk(new))
    for rank in moved.new {
      let section = walks.1.section(ofBaseRank: rank).index
      if !sections.isInserted(section) { found.insert(section) }
    }
    for rank in moved.old {
      let section = walks.0.section(ofBaseRank: rank).index
      if !sections.isDeleted(section) {
        found.insert(after.rank(of: before.number(before: section)))
      }
    }
    return found.sorted()
  }
}

/// What the header of a section can say besides its name.
private struct SectionInfo: Equatable {
  let totalCount: Int
  let shownCount: Int
  let isCollapsed: Bool
}

extension PresentedList {
  fileprivate func info(ofSection section: Int) -> SectionInfo {
    SectionInfo(
      totalCount: totalCount(ofSection: section), shownCount: ranks(ofSection: section).count,
      isCollapsed: isCollapsed(section))
  }
}

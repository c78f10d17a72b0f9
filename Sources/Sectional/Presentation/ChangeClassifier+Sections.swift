// Which sections stayed and say something else of themselves.
extension ChangeClassifier {
  /// Returns the sections that stayed and have another number of rows, shown or not, other aggregates, or are collapsed or
  /// expanded, in ascending order, in the list after the change.
  ///
  /// - Complexity: O(*d* log *n*), where *d* is the number of rows that came, went or moved, or that changed and are
  ///   summed up; O(*s* log *n*) if other rows of the sections are shown, where *s* is the number of sections.
  func sectionsWithOtherInfo() -> [Int] {
    guard old.isSectioned, new.isSectioned else { return onlySectionIfItHasOtherInfo() }
    // Sections never move, so those that stay are anchors among all sections.
    let (before, after) = (
      Anchors(besides: sections.deletes.sorted()), Anchors(besides: sections.inserts.sorted())
    )
    let touched = touchedSections(before, after).union(cutSections(before, after))
    let all = old.display == new.display && !hasOtherAggregates
    return (all ? touched.sorted() : survivingSections).filter { section in
      let former = before.rank(of: after.number(before: section))
      return new.info(ofSection: section) != old.info(ofSection: former)
        || hasOtherAggregates
        || touched.contains(section)
          && new.aggregates(ofSection: section) != old.aggregates(ofSection: former)
    }
  }

  /// The sections that stayed and that are the first one of a list which begins at its end, before or after.
  private func cutSections(_ before: Anchors, _ after: Anchors) -> Set<Int> {
    let former = old.cutSection.flatMap {
      sections.isDeleted($0) ? nil : after.rank(of: before.number(before: $0))
    }
    let own = new.cutSection.flatMap { sections.isInserted($0) ? nil : $0 }
    return Set([former, own].compactMap(\.self))
  }

  private var hasOtherAggregates: Bool {
    old.base.list.tree.shape.summary != new.base.list.tree.shape.summary
  }

  private var survivingSections: [Int] {
    (0..<new.sectionCount).filter { !sections.isInserted($0) }
  }

  /// Without sections, there is something to tell only if rows are hidden or summed up.
  private func onlySectionIfItHasOtherInfo() -> [Int] {
    let tellsMore =
      !old.display.showsEverything || !new.display.showsEverything || new.hasAggregates
    guard tellsMore, !old.isSectioned, !new.isSectioned else { return [] }
    let isOther =
      new.info(ofSection: 0) != old.info(ofSection: 0) || hasOtherAggregates
      || new.aggregates(ofSection: 0) != old.aggregates(ofSection: 0)
    return isOther ? [0] : []
  }

  /// The sections that stayed and whose rows changed.
  private func touchedSections(_ before: Anchors, _ after: Anchors) -> Set<Int> {
    var found: Set<Int> = []
    var walks = (SectionWalk(old), SectionWalk(new))
    for rank in new.hasAggregates ? (moved.new + updated).sorted() : moved.new {
      let section = walks.1.section(ofBaseRank: rank).index
      if !sections.isInserted(section) { found.insert(section) }
    }
    for rank in moved.old {
      let section = walks.0.section(ofBaseRank: rank).index
      if !sections.isDeleted(section) {
        found.insert(after.rank(of: before.number(before: section)))
      }
    }
    return found
  }
}

/// What the header of a section can say besides its name.
private struct SectionInfo: Equatable {
  let totalCount: Int
  let shownCount: Int
  let isCollapsed: Bool
  let isCut: Bool
}

extension PresentedList {
  /// Returns whether the header of a section says something else than that of the same section in another list.
  ///
  /// - Complexity: O(log *n*).
  func saysOther(
    ofSection section: Int, than old: PresentedList, _ former: Int
  ) -> Bool {
    info(ofSection: section) != old.info(ofSection: former)
      || aggregates(ofSection: section) != old.aggregates(ofSection: former)
  }

  fileprivate func info(ofSection section: Int) -> SectionInfo {
    SectionInfo(
      totalCount: totalCount(ofSection: section), shownCount: ranks(ofSection: section).count,
      isCollapsed: isCollapsed(section), isCut: cutSection == section)
  }
}

/// Determines which sections of two lists are the same, so that rows can stay in them.
///
/// A section stays if it contains a row whose position didn't change, and such a section never moves. Any other
/// section stays if it is between the same such sections in both lists and belongs to the longest subsequence of
/// these that keep their order. The remaining sections are deleted and inserted.
struct SectionMatch {
  /// The indexes of the deleted sections in the old list, in ascending order.
  private(set) var deletes: [Int] = []
  /// The indexes of the inserted sections in the new list, in ascending order.
  private(set) var inserts: [Int] = []
  private var deleted: Set<Int> = []
  private var inserted: Set<Int> = []

  /// Returns whether a section of the old list was deleted.
  func isDeleted(_ section: Int) -> Bool { !deleted.isEmpty && deleted.contains(section) }

  /// Returns whether a section of the new list was inserted.
  func isInserted(_ section: Int) -> Bool { !inserted.isEmpty && inserted.contains(section) }

  /// Matches the sections of two lists in which nothing changed.
  init() {}

  /// Matches two lists.
  ///
  /// - Parameters:
  ///   - old: The list before the change.
  ///   - oldRanks: The ascending base ranks of the rows in it that are shown elsewhere afterward, or not at all.
  ///   - new: The list after the change.
  ///   - newRanks: The ascending base ranks of the rows in it that were shown elsewhere before, or not at all.
  ///   - keepsSections: Whether sections with equal keys are the same section in both lists.
  init(
    from old: PresentedList, _ oldRanks: [Int], to new: PresentedList, _ newRanks: [Int],
    keepsSections: Bool
  ) {
    guard old.isSectioned || new.isSectioned else { return }
    if keepsSections {
      match(old.sections(filledBy: oldRanks), new.sections(filledBy: newRanks))
    } else {
      displace(old.allSections(), new.allSections())
    }
  }

  /// Determines which sections stay, among those that contain no row that stayed.
  private mutating func match(_ before: [FilledSection], _ after: [FilledSection]) {
    let places = Dictionary(
      after.enumerated().map { ($1.identity, $0) }, uniquingKeysWith: { first, _ in first })
    // The number of other sections before a section determines which of them it is between.
    let candidates = before.indices.compactMap { old -> (old: Int, new: Int)? in
      guard let new = places[before[old].identity] else { return nil }
      return before[old].index - old == after[new].index - new ? (old, new) : nil
    }
    let kept = longestIncreasingSubsequence(of: candidates.map(\.new)).map { candidates[$0] }
    let (keptBefore, keptAfter) = (Set(kept.map(\.old)), Set(kept.map(\.new)))
    displace(
      before.indices.filter { !keptBefore.contains($0) }.map { before[$0] },
      after.indices.filter { !keptAfter.contains($0) }.map { after[$0] })
  }

  private mutating func displace(_ gone: [FilledSection], _ come: [FilledSection]) {
    deletes = gone.map(\.index)
    inserts = come.map(\.index)
    deleted = Set(deletes)
    inserted = Set(inserts)
  }
}

/// A section's index, and what makes it the same one in both lists.
private struct FilledSection {
  let index: Int
  let identity: SectionIdentity
}

extension PresentedList {
  /// Returns the sections that contain only rows with the given ascending base ranks, or none.
  fileprivate func sections(filledBy ranks: [Int]) -> [FilledSection] {
    var filled = unfilled.places.map { FilledSection(index: $0, identity: identity(ofSection: $0)) }
    let hasEmpty = !filled.isEmpty
    var rest = ranks[...]
    while let rank = rest.first {
      let section = section(ofBaseRank: rank)
      // The first row of most sections stayed, so these need no closer look.
      guard section.ranks.lowerBound == rank else {
        rest.removeFirst()
        continue
      }
      let own = rest.prefix { $0 < section.ranks.upperBound }
      if own.count == section.ranks.count {
        filled.append(
          FilledSection(index: section.index, identity: identity(ofSection: section.index)))
      }
      rest = rest[own.endIndex...]
    }
    return hasEmpty ? filled.sorted { $0.index < $1.index } : filled
  }

  /// Returns all sections; one, if rows aren't grouped.
  fileprivate func allSections() -> [FilledSection] {
    (0..<sectionCount).map { FilledSection(index: $0, identity: identity(ofSection: $0)) }
  }
}

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

  /// Matches two lists with the same order, given the ascending ranks of the rows whose position changed, in each
  /// list.
  init(from old: RowList, _ oldRanks: [Int], to new: RowList, _ newRanks: [Int]) {
    guard new.grouping != .none else { return }
    match(old.sections(filledBy: oldRanks), new.sections(filledBy: newRanks))
  }

  /// Matches two lists with different orders.
  init(fromOtherOrder old: RowList, to new: RowList, keepsSections: Bool) {
    guard old.grouping != .none || new.grouping != .none else { return }
    let (before, after) = (old.allSections(), new.allSections())
    if keepsSections { match(before, after) } else { displace(before, after) }
  }

  /// Determines which sections stay, among those that contain no row that stayed.
  private mutating func match(_ before: [FilledSection], _ after: [FilledSection]) {
    let places = Dictionary(uniqueKeysWithValues: after.enumerated().map { ($1.key, $0) })
    // The number of other sections before a section determines which of them it is between.
    let candidates = before.indices.compactMap { old -> (old: Int, new: Int)? in
      guard let new = places[before[old].key] else { return nil }
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

/// A section's index and key.
private struct FilledSection {
  let index: Int
  let key: [UInt8]
}

extension RowList {
  /// Returns the sections that contain only rows with the given ascending ranks.
  fileprivate func sections(filledBy ranks: [Int]) -> [FilledSection] {
    var filled: [FilledSection] = []
    var rest = ranks[...]
    while let rank = rest.first {
      let section = section(ofRank: rank)
      // The first row of most sections stayed, so these need no closer look.
      guard section.start == rank else {
        rest.removeFirst()
        continue
      }
      let end = end(ofSection: section.index)
      let own = rest.prefix { $0 < end }
      if own.count == end - rank {
        filled.append(FilledSection(index: section.index, key: self[rank].section))
      }
      rest = rest[own.endIndex...]
    }
    return filled
  }

  /// Returns all sections; if the list has only one because it has no sections, its key is empty.
  fileprivate func allSections() -> [FilledSection] {
    (0..<sectionCount).map { section in
      let ranks = ranks(ofSection: section)
      return FilledSection(
        index: section, key: ranks.isEmpty ? [] : self[ranks.lowerBound].section)
    }
  }
}

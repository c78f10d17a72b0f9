/// Which sections of two lists are the same, so that rows can stay in them.
///
/// A section that holds a row whose place did not change stays, and never moves. The others stay where they are in both
/// lists, between the same such sections, as many as keep their order; the rest is deleted and inserted.
struct SectionMatch {
  /// The sections that are gone, by their index before, ascending.
  private(set) var deletes: [Int] = []
  /// The sections that are new, by their index after, ascending.
  private(set) var inserts: [Int] = []
  private var deleted: Set<Int> = []
  private var inserted: Set<Int> = []

  /// Tells whether a section of the old list is gone.
  func isDeleted(_ section: Int) -> Bool { !deleted.isEmpty && deleted.contains(section) }

  /// Tells whether a section of the new list is new.
  func isInserted(_ section: Int) -> Bool { !inserted.isEmpty && inserted.contains(section) }

  /// Matches two lists of one order, given the ascending ranks of the rows that left their place or came to one.
  init(from old: RowList, _ oldRanks: [Int], to new: RowList, _ newRanks: [Int]) {
    guard new.grouping != .none else { return }
    match(old.sections(filledBy: oldRanks), new.sections(filledBy: newRanks))
  }

  /// Matches two lists of different orders.
  init(fromOtherOrder old: RowList, to new: RowList, keepsSections: Bool) {
    guard old.grouping != .none || new.grouping != .none else { return }
    let (before, after) = (old.allSections(), new.allSections())
    if keepsSections { match(before, after) } else { displace(before, after) }
  }

  /// Finds among sections, none of which has a row that stayed, those that stay.
  private mutating func match(_ before: [FilledSection], _ after: [FilledSection]) {
    let places = Dictionary(uniqueKeysWithValues: after.enumerated().map { ($1.key, $0) })
    // Between which of the other sections a section stands is told by how many of them come before it.
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

/// A section, by its index and its key.
private struct FilledSection {
  let index: Int
  let key: [UInt8]
}

extension RowList {
  /// Returns the sections that hold none but the rows of some ascending ranks.
  fileprivate func sections(filledBy ranks: [Int]) -> [FilledSection] {
    var filled: [FilledSection] = []
    var rest = ranks[...]
    while let rank = rest.first {
      let section = section(ofRank: rank)
      // Most sections have a first row that stayed, and need no closer look.
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

  /// Returns every section; the only one of a list that has no others has no key.
  fileprivate func allSections() -> [FilledSection] {
    (0..<sectionCount).map { section in
      let ranks = ranks(ofSection: section)
      return FilledSection(
        index: section, key: ranks.isEmpty ? [] : self[ranks.lowerBound].section)
    }
  }
}

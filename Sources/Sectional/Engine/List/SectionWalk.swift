/// Finds sections and paths of ascending ranks, of which many may stand in one section.
struct SectionWalk {
  private let list: RowList
  private(set) var section = 0
  /// The ranks of the section that was found last.
  private(set) var ranks = 0..<0

  init(_ list: RowList) { self.list = list }

  /// Returns the path of a rank.
  mutating func path(ofRank rank: Int) -> ElementPath {
    if !ranks.contains(rank) {
      section = list.section(ofRank: rank)
      ranks = list.ranks(ofSection: section)
    }
    return ElementPath(section: section, item: rank - ranks.lowerBound)
  }
}

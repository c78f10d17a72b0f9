/// Looks up the sections of base ranks that are given in ascending order, once for each section.
struct SectionWalk {
  private let list: PresentedList
  private var section: PresentedList.Section?

  init(_ list: PresentedList) { self.list = list }

  mutating func section(ofBaseRank rank: Int) -> PresentedList.Section {
    if let section, section.ranks.contains(rank) { return section }
    let found = list.section(ofBaseRank: rank)
    section = found
    return found
  }
}

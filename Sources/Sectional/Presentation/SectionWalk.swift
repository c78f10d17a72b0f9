/// Finds the sections of ascending base ranks, each of which is looked up once.
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

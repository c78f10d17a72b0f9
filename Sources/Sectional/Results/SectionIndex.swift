/// The section index of a list: its titles, and where each leads.
struct SectionIndex: Sendable {
  /// The index's titles, in order.
  let titles: [String]
  /// The section that each title leads to; `nil` in a list without a section that has a title.
  let sections: [Int?]
  /// The title of each section.
  let titlesOfSections: [String?]

  /// Creates the index of sections with the given titles.
  ///
  /// - Parameters:
  ///   - indexed: The sections.
  ///   - rule: How titles are made.
  init(_ indexed: some Sequence<IndexedSection>, by rule: SectionIndexTitle) {
    guard let fixed = rule.titles else {
      let own = indexed.map { rule($0) }
      let titled = own.indices.filter { own[$0] != nil }
      titles = titled.compactMap { own[$0] }
      sections = titled
      titlesOfSections = own
      return
    }
    let places = rule.places(of: indexed, among: fixed)
    var firsts: [Int?] = Array(repeating: nil, count: fixed.count)
    for (section, place) in places.enumerated() {
      guard let place, firsts[place] == nil else { continue }
      firsts[place] = section
    }
    titles = fixed
    sections = SectionIndex.nearest(firsts)
    titlesOfSections = places.map { place in place.map { fixed[$0] } }
  }

  /// Fills gaps with the next section or, if there is none or if it is before the last one, with the last one.
  private static func nearest(_ sections: [Int?]) -> [Int?] {
    var (filled, next, last) = (sections, sections, Int?.none)
    for place in sections.indices.reversed().dropFirst() {
      next[place] = sections[place] ?? next[place + 1]
    }
    for place in sections.indices {
      last = sections[place] ?? last
      guard sections[place] == nil else { continue }
      let isForward = next[place].map { $0 >= last ?? 0 } ?? false
      filled[place] = isForward ? next[place] : last ?? next[place]
    }
    return filled
  }
}

/// A list as people see it: the rows of its slice that aren't hidden, and the sections that exist without rows.
///
/// A pure function of the list and of what is displayed of its sections. Ranks count the rows that are shown, and sections
/// and paths count all sections; what is called a base rank counts the rows of the list as it was read.
struct PresentedList: Sendable {
  /// The list as it was read.
  let base: RowSnapshot
  /// Which rows of each section are shown.
  let display: SectionDisplay
  /// The base ranks of the rows in the slice.
  let sliceRanks: Range<Int>
  /// The base ranks of the rows that are shown.
  let shownRanks: RankRanges
  /// The sections of the base that have rows in the slice.
  let filledSections: Range<Int>
  let unfilled: UnfilledSections

  /// Presents a list.
  ///
  /// - Complexity: O(*d* log² *n*), where *d* is the number of declared sections; O(*s* log *n*) if rows are hidden, where *s* is
  ///   the number of sections.
  init(_ base: RowSnapshot, display: SectionDisplay = .all) {
    self.init(base, sliceRanks: base.shownRanks, display)
  }

  private init(_ base: RowSnapshot, sliceRanks: Range<Int>, _ display: SectionDisplay) {
    let filled = base.sections(of: sliceRanks)
    (self.base, self.sliceRanks, filledSections) = (base, sliceRanks, filled)
    self.display = display
    shownRanks = RankRanges(of: base, in: sliceRanks, filled, display)
    unfilled = UnfilledSections(
      base.section, base.ordering, count: filled.count
    ) { base.sectionBytes(filled.lowerBound + $0) }
  }

  /// Returns the list with other rows of its sections.
  func displayed(_ display: SectionDisplay) -> PresentedList {
    display == self.display ? self : PresentedList(base, sliceRanks: sliceRanks, display)
  }

  /// Returns the list without the rows after some base ranks.
  func clipped(to ranks: Range<Int>) -> PresentedList {
    PresentedList(base, sliceRanks: sliceRanks.clamped(to: ranks), display)
  }

  /// The number of rows that are shown.
  var count: Int { shownRanks.count }

  /// The number of rows that are shown or hidden.
  var totalCount: Int { sliceRanks.count }

  /// The number of sections.
  var sectionCount: Int { filledSections.count + unfilled.count }

  /// Returns the value that the rows of a section share: numbers normalized by value, and null for a list without
  /// sections.
  func sectionKey(_ section: Int) -> StoredValue {
    unfilled.filled(section).map { base.sectionKey(filledSections.lowerBound + $0) }
      ?? unfilled.key(of: section)
  }

  /// Returns the name of the section with the given key.
  func sectionName(_ key: StoredValue) -> String {
    if let section = base.section, key.isNull { return section.nilName }
    return base.section?.derivation?.name(key) ?? key.sectionName
  }

  /// Returns the title for people of the section with the given key.
  func sectionTitle(_ key: StoredValue) -> String { base.section?.title?(key) ?? sectionName(key) }

  /// The name of what the sections are derived from.
  var derivedName: String { base.section?.derivedName ?? "" }

  /// The ranks of a section's rows.
  func ranks(ofSection section: Int) -> Range<Int> {
    guard let filled = unfilled.filled(section) else {
      let next = section - unfilled.count(before: section)
      let start = next < filledSections.count ? ranks(ofFilled: next).lowerBound : count
      return start..<start
    }
    return ranks(ofFilled: filled)
  }

  private func ranks(ofFilled section: Int) -> Range<Int> {
    let ranks = sliceRanks(ofFilled: section)
    return shownRanks.count(below: ranks.lowerBound)..<shownRanks.count(below: ranks.upperBound)
  }

  func sliceRanks(ofFilled section: Int) -> Range<Int> {
    base.ranks(ofSection: filledSections.lowerBound + section).clamped(to: sliceRanks)
  }

  /// The number of a section's rows that are shown or hidden.
  func totalCount(ofSection section: Int) -> Int {
    unfilled.filled(section).map { sliceRanks(ofFilled: $0).count } ?? 0
  }

  /// Whether a section is collapsed.
  func isCollapsed(_ section: Int) -> Bool {
    !display.showsEverything && isSectioned && display.isCollapsed(sectionKey(section))
  }

  /// Returns the rank of the row at a path.
  func rank(at path: ElementPath) -> Int {
    ranks(ofSection: path.section).lowerBound + path.item
  }

  /// Returns the path of a rank.
  func path(ofRank rank: Int) -> ElementPath {
    let section = section(ofBaseRank: shownRanks[rank])
    return ElementPath(
      section: section.index, item: rank - shownRanks.count(below: section.shown.lowerBound))
  }

  /// Returns the rank of the row with the given key; `nil` if it is hidden or isn't in the list.
  func rank(of key: RowKey) -> Int? {
    baseRank(of: key).flatMap {
      shownRanks.contains($0) ? shownRanks.count(below: $0) : nil
    }
  }

  /// Returns the base rank of the row with the given key, which may be hidden.
  func baseRank(of key: RowKey) -> Int? {
    base.rank(of: key).flatMap { sliceRanks.contains($0) ? $0 : nil }
  }

  /// A section with rows.
  struct Section {
    let index: Int
    /// The base ranks of its rows in the slice.
    let ranks: Range<Int>
    /// The base ranks of those that are shown.
    let shown: Range<Int>
  }

  /// Returns the section of a row in the slice.
  func section(ofBaseRank rank: Int) -> Section {
    let (index, all) = base.section(ofRank: rank)
    let ranks = all.clamped(to: sliceRanks)
    return Section(
      index: unfilled.shown(index - filledSections.lowerBound), ranks: ranks,
      shown: display.showsEverything
        ? ranks
        : display.shown(of: ranks, in: base.sectionKey(index), canCollapse: isSectioned))
  }

  /// Returns the bytes by which a section is ordered; none if rows aren't grouped.
  func bytes(ofSection section: Int) -> [UInt8] {
    guard isSectioned else { return [] }
    return unfilled.filled(section).map { base.sectionBytes(filledSections.lowerBound + $0) }
      ?? ordering.sectionBytes(of: PackedRow([unfilled.key(of: section)]))
  }

  /// Whether rows are grouped; otherwise there is one section.
  var isSectioned: Bool { base.list.grouping != .none }

  /// The names of the rows' columns.
  var columns: RowColumns { base.layout.columns }

  /// The names of the columns that identify a row; empty if only the rowid does.
  var keyColumns: [String] { base.layout.keyColumns.map { columns.names[$0] } }

  /// The total order of the rows.
  var ordering: RowOrdering { base.ordering }

  /// Returns the name of what a rule compares: a column, or what the sections are derived from.
  func name(of rule: OrderRule) -> String { base.name(of: rule) }

  /// How far the rows are counted, if most are only counted.
  var counting: CountingProgress? {
    guard base.extent.countsRows else { return nil }
    return CountingProgress(
      counted: totalCount, estimated: base.coverage.counting.estimate,
      isComplete: base.coverage.isWhole, doubt: base.coverage.counting.doubt)
  }
}

extension RankRanges {
  /// The base ranks of the rows that are shown of a slice.
  ///
  /// - Parameters:
  ///   - base: The list as it was read.
  ///   - slice: The base ranks of the slice.
  ///   - sections: The sections of the base that have rows in the slice.
  ///   - display: Which rows of each section are shown.
  /// - Complexity: O(1) if no row is hidden; otherwise O(*s* log *n*), where *s* is the number of sections.
  fileprivate init(
    of base: RowSnapshot, in slice: Range<Int>, _ sections: Range<Int>, _ display: SectionDisplay
  ) {
    guard !display.showsEverything else {
      self.init(slice)
      return
    }
    self.init()
    let canCollapse = base.list.grouping != .none
    for section in sections {
      let ranks = base.ranks(ofSection: section).clamped(to: slice)
      append(display.shown(of: ranks, in: base.sectionKey(section), canCollapse: canCollapse))
    }
  }
}

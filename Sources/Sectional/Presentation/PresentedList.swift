/// A list as people see it: the rows of its slice that aren't hidden, and the sections that exist without rows.
///
/// A pure function of the list and of what is displayed of its sections. Ranks count the rows that are shown, and sections
/// and paths count all sections; what is called a base rank counts the rows of the list as it was read.
///
/// Immutable, and shared by every section and row that was taken from it.
final class PresentedList: Sendable {
  /// The list as it was read.
  let base: RowSnapshot
  /// Which rows of each section are shown.
  let display: SectionDisplay
  /// The base ranks of the rows in the slice.
  let sliceRanks: Range<Int>
  /// The base ranks of the rows that are shown.
  let shownRanks: RankRanges
  /// Which sections are shown as one.
  let merged: MergedRanges
  /// The sections that have rows in the slice.
  let slice: SliceSections
  let filled: FilledSections
  let unfilled: UnfilledSections

  /// Presents a list.
  ///
  /// - Parameters:
  ///   - base: The list.
  ///   - display: Which of its rows are shown.
  ///   - former: What was presented before, which saves time if it has mostly the same sections.
  /// - Complexity: O(*d* log² *n*), where *d* is the number of declared sections; O(*s* log *n*) if rows are hidden, where *s* is
  ///   the number of sections.
  convenience init(
    _ base: RowSnapshot, display: SectionDisplay = .all, after former: PresentedList? = nil
  ) {
    let ranks = base.shownRanks
    self.init(
      base, sliceRanks: ranks, SliceSections(of: base, in: ranks, near: former?.slice), display)
  }

  private init(
    _ base: RowSnapshot, sliceRanks: Range<Int>, _ slice: SliceSections, _ display: SectionDisplay
  ) {
    (self.base, self.sliceRanks, self.slice, self.display) = (base, sliceRanks, slice, display)
    merged = MergedRanges(display.merged, base.ordering)
    let filled = FilledSections(of: slice, merged)
    self.filled = filled
    shownRanks =
      display.showsEverything
      ? RankRanges(sliceRanks)
      : RankRanges(of: filled, display, canCollapse: base.list.grouping != .none)
    unfilled = UnfilledSections(
      base.section, base.ordering, merged, count: filled.count, bytes: filled.bytes)
  }

  /// Returns the list with other rows of its sections.
  func displayed(_ display: SectionDisplay) -> PresentedList {
    display == self.display ? self : PresentedList(base, sliceRanks: sliceRanks, slice, display)
  }

  /// Returns the list without the rows after some base ranks.
  func clipped(to ranks: Range<Int>) -> PresentedList {
    let ranks = sliceRanks.clamped(to: ranks)
    return PresentedList(
      base, sliceRanks: ranks, SliceSections(of: base, in: ranks, near: slice), display)
  }

  /// The number of rows that are shown.
  var count: Int { shownRanks.count }

  /// The number of rows that are shown or hidden.
  var totalCount: Int { sliceRanks.count }

  /// The number of sections.
  var sectionCount: Int { filled.count + unfilled.count }

  /// Returns the value that the rows of a section share: numbers normalized by value, and null for a list without
  /// sections.
  func sectionKey(_ section: Int) -> StoredValue {
    guard let place = unfilled.filled(section) else { return unfilled.key(of: section) }
    return filled.key(place)
  }

  /// Returns the name of the section with the given key.
  func sectionName(_ key: StoredValue) -> String {
    if let name = merged.name(of: key) { return name }
    if let section = base.section, key.isNull { return section.nilName }
    return base.section?.derivation?.name(key) ?? key.sectionName
  }

  /// Returns the title for people of the section with the given key.
  func sectionTitle(_ key: StoredValue) -> String {
    merged.name(of: key) ?? base.section?.title?(key) ?? sectionName(key)
  }

  /// The locales of the index that makes the sections, or `nil` if they are made by something else.
  var indexLocales: String? {
    guard let derivation = base.section?.derivation, derivation.keys == .places else { return nil }
    return derivation.argument
  }

  /// The ranks of a section's rows.
  func ranks(ofSection section: Int) -> Range<Int> {
    guard let place = unfilled.filled(section) else {
      let next = section - unfilled.count(before: section)
      let start = next < filled.count ? ranks(ofFilled: next).lowerBound : count
      return start..<start
    }
    return ranks(ofFilled: place)
  }

  private func ranks(ofFilled place: Int) -> Range<Int> {
    let ranks = filled.ranks(place)
    return shownRanks.count(below: ranks.lowerBound)..<shownRanks.count(below: ranks.upperBound)
  }

  /// The number of a section's rows that are shown or hidden.
  func totalCount(ofSection section: Int) -> Int {
    unfilled.filled(section).map { filled.ranks($0).count } ?? 0
  }

  /// Whether a section is collapsed.
  func isCollapsed(_ section: Int) -> Bool {
    !display.showsEverything && isSectioned && display.isCollapsed(sectionKey(section))
  }

  /// The section to which earlier rows can belong that aren't loaded; `nil` if there is none.
  var cutSection: Int? {
    guard base.coverage.tail?.mayHaveEarlierRows == true, isSectioned, !sliceRanks.isEmpty else {
      return nil
    }
    return unfilled.shown(0)
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
    let (place, ranks) = filled.section(ofRank: rank)
    return Section(
      index: unfilled.shown(place), ranks: ranks,
      shown: display.showsEverything
        ? ranks : display.shown(of: ranks, in: filled.key(place), canCollapse: isSectioned))
  }

  /// Returns what makes a section the same one in another list.
  func identity(ofSection section: Int) -> SectionIdentity {
    guard isSectioned else { return .own([]) }
    guard let place = unfilled.filled(section) else { return unfilled.identity(of: section) }
    return filled.identity(place)
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
  /// - Complexity: O(*s* log *n*), where *s* is the number of sections.
  fileprivate init(of sections: FilledSections, _ display: SectionDisplay, canCollapse: Bool) {
    self.init()
    for place in 0..<sections.count {
      append(
        display.shown(
          of: sections.ranks(place), in: sections.key(place), canCollapse: canCollapse))
    }
  }
}

/// A list as people see it: the rows of its slice, and the sections that exist without rows.
///
/// A pure function of the list. Ranks count the rows that are shown, and sections and paths count all sections; what is
/// called a base rank counts the rows of the list as it was read.
struct PresentedList: Sendable {
  /// The list as it was read.
  let base: RowSnapshot
  /// The base ranks of the rows that are shown.
  let shownRanks: Range<Int>
  /// The sections of the base that have rows which are shown.
  private let filledSections: Range<Int>
  let unfilled: UnfilledSections

  /// Presents a list.
  ///
  /// - Complexity: O(*d* log² *n*), where *d* is the number of declared sections.
  init(_ base: RowSnapshot) { self.init(base, shownRanks: base.shownRanks) }

  private init(_ base: RowSnapshot, shownRanks: Range<Int>) {
    let filled = base.sections(of: shownRanks)
    (self.base, self.shownRanks, filledSections) = (base, shownRanks, filled)
    unfilled = UnfilledSections(
      base.section, base.ordering, count: filled.count
    ) { base.sectionBytes(filled.lowerBound + $0) }
  }

  /// Returns the list without the rows after some base ranks.
  func clipped(to ranks: Range<Int>) -> PresentedList {
    PresentedList(base, shownRanks: shownRanks.clamped(to: ranks))
  }

  /// The number of rows.
  var count: Int { shownRanks.count }

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
    let ranks = base.ranks(ofSection: filledSections.lowerBound + section).clamped(to: shownRanks)
    return ranks.lowerBound - shownRanks.lowerBound..<ranks.upperBound - shownRanks.lowerBound
  }

  /// Returns the rank of the row at a path.
  func rank(at path: ElementPath) -> Int {
    ranks(ofSection: path.section).lowerBound + path.item
  }

  /// Returns the path of a rank.
  func path(ofRank rank: Int) -> ElementPath {
    let section = section(ofBaseRank: rank + shownRanks.lowerBound)
    return ElementPath(
      section: section.index, item: rank + shownRanks.lowerBound - section.ranks.lowerBound)
  }

  /// Returns the rank of the row with the given key.
  func rank(of key: RowKey) -> Int? {
    base.rank(of: key).flatMap {
      shownRanks.contains($0) ? $0 - shownRanks.lowerBound : nil
    }
  }

  /// A section with rows.
  struct Section {
    let index: Int
    /// The base ranks of its rows that are shown.
    let ranks: Range<Int>
  }

  /// Returns the section of a row that is shown.
  func section(ofBaseRank rank: Int) -> Section {
    let (index, ranks) = base.section(ofRank: rank)
    return Section(
      index: unfilled.shown(index - filledSections.lowerBound),
      ranks: ranks.clamped(to: shownRanks))
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
      counted: count, estimated: base.coverage.counting.estimate,
      isComplete: base.coverage.isWhole, doubt: base.coverage.counting.doubt)
  }
}

/// Which sections of two lists are the same, so that rows can stay in them.
///
/// Sections in the order of their keys never move. Others can: those that keep their order stay, as many as
/// possible, and the rest is deleted and inserted.
struct SectionMatch {
  private let old: RowList
  private let new: RowList
  /// The keys of the sections that stay, where looking them up is not enough.
  private let staying: Set<ArraySlice<UInt8>>?
  private let keepsSections: Bool

  /// Matches two lists of one order.
  init(from old: RowList, to new: RowList) {
    self.old = old
    self.new = new
    keepsSections = true
    staying =
      new.sections.grouping == .asSorted ? SectionMatch.keysInOrder(from: old, to: new) : nil
  }

  /// Matches two lists of different orders.
  init(fromOtherOrder old: RowList, to new: RowList, keepsSections: Bool) {
    self.old = old
    self.new = new
    self.keepsSections = keepsSections
    let isOneSection = old.sections.grouping == .none && new.sections.grouping == .none
    staying =
      isOneSection ? nil : (keepsSections ? SectionMatch.keysInOrder(from: old, to: new) : [])
  }

  /// Whether no section is the same in both lists, those without rows included.
  var replacesEverySection: Bool { staying?.isEmpty == true && !keepsSections }

  /// Tells whether the section of a row stays: it is in both lists, and neither deleted nor inserted.
  func stays(_ row: OrderedRow) -> Bool {
    if let staying { return staying.contains(row.sectionKey) }
    return old.section(of: row) != nil && new.section(of: row) != nil
  }

  /// Returns the identities of rows that go with their section although nothing else happened to them.
  func rowsOfMovedSections() -> [RowKey] {
    guard staying != nil else { return [] }
    return new.sectionRows.filter { !stays($0) }.flatMap { row -> [RowKey] in
      guard old.section(of: row) != nil, let section = new.section(of: row) else { return [] }
      return new.ranks(ofSection: section).map { new[$0].key }
    }
  }

  private static func keysInOrder(
    from old: RowList, to new: RowList
  ) -> Set<ArraySlice<UInt8>> {
    let shared = old.sectionRows.compactMap { row in
      new.section(of: row).map { (key: row.sectionKey, place: $0) }
    }
    let kept = longestIncreasingSubsequence(of: shared.map(\.place))
    return Set(kept.map { shared[$0].key })
  }
}

extension RowList {
  /// The first row of each section.
  fileprivate var sectionRows: [OrderedRow] {
    rows.isEmpty ? [] : sections.starts.map { rows[$0] }
  }
}

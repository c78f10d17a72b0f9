/// Decides what happened to each row between two lists.
///
/// Anchors are rows whose order key did not change, in a section that stays: they never move. A row whose order key changed stays, if it is
/// still in its section, has as many anchors before it as it had, and belongs to the longest run of such rows that
/// kept their order; every other one is a move. This is the fewest moves that leave unchanged rows alone.
struct ChangeClassifier {
  /// A row that differs between the lists.
  struct Entry {
    let key: RowKey
    let oldRank: Int?
    let newRank: Int?
    /// Whether the row is in both lists with the same order key.
    let isAnchor: Bool
    let hasNewContents: Bool
    var anchorsBeforeOld = 0
    var anchorsBeforeNew = 0
    var stays = false
  }

  let old: RowList
  let new: RowList
  let sections: SectionMatch
  /// Whether both lists have one order, so that equal order keys keep their places.
  private let hasAnchors: Bool
  private(set) var entries: [Entry] = []

  init(from old: RowList, to new: RowList, among keys: Set<RowKey>) {
    let sections = SectionMatch(from: old, to: new)
    self.init(old, new, sections, hasAnchors: true, keys.union(sections.rowsOfMovedSections()))
  }

  init(fromOtherOrder old: RowList, to new: RowList, keepsSections: Bool) {
    let sections = SectionMatch(fromOtherOrder: old, to: new, keepsSections: keepsSections)
    let keys = Set(old.orderKeys.keys).union(new.orderKeys.keys)
    self.init(old, new, sections, hasAnchors: false, keys)
  }

  private init(
    _ old: RowList, _ new: RowList, _ sections: SectionMatch, hasAnchors: Bool, _ keys: Set<RowKey>
  ) {
    self.old = old
    self.new = new
    self.sections = sections
    self.hasAnchors = hasAnchors
    entries = keys.compactMap(entry(for:))
    countAnchors()
    chooseRowsThatStay()
  }

  private func entry(for key: RowKey) -> Entry? {
    let (oldRank, newRank) = (old.rank(of: key), new.rank(of: key))
    guard oldRank != nil || newRank != nil else { return nil }
    guard let oldRank, let newRank else {
      return Entry(
        key: key, oldRank: oldRank, newRank: newRank, isAnchor: false, hasNewContents: true)
    }
    let isAnchor =
      hasAnchors && old[oldRank].orderKey == new[newRank].orderKey && sections.stays(new[newRank])
    let hasNewContents = old[oldRank].contents != new[newRank].contents
    guard !isAnchor || hasNewContents else { return nil }
    return Entry(
      key: key, oldRank: oldRank, newRank: newRank, isAnchor: isAnchor,
      hasNewContents: hasNewContents)
  }

  /// Counts the anchors before each row that left its place, on either side.
  private mutating func countAnchors() {
    for (others, entry) in displaced(by: oldRank(of:)).enumerated() {
      entries[entry].anchorsBeforeOld = (entries[entry].oldRank ?? 0) - others
    }
    for (others, entry) in displaced(by: newRank(of:)).enumerated() {
      entries[entry].anchorsBeforeNew = (entries[entry].newRank ?? 0) - others
    }
  }

  /// Returns the entries that are no anchors and have a rank, by that rank.
  func displaced(by rank: (Entry) -> Int?) -> [Int] {
    entries.indices
      .filter { !entries[$0].isAnchor && rank(entries[$0]) != nil }
      .sorted { (rank(entries[$0]) ?? 0) < (rank(entries[$1]) ?? 0) }
  }

  func oldRank(of entry: Entry) -> Int? { entry.oldRank }
  func newRank(of entry: Entry) -> Int? { entry.newRank }

  private mutating func chooseRowsThatStay() {
    let candidates = displaced(by: oldRank(of:)).filter(mayStay)
    let newRanks = candidates.compactMap { entries[$0].newRank }
    for position in longestIncreasingSubsequence(of: newRanks) {
      entries[candidates[position]].stays = true
    }
    for entry in entries.indices where entries[entry].isAnchor { entries[entry].stays = true }
  }

  private func mayStay(_ index: Int) -> Bool {
    let entry = entries[index]
    guard let oldRank = entry.oldRank, let newRank = entry.newRank else { return false }
    return entry.anchorsBeforeOld == entry.anchorsBeforeNew
      && old[oldRank].isInSection(of: new[newRank]) && sections.stays(new[newRank])
  }
}

/// Determines what happened to each row between two lists.
///
/// Anchors are rows whose position in the order didn't change; they never move. Any other row stays if it is still in
/// its section, is preceded by as many anchors as before, and belongs to the longest subsequence of such rows whose
/// order is unchanged. All remaining rows move. This is the smallest number of moves that leaves unchanged rows
/// alone.
struct ChangeClassifier {
  /// A row that differs between the lists.
  struct Entry {
    let key: RowKey
    let old: RankedRow?
    let new: RankedRow?
    /// Whether the row is in both lists with the same section and order.
    let isAnchor: Bool
    let hasNewContents: Bool
    var anchorsBeforeOld = 0
    var anchorsBeforeNew = 0
    var stays = false
  }

  let old: RowList
  let new: RowList
  private(set) var entries: [Entry]
  /// The entries that are in each list, sorted by their rank in it.
  let ranked: (old: [Int], new: [Int])
  private(set) var sections: SectionMatch

  /// Compares lists with the same order, given the positions of every row that may differ.
  init(
    from old: RowList, to new: RowList, at changed: [ChangedRow], keepsColumns: Bool = true
  ) {
    let entries = changed.compactMap { Entry($0, hasAnchors: true, keepsColumns) }
    let ranked = ChangeClassifier.ranked(entries)
    let displaced = { (entry: Int) in !entries[entry].isAnchor }
    let sections = SectionMatch(
      from: old, ranked.old.filter(displaced).compactMap { entries[$0].old?.rank },
      to: new, ranked.new.filter(displaced).compactMap { entries[$0].new?.rank })
    self.init(old, new, entries, ranked, sections)
  }

  /// Compares lists with different orders, in which equal order keys don't imply equal positions.
  init(
    fromOtherOrder old: RowList, to new: RowList, keepsSections: Bool, keepsColumns: Bool
  ) {
    let entries = ChangedRow.all(old, new).compactMap {
      Entry($0, hasAnchors: false, keepsColumns)
    }
    self.init(
      old, new, entries, ChangeClassifier.ranked(entries),
      SectionMatch(fromOtherOrder: old, to: new, keepsSections: keepsSections))
  }

  private init(
    _ old: RowList, _ new: RowList, _ entries: [Entry], _ ranked: (old: [Int], new: [Int]),
    _ sections: SectionMatch
  ) {
    self.old = old
    self.new = new
    self.entries = entries
    self.ranked = ranked
    self.sections = sections
    countAnchors()
    chooseRowsThatStay()
  }

  /// Returns the entries that are in each list, sorted by their rank in it.
  private static func ranked(_ entries: [Entry]) -> (old: [Int], new: [Int]) {
    (ranked(entries.map { $0.old?.rank }), ranked(entries.map { $0.new?.rank }))
  }

  private static func ranked(_ ranks: [Int?]) -> [Int] {
    ranks.enumerated()
      .compactMap { entry, rank in rank.map { (entry: entry, rank: $0) } }
      .sorted { $0.rank < $1.rank }
      .map(\.entry)
  }

  /// Counts the anchors before each row that isn't an anchor, in both lists.
  private mutating func countAnchors() {
    for (others, entry) in displaced(ranked.old).enumerated() {
      entries[entry].anchorsBeforeOld = (entries[entry].old?.rank ?? 0) - others
    }
    for (others, entry) in displaced(ranked.new).enumerated() {
      entries[entry].anchorsBeforeNew = (entries[entry].new?.rank ?? 0) - others
    }
  }

  /// Returns the entries that aren't anchors.
  private func displaced(_ ranked: [Int]) -> [Int] { ranked.filter { !entries[$0].isAnchor } }

  private mutating func chooseRowsThatStay() {
    let candidates = displaced(ranked.old).filter(mayStay)
    let newRanks = candidates.compactMap { entries[$0].new?.rank }
    for position in longestIncreasingSubsequence(of: newRanks) {
      entries[candidates[position]].stays = true
    }
    for entry in entries.indices where entries[entry].isAnchor { entries[entry].stays = true }
  }

  private func mayStay(_ index: Int) -> Bool {
    let entry = entries[index]
    guard let old = entry.old, let new = entry.new,
      entry.anchorsBeforeOld == entry.anchorsBeforeNew
    else { return false }
    return old.row.section == new.row.section
      && !sections.isInserted(self.new.section(ofRank: new.rank).index)
  }
}

extension ChangeClassifier.Entry {
  /// Compares a row in both lists; returns `nil` if it is the same in both.
  fileprivate init?(_ row: ChangedRow, hasAnchors: Bool, _ keepsColumns: Bool) {
    guard row.old != nil || row.new != nil else { return nil }
    key = row.key
    old = row.old
    new = row.new
    guard let before = old?.row, let after = new?.row else {
      isAnchor = false
      hasNewContents = true
      return
    }
    isAnchor = hasAnchors && after.hasOrderKey(of: before)
    hasNewContents =
      keepsColumns
      ? after.record.hasOtherContents(than: before.record)
      : after.record.hasContents && before.record.hasContents
    guard !isAnchor || hasNewContents else { return nil }
  }
}

extension ChangedRow {
  /// Returns all rows of two lists.
  static func all(_ old: RowList, _ new: RowList) -> [ChangedRow] {
    let before = old.rankedRows
    let after = new.rankedRows
    let newRows = Dictionary(
      after.map { ($0.row.key, $0) }, uniquingKeysWith: { first, _ in first })
    let oldKeys = Set(before.map(\.row.key))
    return before.map { ChangedRow(key: $0.row.key, old: $0, new: newRows[$0.row.key]) }
      + after.filter { !oldKeys.contains($0.row.key) }.map {
        ChangedRow(key: $0.row.key, old: nil, new: $0)
      }
  }
}

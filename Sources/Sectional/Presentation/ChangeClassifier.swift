/// Determines what people see of a change between two lists.
///
/// Anchors are rows whose position in the order didn't change; they never move, but some may come into what is shown or leave
/// it. Any other row stays if it is still in its section, is preceded by as many anchors as before that are shown in both
/// lists, and belongs to the longest subsequence of such rows whose order is unchanged. All remaining rows move. This is the
/// smallest number of moves that leaves unchanged rows alone.
struct ChangeClassifier {
  /// A row that looks different.
  struct Entry {
    let key: RowKey
    /// The base rank before the change, if the row was shown.
    let old: Int?
    /// The base rank after the change, if the row is shown.
    let new: Int?
    let hasNewContents: Bool
    /// Whether no event moves the row.
    var stays = false
  }

  let old: PresentedList
  let new: PresentedList
  private(set) var entries: [Entry] = []
  /// The base ranks of many anchors at once that are no longer shown, and of those that weren't.
  private(set) var runs: (leaving: [Range<Int>], entering: [Range<Int>]) = ([], [])
  private(set) var sections = SectionMatch()
  /// The ascending base ranks of the rows in the slices that come, go, or don't keep their place.
  private(set) var moved: (old: [Int], new: [Int]) = ([], [])

  /// The base ranks of rows in the slice that keep their places and may be summed up otherwise, if the list sums them up.
  private(set) var updated: [Int] = []

  /// Compares two lists.
  ///
  /// - Parameters:
  ///   - old: The list before the change.
  ///   - new: The list after it.
  ///   - changes: What happened between them.
  ///   - regrouped: The base ranks, before the change, of the rows that are shown in another section because it is shown otherwise.
  init(
    from old: PresentedList, to new: PresentedList, _ changes: ListChanges,
    regrouped: [Range<Int>]
  ) {
    (self.old, self.new) = (old, new)
    let rows = RegroupedRows(regrouped, among: changes.rows, from: old, to: new)
    let (before, after) = (
      Anchors(besides: rows.displaced.old), Anchors(besides: rows.displaced.new)
    )
    entries.reserveCapacity(rows.changes.count)
    for change in rows.changes where !change.keepsPlace || change.hasNewContents { add(change) }
    if new.hasAggregates {
      updated = rows.changes.compactMap { $0.keepsPlace ? $0.new : nil }
        .filter(new.sliceRanks.contains)
    }
    let shown = (before.numbers(in: old.shownRanks), after.numbers(in: new.shownRanks))
    addEdges(shown, before, after)
    runs.leaving += old.shownRanks.intersection(RankRanges(rows.ranges.old)).ranges
    runs.entering += new.shownRanks.intersection(RankRanges(rows.ranges.new)).ranges
    runs.leaving.sort { $0.lowerBound < $1.lowerBound }
    runs.entering.sort { $0.lowerBound < $1.lowerBound }
    moved = movedRanks(rows.displaced, before, after)
    sections = SectionMatch(
      from: old, moved.old, to: new, moved.new, keepsSections: changes.keepsSections)
    chooseRowsThatStay(shown.0.intersection(shown.1), before, after)
  }

  /// Adds a row if it is shown in one of the lists; a row that keeps its place, only if it is in both.
  private mutating func add(_ change: RowChange) {
    let before = change.old.flatMap { old.shownRanks.contains($0) ? $0 : nil }
    let after = change.new.flatMap { new.shownRanks.contains($0) ? $0 : nil }
    guard change.keepsPlace ? before != nil && after != nil : before != nil || after != nil else {
      return
    }
    entries.append(
      Entry(
        key: change.key, old: before, new: after, hasNewContents: change.hasNewContents,
        stays: change.keepsPlace))
  }

  /// Adds the anchors that are shown in one of the lists only.
  private mutating func addEdges(
    _ shown: (old: RankRanges, new: RankRanges), _ before: Anchors, _ after: Anchors
  ) {
    guard shown.old != shown.new else { return }
    let (leaving, entering) = (
      shown.old.subtracting(shown.new).ranges.flatMap(before.ranks(of:)),
      shown.new.subtracting(shown.old).ranges.flatMap(after.ranks(of:))
    )
    // What opens and closes can be long, and what a slice leaves out can't. Without their keys, rows are only told as ranges.
    let most =
      old.display.showsEverything && new.display.showsEverything
      ? Int.max : (knowsKeys ? Self.longest : 0)
    runs = (leaving.filter { $0.count > most }, entering.filter { $0.count > most })
    for rank in leaving.filter({ $0.count <= most }).joined() {
      entries.append(Entry(key: old.base.list[rank].key, old: rank, new: nil, hasNewContents: true))
    }
    for rank in entering.filter({ $0.count <= most }).joined() {
      entries.append(Entry(key: new.base.list[rank].key, old: nil, new: rank, hasNewContents: true))
    }
  }

  /// The most rows in a row that open or close one by one.
  private static let longest = 16

  /// Whether the keys of the rows in both lists are known.
  var knowsKeys: Bool { old.knowsKeys && new.knowsKeys }

  private func movedRanks(
    _ displaced: (old: [Int], new: [Int]), _ before: Anchors, _ after: Anchors
  ) -> (old: [Int], new: [Int]) {
    guard old.isSectioned || new.isSectioned else { return ([], []) }
    var ranks = (
      old: displaced.old.filter(old.sliceRanks.contains),
      new: displaced.new.filter(new.sliceRanks.contains)
    )
    let slices = (before.numbers(in: old.sliceRanks), after.numbers(in: new.sliceRanks))
    if slices.0 != slices.1 {
      ranks.old += slices.0.parts(outside: slices.1).joined().map(before.rank(of:))
      ranks.new += slices.1.parts(outside: slices.0).joined().map(after.rank(of:))
    }
    return (ranks.old.sorted(), ranks.new.sorted())
  }

  /// Chooses the rows that no event moves.
  ///
  /// - Parameters:
  ///   - common: The numbers of the anchors that are shown in both lists.
  ///   - before: The anchors by their ranks in the old list.
  ///   - after: The anchors by their ranks in the new list.
  private mutating func chooseRowsThatStay(
    _ common: RankRanges, _ before: Anchors, _ after: Anchors
  ) {
    var candidates: [(entry: Int, old: Int, new: Int)] = []
    for (index, entry) in entries.enumerated() where !entry.stays {
      guard let old = entry.old, let new = entry.new,
        common.count(below: before.number(before: old))
          == common.count(below: after.number(before: new))
      else { continue }
      candidates.append((index, old, new))
    }
    candidates.sort { $0.old < $1.old }
    var walks = (SectionWalk(old), SectionWalk(new))
    candidates.removeAll { candidate in
      let section = walks.1.section(ofBaseRank: candidate.new).index
      return sections.isInserted(section)
        || old.identity(ofSection: walks.0.section(ofBaseRank: candidate.old).index)
          != new.identity(ofSection: section)
    }
    for place in longestIncreasingSubsequence(of: candidates.map(\.new)) {
      entries[candidates[place].entry].stays = true
    }
  }
}

/// Determines what people see of a change between two lists.
///
/// Anchors are rows whose position in the order didn't change; they never move, but some may come into what is shown or leave
/// it. Any other row stays if it is still in its section, is preceded by as many anchors as before, and belongs to the
/// longest subsequence of such rows whose order is unchanged. All remaining rows move. This is the smallest number of moves
/// that leaves unchanged rows alone.
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
  private(set) var sections = SectionMatch()

  /// Compares two lists.
  ///
  /// - Parameters:
  ///   - old: The list before the change.
  ///   - new: The list after it.
  ///   - changes: What happened between them.
  init(from old: PresentedList, to new: PresentedList, _ changes: ListChanges) {
    (self.old, self.new) = (old, new)
    let displaced = changes.rows.filter { !$0.keepsPlace }
    let before = Anchors(besides: displaced.compactMap(\.old).sorted())
    let after = Anchors(besides: displaced.compactMap(\.new).sorted())
    entries.reserveCapacity(changes.rows.count)
    for change in changes.rows { add(change) }
    let shown = (before.numbers(in: old.shownRanks), after.numbers(in: new.shownRanks))
    addEdges(shown, before, after)
    sections = SectionMatch(
      from: old, ranks(\.old), to: new, ranks(\.new), keepsSections: changes.keepsSections)
    chooseRowsThatStay(shown, before, after)
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
    _ shown: (old: Range<Int>, new: Range<Int>), _ before: Anchors, _ after: Anchors
  ) {
    guard shown.old != shown.new else { return }
    for number in shown.old.parts(outside: shown.new).joined() {
      let rank = before.rank(of: number)
      entries.append(Entry(key: old.base.list[rank].key, old: rank, new: nil, hasNewContents: true))
    }
    for number in shown.new.parts(outside: shown.old).joined() {
      let rank = after.rank(of: number)
      entries.append(Entry(key: new.base.list[rank].key, old: nil, new: rank, hasNewContents: true))
    }
  }

  /// Returns the ranks that the rows which may move have in a list, in ascending order.
  private func ranks(_ rank: (Entry) -> Int?) -> [Int] {
    entries.compactMap { $0.stays ? nil : rank($0) }.sorted()
  }

  private mutating func chooseRowsThatStay(
    _ shown: (old: Range<Int>, new: Range<Int>), _ before: Anchors, _ after: Anchors
  ) {
    // Only anchors that are shown in both lists are in between.
    let first = max(shown.old.lowerBound, shown.new.lowerBound)
    let last = max(first, min(shown.old.upperBound, shown.new.upperBound))
    func number(_ number: Int) -> Int { min(max(number, first), last) }
    var candidates: [(entry: Int, old: Int, new: Int)] = []
    for (index, entry) in entries.enumerated() where !entry.stays {
      guard let old = entry.old, let new = entry.new,
        number(before.number(before: old)) == number(after.number(before: new))
      else { continue }
      candidates.append((index, old, new))
    }
    candidates.sort { $0.old < $1.old }
    var walks = (SectionWalk(old), SectionWalk(new))
    candidates.removeAll { candidate in
      let section = walks.1.section(ofBaseRank: candidate.new).index
      return sections.isInserted(section)
        || old.bytes(ofSection: walks.0.section(ofBaseRank: candidate.old).index)
          != new.bytes(ofSection: section)
    }
    for place in longestIncreasingSubsequence(of: candidates.map(\.new)) {
      entries[candidates[place].entry].stays = true
    }
  }
}

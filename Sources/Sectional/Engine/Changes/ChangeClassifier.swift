/// Decides what happened to each row between two lists.
///
/// Anchors are rows whose place did not change: they never move. A row whose place changed stays, if it is still in its
/// section, has as many anchors before it as it had, and belongs to the longest run of such rows that kept their order;
/// every other one is a move. This is the fewest moves that leave unchanged rows alone.
struct ChangeClassifier {
  /// A row that differs between the lists.
  struct Entry {
    let key: RowKey
    let oldRank: Int?
    let newRank: Int?
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
  private(set) var sections: SectionMatch
  /// The entries that are no anchors and were in the old list, by their rank there.
  private let left: [Int]
  /// The entries that are no anchors and are in the new list, by their rank there.
  private let arrived: [Int]

  /// Compares lists of one order, given where every row stands that may differ.
  init(from old: RowList, to new: RowList, at places: [ChangedPlace]) {
    let entries = places.compactMap { Entry($0, old, new, hasAnchors: true) }
    let (left, arrived) = (ChangeClassifier.left(entries), ChangeClassifier.arrived(entries))
    self.init(
      old, new, entries, left, arrived,
      SectionMatch(
        from: old, left.compactMap { entries[$0].oldRank },
        to: new, arrived.compactMap { entries[$0].newRank }))
  }

  /// Compares lists of different orders, in which equal orders don't mean equal places.
  init(fromOtherOrder old: RowList, to new: RowList, keepsSections: Bool) {
    let entries = ChangedPlace.all(old, new).compactMap { Entry($0, old, new, hasAnchors: false) }
    self.init(
      old, new, entries, ChangeClassifier.left(entries), ChangeClassifier.arrived(entries),
      SectionMatch(fromOtherOrder: old, to: new, keepsSections: keepsSections))
  }

  private init(
    _ old: RowList, _ new: RowList, _ entries: [Entry], _ left: [Int], _ arrived: [Int],
    _ sections: SectionMatch
  ) {
    self.old = old
    self.new = new
    self.entries = entries
    self.left = left
    self.arrived = arrived
    self.sections = sections
    countAnchors()
    chooseRowsThatStay()
  }

  private static func left(_ entries: [Entry]) -> [Int] {
    ranked(entries, by: \.oldRank).filter { !entries[$0].isAnchor }
  }

  private static func arrived(_ entries: [Entry]) -> [Int] {
    ranked(entries, by: \.newRank).filter { !entries[$0].isAnchor }
  }

  /// Returns the entries that have a rank, by that rank.
  static func ranked(_ entries: [Entry], by rank: (Entry) -> Int?) -> [Int] {
    entries.indices
      .compactMap { entry in rank(entries[entry]).map { (entry: entry, rank: $0) } }
      .sorted { $0.rank < $1.rank }
      .map(\.entry)
  }

  /// Counts the anchors before each row that left its place, on either side.
  private mutating func countAnchors() {
    for (others, entry) in left.enumerated() {
      entries[entry].anchorsBeforeOld = (entries[entry].oldRank ?? 0) - others
    }
    for (others, entry) in arrived.enumerated() {
      entries[entry].anchorsBeforeNew = (entries[entry].newRank ?? 0) - others
    }
  }

  private mutating func chooseRowsThatStay() {
    let candidates = left.filter(mayStay)
    let newRanks = candidates.compactMap { entries[$0].newRank }
    for position in longestIncreasingSubsequence(of: newRanks) {
      entries[candidates[position]].stays = true
    }
    for entry in entries.indices where entries[entry].isAnchor { entries[entry].stays = true }
  }

  private func mayStay(_ index: Int) -> Bool {
    let entry = entries[index]
    guard let oldRank = entry.oldRank, let newRank = entry.newRank,
      entry.anchorsBeforeOld == entry.anchorsBeforeNew
    else { return false }
    let section = new[newRank].section
    return old[oldRank].section == section && sections.stays(section)
  }
}

extension ChangeClassifier.Entry {
  /// Looks at a row in both lists; makes nothing of one that is the same.
  fileprivate init?(_ place: ChangedPlace, _ old: RowList, _ new: RowList, hasAnchors: Bool) {
    guard place.oldRank != nil || place.newRank != nil else { return nil }
    key = place.key
    oldRank = place.oldRank
    newRank = place.newRank
    guard let oldRank, let newRank else {
      isAnchor = false
      hasNewContents = true
      return
    }
    let (before, after) = (old[oldRank], new[newRank])
    isAnchor = hasAnchors && after.hasPlace(of: before)
    hasNewContents = !after.record.hasContents(of: before.record)
    guard !isAnchor || hasNewContents else { return nil }
  }
}

extension ChangedPlace {
  /// Returns every row of two lists.
  static func all(_ old: RowList, _ new: RowList) -> [ChangedPlace] {
    let oldKeys = old.keys
    let newKeys = new.keys
    let newRanks = Dictionary(
      newKeys.enumerated().map { ($1, $0) }, uniquingKeysWith: { first, _ in first })
    let oldSet = Set(oldKeys)
    return oldKeys.enumerated().map {
      ChangedPlace(key: $1, oldRank: $0, newRank: newRanks[$1])
    }
      + newKeys.enumerated().filter { !oldSet.contains($1) }.map {
        ChangedPlace(key: $1, oldRank: nil, newRank: $0)
      }
  }
}

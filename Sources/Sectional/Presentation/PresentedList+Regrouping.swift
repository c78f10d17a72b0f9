// Rows that are shown in another section although neither they nor their sections changed: others are merged, or the day ended.
extension PresentedList {
  /// Returns the base ranks, in another list, of the rows whose section is shown as another one in this list.
  ///
  /// - Complexity: O(1) if the same sections are shown as one in both lists; otherwise O(*s* log *n*), where *s* is the number of
  ///   sections.
  func regroupedRanks(since old: PresentedList) -> [Range<Int>] {
    guard display.merged != old.display.merged || !base.isOnDay(of: old.base), isSectioned,
      old.isSectioned
    else { return [] }
    return old.base.sections(of: 0..<old.base.count).compactMap { section in
      let (key, bytes) = (old.base.sectionKey(section), old.base.sectionBytes(section))
      return old.shownKey(ofBaseSection: key, bytes) == shownKey(ofBaseSection: key, bytes)
        ? nil : old.base.ranks(ofSection: section)
    }
  }

  /// Returns the key of the section that rows are shown in, given the key and the bytes of their section as it was read.
  private func shownKey(ofBaseSection key: StoredValue, _ bytes: [UInt8]) -> StoredValue {
    let shown = base.section?.derivation?.shownKey.map { $0(key) }
    guard !merged.parts.isEmpty else { return shown ?? key }
    let place = shown.map { ordering.sectionBytes(of: PackedRow([$0])) } ?? bytes
    return merged.part(of: place)?.merged.key ?? shown ?? key
  }
}

/// The rows that a change concerns, with those that are shown in another section although neither they nor their sections changed.
struct RegroupedRows {
  /// What happened to each row.
  private(set) var changes: [RowChange]
  /// The base ranks of the rows that don't keep their place, before and after the change, in ascending order.
  private(set) var displaced: (old: [Int], new: [Int])
  /// The base ranks of those among them whose keys nobody knows.
  private(set) var ranges: (old: [Range<Int>], new: [Range<Int>]) = ([], [])

  /// Finds the rows.
  ///
  /// - Parameters:
  ///   - regrouped: The base ranks, before the change, of the rows that are shown in another section.
  ///   - changes: What happened between the lists.
  ///   - old: The list before the change.
  ///   - new: The list after it.
  /// - Complexity: O(*r* log *r*), where *r* is the number of rows.
  init(
    _ regrouped: [Range<Int>], among changes: [RowChange], from old: PresentedList,
    to new: PresentedList
  ) {
    self.changes = changes
    displaced = RegroupedRows.displaced(changes)
    guard !regrouped.isEmpty else { return }
    let (before, after) = (Anchors(besides: displaced.old), Anchors(besides: displaced.new))
    for range in regrouped {
      let numbers = before.numbers(in: range)
      ranges.old += before.ranks(of: numbers)
      ranges.new += after.ranks(of: numbers)
    }
    let ranks = Dictionary(
      uniqueKeysWithValues: zip(ranges.old.joined(), ranges.new.joined()))
    guard old.knowsKeys, new.knowsKeys else {
      // Whatever happened to such a row, it goes and comes.
      self.changes.removeAll { $0.keepsPlace && $0.old.map { ranks[$0] != nil } == true }
      displaced.old = (displaced.old + ranks.keys).sorted()
      displaced.new = (displaced.new + ranks.values).sorted()
      return
    }
    ranges = ([], [])
    move(ranks, in: old)
  }

  private mutating func move(_ ranks: [Int: Int], in old: PresentedList) {
    var rest = ranks
    changes = changes.map { change in
      guard change.keepsPlace, let rank = change.old, let new = rest.removeValue(forKey: rank)
      else { return change }
      return RowChange(change.key, from: rank, to: new, change.hasNewContents)
    }
    changes += rest.map { RowChange(old.base.list[$0].key, from: $0, to: $1, false) }
    displaced = RegroupedRows.displaced(changes)
  }

  private static func displaced(_ changes: [RowChange]) -> (old: [Int], new: [Int]) {
    let displaced = changes.filter { !$0.keepsPlace }
    return (displaced.compactMap(\.old).sorted(), displaced.compactMap(\.new).sorted())
  }
}

extension PresentedList {
  /// Returns the difference from another list to this one.
  func changes(from old: PresentedList) -> RowListDiff {
    changes(base.changes(from: old.base), from: old)
  }

  /// Returns what people see of a change of the list.
  ///
  /// - Parameters:
  ///   - changes: What happened between the old list and this one.
  ///   - old: What people saw before.
  /// - Returns: The fewest changes that lead from there to what they see now.
  /// - Complexity: O(*d* log *n*), where *d* is the number of rows that changed, came or went.
  func changes(_ changes: ListChanges, from old: PresentedList) -> RowListDiff {
    let isCounting = changes.appended != nil || changes.endsCounting
    // Sections that existed without rows may have some now.
    guard !changes.isReset, !isCounting || !(hasDeclared || old.hasDeclared) else { return .reset }
    guard
      display.showsListAsRead && old.display.showsListAsRead || knowsKeys && old.knowsKeys
        || !isCounting && isLoaded && old.isLoaded && display.merged == old.display.merged
    else {
      // Nobody knows which rows come and go.
      return display == old.display && changes.isEmpty ? RowListDiff() : .reset
    }
    let before = changes.appended.map { clipped(to: 0..<$0) } ?? self
    var shown = ChangeClassifier(from: old, to: before, changes).changes()
    if let rank = changes.appended { append(rowsAfter: rank, to: &shown, since: old) }
    shown.endsCounting = changes.endsCounting
    if changes.keepsSections, display.merged != old.display.merged || !base.hasNames(of: old.base) {
      shown.sectionUpdates = renamedSections(since: old, shown)
    }
    return shown
  }

  /// Adds the rows that were counted at the end to the changes of those before them.
  private func append(rowsAfter rank: Int, to shown: inout RowListDiff, since old: PresentedList) {
    shown.addAppended(to: base.list, after: rank)
    guard isSectioned else {
      // Without aggregates, nothing is said of all rows.
      let isOther = hasAggregates && saysOther(ofSection: 0, than: old, 0)
      shown.sectionInfoUpdates = isOther ? [0] : []
      return
    }
    let grown = shown.appended.lazy.filter { !$0.isInInsertedSection }.map(\.section)
    // A section that lost as many rows as were counted in it says what it said.
    let (before, after) = (
      Anchors(besides: shown.sectionDeletes), Anchors(besides: shown.sectionInserts)
    )
    shown.sectionInfoUpdates = Set(shown.sectionInfoUpdates).union(grown).sorted()
      .filter { section in
        saysOther(ofSection: section, than: old, before.rank(of: after.number(before: section)))
      }
  }

  /// Whether the key of every row is in the list of rows.
  var knowsKeys: Bool { isLoaded && !isCounted }

  private var hasDeclared: Bool { base.section?.declared.isEmpty == false }

  /// The sections that stayed and have another name or title.
  private func renamedSections(since old: PresentedList, _ changes: RowListDiff) -> [Int] {
    let inserted = Set(changes.sectionInserts)
    return (0..<sectionCount).filter { section in
      guard !inserted.contains(section) else { return false }
      let key = sectionKey(section)
      return sectionName(key) != old.sectionName(key) || sectionTitle(key) != old.sectionTitle(key)
    }
  }
}

extension PresentedList {
  /// Returns the changes of rows, with the rows that are shown in another section because other sections are merged.
  ///
  /// - Complexity: O(1) if the same sections are merged; otherwise O(*s* log *n* + *r*), where *s* is the number of sections and *r* that
  ///   of the rows in other sections.
  func movingRegroupedRows(_ changes: [RowChange], since old: PresentedList) -> [RowChange] {
    guard old.display.merged != display.merged, isSectioned, old.isSectioned else { return changes }
    let displaced = changes.filter { !$0.keepsPlace }
    let (before, after) = (
      Anchors(besides: displaced.compactMap(\.old).sorted()),
      Anchors(besides: displaced.compactMap(\.new).sorted())
    )
    var regrouped: [Int: Int] = [:]
    for section in old.base.sections(of: 0..<old.base.count) {
      let bytes = old.base.sectionBytes(section)
      guard old.merged.part(of: bytes)?.merged.key != merged.part(of: bytes)?.merged.key else {
        continue
      }
      let anchors = before.numbers(in: old.base.ranks(ofSection: section))
      for rank in before.ranks(of: anchors).joined() {
        regrouped[rank] = after.rank(of: before.number(before: rank))
      }
    }
    var rows: [RowChange] = []
    for change in changes {
      guard change.keepsPlace, let rank = change.old,
        let new = regrouped.removeValue(forKey: rank)
      else {
        rows.append(change)
        continue
      }
      rows.append(RowChange(change.key, from: rank, to: new, change.hasNewContents))
    }
    return rows
      + regrouped.map { RowChange(old.base.list[$0].key, from: $0, to: $1, false) }
  }
}

extension PresentedList {
  /// Returns what people see of a change of the list.
  ///
  /// - Parameters:
  ///   - changes: What happened since the old list; `nil` if the lists must be compared for that.
  ///   - old: What people saw before.
  ///   - display: What they are to see now; `nil` for the same part of the list as before.
  /// - Returns: The fewest changes that lead from there to what they see now.
  @concurrent func shownChanges(
    _ changes: ListChanges?, from old: PresentedList, displaying display: SectionDisplay? = nil
  ) async -> RowListDiff {
    let list = displayed(display ?? old.display)
    return changes.map { list.changes($0, from: old) } ?? list.changes(from: old)
  }
}

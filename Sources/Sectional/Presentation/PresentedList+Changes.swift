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
    let regrouped = regroupedRanks(since: old)
    let areBothLoaded = isLoaded && old.isLoaded
    let showBothEverything = display.showsEverything && old.display.showsEverything
    let tellsRanges =
      showBothEverything && (areBothLoaded || display.merged.isEmpty && old.display.merged.isEmpty)
    let areFew =
      regrouped.reduce(0) { $0 + $1.count } <= PresentedList.mostRowsRegroupedWithoutKeys
    guard
      regrouped.isEmpty && tellsRanges || !isCounting && areBothLoaded && areFew
        || knowsKeys && old.knowsKeys
    else {
      // Nobody knows which rows come and go.
      return display == old.display && regrouped.isEmpty && changes.isEmpty ? RowListDiff() : .reset
    }
    let before = changes.appended.map { clipped(to: 0..<$0) } ?? self
    var shown = ChangeClassifier(from: old, to: before, changes, regrouped: regrouped).changes()
    if let rank = changes.appended { append(rowsAfter: rank, to: &shown, since: old) }
    shown.endsCounting = changes.endsCounting
    if changes.keepsSections, display.merged != old.display.merged || !base.hasNames(of: old.base) {
      shown.sectionUpdates = renamedSections(since: old, shown)
    }
    return shown
  }

  /// The largest number of rows that are told to be shown in another section although nobody knows their keys.
  private static let mostRowsRegroupedWithoutKeys = 20_000

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

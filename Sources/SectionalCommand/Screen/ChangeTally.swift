import Sectional

/// How many changes a list reported, in all and in the last second.
struct ChangeTally {
  private(set) var inserted = 0
  private(set) var deleted = 0
  private(set) var moved = 0
  private(set) var updated = 0
  /// Sections with a new name.
  private(set) var renamed = 0
  /// Changes of what the headings of closed sections say.
  private(set) var closed = 0
  /// Rows that were counted, in a list that counts bit by bit.
  private(set) var counted = 0
  /// Whether all rows are counted since.
  private(set) var endsCounting = false
  /// Whether sections were closed, in which changes of rows aren't reported.
  private(set) var hasClosedSections = false
  /// Change sets that replace everything.
  private(set) var resets = 0
  private var recent: [(time: ContinuousClock.Instant, count: Int)] = []

  /// The number of changed rows.
  var rows: Int { inserted + deleted + moved + updated }

  /// Whether nothing was reported.
  var isEmpty: Bool {
    rows == 0 && counted == 0 && resets == 0 && !endsCounting && renamed == 0 && closed == 0
  }

  /// Takes over whether sections are closed.
  mutating func note(closing display: SectionDisplay) {
    if display != SectionDisplay() { hasClosedSections = true }
  }

  /// Counts what a change set reports.
  ///
  /// - Returns: The number of its changes that can be seen: of rows, and of what the headings of closed sections say.
  @discardableResult mutating func note(
    _ changeset: ResultsChangeset<StoredRow>, at now: ContinuousClock.Instant
  ) -> Int {
    for change in changeset.rowChanges {
      switch change.kind {
      case .insert: inserted += 1
      case .delete: deleted += 1
      case .move: moved += 1
      case .update: updated += 1
      }
    }
    let regrouped = changeset.regroupedCount
    moved += regrouped
    if changeset.isReset { resets += 1 }
    renamed += changeset.sectionUpdates.count
    let closed = changeset.sectionInfoUpdates.count { changeset.after[$0].isCollapsed }
    self.closed += closed
    let appended = changeset.appendedRows.reduce(0) { $0 + $1.items.count }
    counted += appended
    // If the last step of counting finds no more rows, its change set says only that counting has ended.
    let isEmpty =
      changeset.rowChanges.isEmpty && changeset.sectionUpdates.isEmpty
      && changeset.sectionInfoUpdates.isEmpty && changeset.hiddenRows.isEmpty
      && changeset.shownRows.isEmpty && !changeset.isReset
    if changeset.after.counting?.isComplete == true, appended > 0 || isEmpty {
      endsCounting = true
    }
    let count = changeset.rowChanges.count + regrouped + closed
    recent.append((now, count))
    forget(before: now - .seconds(1))
    return count
  }

  /// Returns the number of rows that changed in the last second.
  mutating func rate(at now: ContinuousClock.Instant) -> Int {
    forget(before: now - .seconds(1))
    return recent.reduce(0) { $0 + $1.count }
  }

  private mutating func forget(before time: ContinuousClock.Instant) {
    recent.removeAll { $0.time <= time }
  }

  /// The changes in words.
  func words(isOfSomeRows: Bool) -> String {
    let parts: [(Int, String)] = [
      (inserted, isOfSomeRows ? "entered" : "inserted"),
      (deleted, isOfSomeRows ? "left" : "deleted"),
      (moved, "moved"), (updated, "updated"),
      (closed, closed == 1 ? "change of a closed section" : "changes of closed sections"),
      (renamed, renamed == 1 ? "section renamed" : "sections renamed"),
      (resets, resets == 1 ? "full reload" : "full reloads"),
    ]
    let shown =
      ([(counted, "more counted")] + parts).filter { $0.0 > 0 }
      .map { "\(CountText.grouped($0.0)) \($0.1)" }
      + (endsCounting ? ["all rows are counted"] : [])
    let text = shown.isEmpty ? "no changes" : shown.joined(separator: ", ")
    return hasClosedSections ? "\(text), without rows of closed sections" : text
  }
}

extension ResultsChangeset<StoredRow> {
  /// The number of rows that are shown in another section because a day ended, of which only the places are known.
  var regroupedCount: Int {
    func count(_ ranges: [ResultsRowRange]) -> Int { ranges.reduce(0) { $0 + $1.items.count } }
    // Those of a section that was opened or closed are only in one of both.
    return min(count(hiddenRows), count(shownRows))
  }
}

extension ResultsChangeset {
  /// Returns the changes as one batch update that has sections reloaded in which many rows change.
  ///
  /// A view is slow with thousands of inserts or deletes, for example when a long section is opened. A reloaded section is in
  /// ``TableUpdates/sectionReloads``, and none of its rows is in the others: a row that moves to or from another section is
  /// inserted or deleted there.
  ///
  /// - Parameter most: The most rows of a section whose changes are told one by one.
  /// - Returns: The batch update.
  public func tableUpdates(reloadingSectionsAbove most: Int) -> TableUpdates {
    let reloaded = ReloadedSections(changes, above: most)
    var updates = TableUpdates(reloaded.remainder(of: changes))
    updates.sectionReloads = reloaded.old.sorted()
    return updates
  }
}

/// The sections that stay and in which many rows change.
private struct ReloadedSections {
  /// Their indexes before the change.
  private(set) var old: Set<Int> = []
  /// Their indexes after it.
  private var new: Set<Int> = []

  init(_ changes: RowListDiff, above most: Int) {
    var (before, after) = ([Int: Int](), [Int: Int]())
    for change in changes.rows {
      if let from = change.from, !change.isFromDeletedSection, change.kind != .update {
        before[from.section, default: 0] += 1
      }
      if let to = change.to, !change.isToInsertedSection { after[to.section, default: 0] += 1 }
    }
    for range in changes.leaving where !range.isInInsertedSection {
      before[range.section, default: 0] += range.items.count
    }
    for range in changes.entering + changes.appended where !range.isInInsertedSection {
      after[range.section, default: 0] += range.items.count
    }
    // Sections never move, so those that stay are anchors among all sections.
    let (deleted, inserted) = (
      Anchors(besides: changes.sectionDeletes), Anchors(besides: changes.sectionInserts)
    )
    let touched = Set(before.keys).union(
      after.keys.map { section in
        deleted.rank(of: inserted.number(before: section))
      })
    for section in touched {
      let next = inserted.rank(of: deleted.number(before: section))
      guard before[section, default: 0] + after[next, default: 0] > most else { continue }
      old.insert(section)
      new.insert(next)
    }
  }

  /// Returns the changes without those of rows in these sections.
  func remainder(of changes: RowListDiff) -> RowListDiff {
    guard !old.isEmpty else { return changes }
    var rest = changes
    rest.leaving.removeAll { !$0.isInInsertedSection && old.contains($0.section) }
    rest.entering.removeAll { !$0.isInInsertedSection && new.contains($0.section) }
    rest.appended.removeAll { !$0.isInInsertedSection && new.contains($0.section) }
    rest.rows = changes.rows.compactMap(remainder)
    return rest
  }

  private func remainder(of change: ResultsChange) -> ResultsChange? {
    let isGone =
      change.from.map { !change.isFromDeletedSection && old.contains($0.section) } ?? false
    let isThere = change.to.map { !change.isToInsertedSection && new.contains($0.section) } ?? false
    switch (isGone, isThere) {
    case (false, false): return change
    case (true, false) where change.kind == .move: return change.half(.insert)
    case (false, true) where change.kind == .move: return change.half(.delete)
    default: return nil
    }
  }
}

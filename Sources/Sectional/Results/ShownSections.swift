/// The sections of two lists of which some exist without rows, and which of them stay.
struct ShownSections {
  private let old: UnfilledSections
  private let new: UnfilledSections
  private let deletes: [Int]
  private let inserts: [Int]

  /// Compares two lists.
  ///
  /// - Parameters:
  ///   - changes: The changes between them, in which sections without rows don't count.
  ///   - old: The list before the changes.
  ///   - new: The list after them.
  ///   - keepsSections: Whether sections with equal keys are the same section in both lists.
  init(
    _ changes: RowListDiff, from old: RowSnapshot, to new: RowSnapshot, keepsSections: Bool
  ) {
    (self.old, self.new) = (old.unfilled, new.unfilled)
    let gone = changes.sectionDeletes.map(old.unfilled.shown) + old.unfilled.places
    let come = changes.sectionInserts.map(new.unfilled.shown) + new.unfilled.places
    guard keepsSections else {
      (deletes, inserts) = (gone.sorted(), come.sorted())
      return
    }
    // A section that lost its last row, or got its first one, stays if it is declared in both lists.
    let before = Set(gone.map(old.sectionKey))
    let after = Set(come.map(new.sectionKey))
    deletes = gone.filter { !after.contains(old.sectionKey($0)) }.sorted()
    inserts = come.filter { !before.contains(new.sectionKey($0)) }.sorted()
  }

  /// Returns changes with all sections counted.
  func changes(_ filled: RowListDiff) -> RowListDiff {
    var shown = filled
    (shown.sectionDeletes, shown.sectionInserts) = (deletes, inserts)
    let (deleted, inserted) = (Set(deletes), Set(inserts))
    shown.rows = filled.rows.map { change in
      let from = change.from.map(old.shown)
      let to = change.to.map(new.shown)
      return ResultsChange(
        kind: change.kind, key: change.key, from: from, to: to,
        isFromDeletedSection: from.map { deleted.contains($0.section) } ?? false,
        isToInsertedSection: to.map { inserted.contains($0.section) } ?? false)
    }
    return shown
  }
}

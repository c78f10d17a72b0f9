extension ChangeClassifier {
  /// Returns the changes in the order they are reported: deletes by old position, then the others by new position.
  func changes() -> RowListDiff {
    var changes = RowListDiff()
    changes.sectionDeletes = sections.deletes
    changes.sectionInserts = sections.inserts
    let told = ranked.new.filter { !entries[$0].stays || entries[$0].hasNewContents }
    let gone = ranked.old.filter { entries[$0].new == nil }
    changes.rows.reserveCapacity(gone.count + told.count)
    for entry in gone { changes.rows.append(change(.delete, entries[entry])) }
    for kind in [ResultsChange.Kind.insert, .move, .update] {
      for entry in told where self.kind(of: entries[entry]) == kind {
        changes.rows.append(change(kind, entries[entry]))
      }
    }
    return changes
  }

  /// Returns what happened to a row that is in the new list.
  private func kind(of entry: Entry) -> ResultsChange.Kind {
    guard entry.old != nil else { return .insert }
    return entry.stays ? .update : .move
  }

  private func change(_ kind: ResultsChange.Kind, _ entry: Entry) -> ResultsChange {
    let from = entry.old.map { old.path(ofRank: $0.rank) }
    let to = entry.new.map { new.path(ofRank: $0.rank) }
    return ResultsChange(
      kind: kind, key: entry.key, from: from, to: to,
      isFromDeletedSection: from.map { sections.isDeleted($0.section) } ?? false,
      isToInsertedSection: to.map { sections.isInserted($0.section) } ?? false)
  }
}

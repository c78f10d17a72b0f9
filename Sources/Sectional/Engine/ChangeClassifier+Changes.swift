extension ChangeClassifier {
  /// Returns the changes in the order they are told.
  func changes() -> RowListChanges {
    var changes = RowListChanges()
    let oldRanks = displaced(by: oldRank(of:)).compactMap { entries[$0].oldRank }
    let newRanks = displaced(by: newRank(of:)).compactMap { entries[$0].newRank }
    changes.sectionDeletes = sections(of: oldRanks, in: old, missingFrom: new)
    changes.sectionInserts = sections(of: newRanks, in: new, missingFrom: old)
    changes.rows = entries.compactMap(rowChange).sorted(by: ChangeClassifier.isTold)
    return changes
  }

  /// Returns the sections, each once, that hold one of some ascending ranks and that the other list has not.
  private func sections(of ranks: [Int], in list: RowList, missingFrom other: RowList) -> [Int] {
    var sections: [Int] = []
    for rank in ranks where !other.hasSection(of: list[rank]) {
      let section = list.path(ofRank: rank).section
      if sections.last != section { sections.append(section) }
    }
    return sections
  }

  private func rowChange(for entry: Entry) -> RowChange? {
    if entry.stays && !entry.hasNewContents { return nil }
    return RowChange(
      kind: kind(of: entry), key: entry.key,
      from: entry.oldRank.map(old.path(ofRank:)), to: entry.newRank.map(new.path(ofRank:)),
      isFromDeletedSection: entry.oldRank.map { !new.hasSection(of: old[$0]) } ?? false,
      isToInsertedSection: entry.newRank.map { !old.hasSection(of: new[$0]) } ?? false)
  }

  private func kind(of entry: Entry) -> RowChange.Kind {
    if entry.newRank == nil { return .delete }
    if entry.oldRank == nil { return .insert }
    return entry.stays ? .update : .move
  }

  /// Orders changes: deletes by old place, then inserts, moves and updates by new place.
  private static func isTold(_ left: RowChange, before right: RowChange) -> Bool {
    let (leftTurn, rightTurn) = (turn(of: left.kind), turn(of: right.kind))
    guard leftTurn == rightTurn else { return leftTurn < rightTurn }
    let start = ElementPath(section: 0, item: 0)
    return left.kind == .delete
      ? (left.from ?? start) < (right.from ?? start) : (left.to ?? start) < (right.to ?? start)
  }

  private static func turn(of kind: RowChange.Kind) -> Int {
    switch kind {
    case .delete: 0
    case .insert: 1
    case .move: 2
    case .update: 3
    }
  }
}

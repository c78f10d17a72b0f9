extension ChangeClassifier {
  /// Returns the changes in the order they are told.
  func changes() -> RowListChanges {
    var changes = RowListChanges()
    changes.sectionDeletes = sections.deletes
    changes.sectionInserts = sections.inserts
    let from = paths(in: old, \.oldRank)
    let to = paths(in: new, \.newRank)
    changes.rows = entries.indices
      .compactMap { rowChange(for: entries[$0], from: from[$0], to: to[$0]) }
      .sorted(by: ChangeClassifier.isTold)
    return changes
  }

  /// Returns the path of each entry in a list, where it has one.
  private func paths(in list: RowList, _ rank: (Entry) -> Int?) -> [ElementPath?] {
    var paths = [ElementPath?](repeating: nil, count: entries.count)
    var walk = SectionWalk(list)
    for entry in ChangeClassifier.ranked(entries, by: rank) {
      paths[entry] = rank(entries[entry]).map { walk.path(ofRank: $0) }
    }
    return paths
  }

  private func rowChange(
    for entry: Entry, from: ElementPath?, to: ElementPath?
  ) -> ResultsChange? {
    if entry.stays && !entry.hasNewContents { return nil }
    return ResultsChange(
      kind: kind(of: entry), key: entry.key, from: from, to: to,
      isFromDeletedSection: entry.oldRank.map { !sections.stays(old[$0].section) } ?? false,
      isToInsertedSection: entry.newRank.map { !sections.stays(new[$0].section) } ?? false)
  }

  private func kind(of entry: Entry) -> ResultsChange.Kind {
    if entry.newRank == nil { return .delete }
    if entry.oldRank == nil { return .insert }
    return entry.stays ? .update : .move
  }

  /// Orders changes: deletes by old place, then inserts, moves and updates by new place.
  private static func isTold(_ left: ResultsChange, before right: ResultsChange) -> Bool {
    let (leftTurn, rightTurn) = (turn(of: left.kind), turn(of: right.kind))
    guard leftTurn == rightTurn else { return leftTurn < rightTurn }
    let start = ElementPath(section: 0, item: 0)
    return left.kind == .delete
      ? (left.from ?? start) < (right.from ?? start) : (left.to ?? start) < (right.to ?? start)
  }

  private static func turn(of kind: ResultsChange.Kind) -> Int {
    switch kind {
    case .delete: 0
    case .insert: 1
    case .move: 2
    case .update: 3
    }
  }
}

extension ChangeClassifier {
  /// Returns the changes in the order they are told.
  func changes() -> RowListChanges {
    var changes = RowListChanges()
    let oldRanks = displaced(by: oldRank(of:)).compactMap { entries[$0].oldRank }
    let newRanks = displaced(by: newRank(of:)).compactMap { entries[$0].newRank }
    if sections.replacesEverySection {
      changes.sectionDeletes = Array(0..<old.sectionCount)
      changes.sectionInserts = Array(0..<new.sectionCount)
    } else {
      changes.sectionDeletes = displacedSections(of: oldRanks, in: old)
      changes.sectionInserts = displacedSections(of: newRanks, in: new)
    }
    changes.rows = entries.compactMap(rowChange).sorted(by: ChangeClassifier.isTold)
    return changes
  }

  /// Returns the sections, each once, that hold one of some ascending ranks and don't stay.
  private func displacedSections(of ranks: [Int], in list: RowList) -> [Int] {
    var displaced: [Int] = []
    for rank in ranks where !sections.stays(list[rank]) {
      let section = list.path(ofRank: rank).section
      if displaced.last != section { displaced.append(section) }
    }
    return displaced
  }

  private func rowChange(for entry: Entry) -> ResultsChange? {
    if entry.stays && !entry.hasNewContents { return nil }
    return ResultsChange(
      kind: kind(of: entry), key: entry.key,
      from: entry.oldRank.map(old.path(ofRank:)), to: entry.newRank.map(new.path(ofRank:)),
      isFromDeletedSection: entry.oldRank.map { !sections.stays(old[$0]) } ?? false,
      isToInsertedSection: entry.newRank.map { !sections.stays(new[$0]) } ?? false)
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

/// What leads from the results before to the results after.
///
/// This is the full form: rows of deleted and inserted sections are listed, moves may start or end in them, and a move
/// may have equal paths. ``tableUpdates`` is the form table and collection views take. Sections never move, and a
/// section that is emptied and filled again in one change survives.
public struct ResultsChangeset<Record: Sendable>: Sendable {
  /// The results that were shown until now.
  public let before: ResultsList<Record>
  /// The results from now on.
  public let after: ResultsList<Record>
  let changes: RowListDiff

  /// The sections that are gone, by their index before, ascending.
  public var sectionDeletes: [Int] { changes.sectionDeletes }
  /// The sections that are new, by their index after, ascending.
  public var sectionInserts: [Int] { changes.sectionInserts }
  /// The changed rows: deletes by old place, then inserts, moves and updates, each by new place.
  public var rowChanges: [ResultsChange] { changes.rows }
  /// The changes as one batch update of a table or collection view.
  public var tableUpdates: TableUpdates { TableUpdates(changes) }

  /// Tells whether a row was in the list before, with other contents. (Another order alone moves rows too.)
  func hasNewContents(_ change: ResultsChange) -> Bool {
    guard let before = before.row(forKey: change.key), let after = after.row(forKey: change.key)
    else { return false }
    return before.values != after.values
  }

  /// Returns the record a change is about: as it is, or as it was where it was deleted.
  public func object(of change: ResultsChange) -> Record? {
    if let to = change.to { return after.object(at: to) }
    return change.from.map { before.object(at: $0) }
  }
}

extension [ResultsChange] {
  /// The changes for table views that are told of rows one by one: a move never starts in a deleted section or ends in
  /// an inserted one.
  var applicable: [ResultsChange] {
    var deletes: [ResultsChange] = []
    var inserts: [ResultsChange] = []
    var others: [ResultsChange] = []
    for change in self {
      let isTorn = change.isFromDeletedSection || change.isToInsertedSection
      switch change.kind {
      case .delete: deletes.append(change)
      case .insert: inserts.append(change)
      case .move where isTorn:
        deletes.append(change.half(.delete))
        inserts.append(change.half(.insert))
      default: others.append(change)
      }
    }
    return deletes.sorted { ($0.from ?? .start) < ($1.from ?? .start) }
      + inserts.sorted { ($0.to ?? .start) < ($1.to ?? .start) } + others
  }
}

extension ResultsChange {
  /// Returns the leaving or the arriving half of a move.
  fileprivate func half(_ kind: Kind) -> ResultsChange {
    ResultsChange(
      kind: kind, key: key, from: kind == .delete ? from : nil, to: kind == .insert ? to : nil,
      isFromDeletedSection: kind == .delete && isFromDeletedSection,
      isToInsertedSection: kind == .insert && isToInsertedSection)
  }
}

extension ElementPath {
  fileprivate static let start = ElementPath(section: 0, item: 0)
}

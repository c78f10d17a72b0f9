/// The difference between the results before a change and the results after it.
///
/// This is the complete form: it lists the rows of deleted and inserted sections, moves may start in a deleted
/// section or end in an inserted one, and a move may have equal paths. ``tableUpdates`` is the form that table and
/// collection views take. Sections never move. A section that is emptied and filled again in one change survives.
public struct ResultsChangeset<Record: Sendable>: Sendable {
  /// The results before the change.
  public let before: ResultsList<Record>
  /// The results after the change.
  public let after: ResultsList<Record>
  let changes: RowListDiff
  /// The tag of the transactions that made all these changes, or `nil` if some have no tag or another one, or if they
  /// aren't known.
  ///
  /// A change set that holds anything else never has a tag.
  public let tag: WriteTag?

  /// The indexes of the deleted sections in the results before the change, in ascending order.
  public var sectionDeletes: [Int] { changes.sectionDeletes }
  /// The indexes of the inserted sections in the results after the change, in ascending order.
  public var sectionInserts: [Int] { changes.sectionInserts }
  /// The indexes of the sections that stayed but have another name or title, such as Yesterday in place of Today, in the results
  /// after the change, in ascending order; their rows need not have changed.
  public var sectionUpdates: [Int] { changes.sectionUpdates }
  /// The indexes of the sections that stayed and whose headers say something else, in the results after the change, in ascending order:
  /// configure these headers again, and none of their rows because of it.
  ///
  /// They have another ``ResultsSectionInfo/totalCount``, number of shown rows or value of an aggregate, were collapsed or expanded, or
  /// ``ResultsSectionInfo/isCut`` is another one. A list without sections has no header, so its only section is named only if
  /// rows are hidden or the list has aggregates.
  ///
  /// A change set can consist of these alone.
  public var sectionInfoUpdates: [Int] { changes.sectionInfoUpdates }
  /// The changed rows: deletes by old position, then inserts, moves and updates, each by new position.
  ///
  /// A row that is hidden or shown by ``SectionDisplay`` is deleted or inserted, unless it is in ``hiddenRows`` or ``shownRows``.
  ///
  /// - Complexity: O(1), or O(*r* log *r*) if *r* rows were hidden or shown.
  public var rowChanges: [ResultsChange] { changes.rowChanges(from: before.list, to: after.list) }
  /// The rows at the end that were counted meanwhile, of a list with ``ResultsRequest/fetchWindowSize``; their contents aren't
  /// loaded.
  ///
  /// They are in no other event, with one exception: a row that moved from among the counted rows to behind them is a delete, and
  /// can be counted again at its new place in the same change set.
  ///
  /// If the last rows were counted before, a change set without any event says that all are.
  public var appendedRows: [ResultsRowRange] { changes.appended }
  /// The rows that ``SectionDisplay`` hides from now on, by their places before the change, of a list with
  /// ``ResultsRequest/fetchWindowSize``, which doesn't know their keys; they are in no other event.
  ///
  /// Rows that are shown in another section, because others are merged or a day of relative days ended, are here and in ``shownRows``.
  public var hiddenRows: [ResultsRowRange] { changes.rangesLackKeys ? changes.leaving : [] }
  /// The rows that it shows from now on, by their places after the change, of such a list; they are in no other event.
  public var shownRows: [ResultsRowRange] { changes.rangesLackKeys ? changes.entering : [] }
  /// Whether it isn't known how the results differ, so that a view must reload them; there are no other events then.
  ///
  /// That happens only in a list with ``ResultsRequest/fetchWindowSize``: if very many rows changed at once, if another request was set, if rows were loaded while the list was
  /// paused, if no change log
  /// says what rows were before, if more than 20,000 rows come into another section because others are merged or a day ended, or, while it counts rows, if it hides some, has declared sections, or shows others as one; and if
  /// rows are hidden or shown before their contents are loaded.
  public var isReset: Bool { changes.isReset }
  /// The changes as one batch update of a table or collection view.
  public var tableUpdates: TableUpdates { TableUpdates(changes) }

  /// Returns whether a row was in the list before and now has different contents. (A change of the sort order alone
  /// also moves rows.)
  func hasNewContents(_ change: ResultsChange) -> Bool {
    guard let before = before.row(forKey: change.key), let after = after.row(forKey: change.key)
    else { return false }
    return before.values != after.values
  }

  /// Returns the record a change is about: its new state, or its last state if it was deleted; `nil` if the contents of the
  /// row aren't loaded.
  public func object(of change: ResultsChange) -> Record? {
    if let to = change.to { return after.object(ifLoaded: to) }
    return change.from.flatMap { before.object(ifLoaded: $0) }
  }
}

extension [ResultsChange] {
  /// The changes for a table view that is told about rows one at a time: no move starts in a deleted section or ends
  /// in an inserted one.
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
  /// Returns the delete or the insert that a move consists of.
  func half(_ kind: Kind) -> ResultsChange {
    ResultsChange(
      kind: kind, key: key, from: kind == .delete ? from : nil, to: kind == .insert ? to : nil,
      isFromDeletedSection: kind == .delete && isFromDeletedSection,
      isToInsertedSection: kind == .insert && isToInsertedSection)
  }
}

extension ElementPath {
  fileprivate static let start = ElementPath(section: 0, item: 0)
}

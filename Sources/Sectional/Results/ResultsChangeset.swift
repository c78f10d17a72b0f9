/// What leads from the results before to the results after.
///
/// This is the full form: rows of deleted and inserted sections are listed, moves may start or end in them, and a move
/// may have equal paths. ``tableUpdates`` is the form table and collection views take. Sections never move, and a
/// section that is emptied and filled again in one change survives.
public struct ResultsChangeset<Record: Sendable>: Sendable {
  /// The results that were shown until now.
  public let before: SectionedResults<Record>
  /// The results from now on.
  public let after: SectionedResults<Record>
  let changes: RowListChanges

  /// The sections that are gone, by their index before, ascending.
  public var sectionDeletes: [Int] { changes.sectionDeletes }
  /// The sections that are new, by their index after, ascending.
  public var sectionInserts: [Int] { changes.sectionInserts }
  /// The changed rows: deletes by old place, then inserts, moves and updates, each by new place.
  public var rowChanges: [RowChange] { changes.rows }
  /// The changes as one batch update of a table or collection view.
  public var tableUpdates: TableUpdates { TableUpdates(changes) }
}

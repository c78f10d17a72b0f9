/// What happened to one row between two lists.
public struct ResultsChange: Sendable, Hashable {
  /// The kinds of changes, which correspond to those of `NSFetchedResultsChangeType`.
  public enum Kind: UInt, Sendable, Hashable {
    /// The row was inserted into the list.
    case insert = 1
    /// The row was deleted from the list.
    case delete
    /// The row changed its position, and usually its contents too: a row moves because one of its cells changed,
    /// because of a new request, or because the order of sections that follow the sort keys changed.
    case move
    /// The row's contents changed; its position follows from the other changes.
    case update
  }

  /// What happened.
  public let kind: Kind
  /// The row that changed.
  public let key: RowKey
  /// The position in the list before the change, or `nil` for an insert.
  package let from: ElementPath?
  /// The position in the list after the change, or `nil` for a delete.
  package let to: ElementPath?
  /// Whether the row's old section was deleted.
  public let isFromDeletedSection: Bool
  /// Whether the row's new section was inserted.
  public let isToInsertedSection: Bool
}

/// The difference between two lists, in the order it is reported.
///
/// `from` paths and deleted sections refer to the list before the change, `to` paths and inserted sections to the
/// list after it.
package struct RowListDiff: Sendable, Hashable {
  /// The indexes of the deleted sections, in ascending order.
  package internal(set) var sectionDeletes: [Int] = []
  /// The indexes of the inserted sections, in ascending order.
  package internal(set) var sectionInserts: [Int] = []
  /// The indexes of the sections that stayed and have another name, in ascending order, in the list after the change.
  package internal(set) var sectionUpdates: [Int] = []
  /// The changed rows: deletes by old position, then inserts, moves and updates, each by new position.
  package internal(set) var rows: [ResultsChange] = []
  /// The indexes of the sections that stayed and have another number of rows or other aggregates, are collapsed or expanded, or
  /// begin or no longer begin with the first row that was read, in ascending order, in the list after the change.
  package internal(set) var sectionInfoUpdates: [Int] = []
  /// Many rows at once that are no longer shown, by their places before the change; besides ``rows``.
  ///
  /// A range that is in an inserted section, as it is called, is in a deleted one here.
  package internal(set) var leaving: [ResultsRowRange] = []
  /// Many rows at once that weren't shown, by their places after the change; besides ``rows``.
  package internal(set) var entering: [ResultsRowRange] = []
  /// Whether nobody knows the keys of the rows in ``leaving`` and ``entering``, as in a list with a window.
  package internal(set) var rangesLackKeys = false
  /// The rows at the end that were counted, of a list with a window.
  package internal(set) var appended: [ResultsRowRange] = []
  /// Whether the last rows of a list with a window were counted.
  package internal(set) var endsCounting = false
  /// Whether it isn't known how the lists differ.
  package internal(set) var isReset = false

  /// Whether nothing changed.
  package var isEmpty: Bool {
    sectionDeletes.isEmpty && sectionInserts.isEmpty && sectionUpdates.isEmpty && rows.isEmpty
      && sectionInfoUpdates.isEmpty && leaving.isEmpty && entering.isEmpty && appended.isEmpty
      && !endsCounting && !isReset
  }

  /// Whether each changed row can be told on its own.
  var isToldRowByRow: Bool { !isReset && !rangesLackKeys }

  /// A change of which nothing is known.
  static let reset: RowListDiff = {
    var diff = RowListDiff()
    diff.isReset = true
    return diff
  }()
}

/// What happened to one row between two lists.
public struct ResultsChange: Sendable, Hashable {
  /// The kinds of change, as `NSFetchedResultsChangeType` has them.
  public enum Kind: UInt, Sendable, Hashable {
    /// The row is new in the list.
    case insert = 1
    /// The row left the list.
    case delete
    /// The row changed place, and mostly contents too: what moves a row is a cell of it, another request, or the
    /// order of sections that stand as sorted.
    case move
    /// The row's contents differ; its place follows from the other changes.
    case update
  }

  /// What happened.
  public let kind: Kind
  /// Which row it happened to.
  public let key: RowKey
  /// The path in the list before; `nil` for an insert.
  package let from: ElementPath?
  /// The path in the list after; `nil` for a delete.
  package let to: ElementPath?
  /// Whether the row's old section is gone, and the row with it.
  public let isFromDeletedSection: Bool
  /// Whether the row's new section is new as well.
  public let isToInsertedSection: Bool
}

/// What leads from one list to another, in the order it is told.
///
/// `from` paths and deleted sections count in the list before, `to` paths and inserted sections in the list after.
package struct RowListDiff: Sendable, Hashable {
  /// The sections that are gone, ascending.
  package internal(set) var sectionDeletes: [Int] = []
  /// The sections that are new, ascending.
  package internal(set) var sectionInserts: [Int] = []
  /// The rows: deletes by old place, then inserts, moves and updates, each by new place.
  package internal(set) var rows: [ResultsChange] = []

  /// Whether nothing happened.
  package var isEmpty: Bool { sectionDeletes.isEmpty && sectionInserts.isEmpty && rows.isEmpty }
}

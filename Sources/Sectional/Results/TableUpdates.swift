public import Foundation

/// A changeset in the form that a batch update of a `UITableView` or `UICollectionView` takes.
///
/// Deletes refer to the list before the change and inserts to the list after it; moves lead from one to the other.
/// Rows that are deleted or inserted with their section are left out, and no move starts in a deleted section or ends
/// in an inserted one. Deletes and inserts are in no particular order. Refresh contents after the batch, at ``reloads``.
public struct TableUpdates: Sendable, Hashable {
  /// A row's old and new position.
  public struct Move: Sendable, Hashable {
    /// The position before the change.
    public let from: IndexPath
    /// The position after the change; it may equal the position before.
    public let to: IndexPath

    /// Creates a move.
    public init(from: IndexPath, to: IndexPath) {
      self.from = from
      self.to = to
    }
  }

  /// The indexes of the sections to delete, in ascending order.
  public internal(set) var sectionDeletes: [Int] = []
  /// The indexes of the sections to insert, in ascending order.
  public internal(set) var sectionInserts: [Int] = []
  /// The indexes, after the batch, of the sections that got another name; configure their headers again.
  public internal(set) var sectionUpdates: [Int] = []
  /// The indexes, after the batch, of the sections that have another number of rows or value of an aggregate, were collapsed or
  /// expanded, or are others in ``ResultsSectionInfo/isCut``; configure their headers again.
  public internal(set) var sectionInfoUpdates: [Int] = []
  /// The indexes, before the batch, of the sections to reload, in ascending order; only
  /// ``ResultsChangeset/tableUpdates(reloadingSectionsAbove:)`` has any.
  public internal(set) var sectionReloads: [Int] = []
  /// The rows to delete.
  public internal(set) var deletes: [IndexPath] = []
  /// The rows to insert.
  public internal(set) var inserts: [IndexPath] = []
  /// The rows to move.
  public internal(set) var moves: [Move] = []
  /// The rows to configure again after the batch, by their new position; these include the moved rows.
  public internal(set) var reloads: [IndexPath] = []

  /// Whether the view must reload everything, because it isn't known what changed; there is nothing else to do then.
  public internal(set) var needsReload = false

  init(_ changes: RowListDiff) {
    needsReload = changes.isReset
    sectionDeletes = changes.sectionDeletes
    sectionInserts = changes.sectionInserts
    sectionUpdates = changes.sectionUpdates
    sectionInfoUpdates = changes.sectionInfoUpdates
    for change in changes.rows { append(change) }
    for range in changes.appended + changes.entering where !range.isInInsertedSection {
      inserts += range.items.map { IndexPath(indexes: [range.section, $0]) }
    }
    for range in changes.leaving where !range.isInInsertedSection {
      deletes += range.items.map { IndexPath(indexes: [range.section, $0]) }
    }
  }

  private mutating func append(_ change: ResultsChange) {
    let leaves = change.from.flatMap { change.isFromDeletedSection ? nil : $0 }
    let enters = change.to.flatMap { change.isToInsertedSection ? nil : $0 }
    switch (change.kind, leaves, enters) {
    case (.update, _, let to?): reloads.append(to.indexPath)
    case (.move, let from?, let to?):
      moves.append(Move(from: from.indexPath, to: to.indexPath))
      reloads.append(to.indexPath)
    default:
      if let leaves { deletes.append(leaves.indexPath) }
      if let enters { inserts.append(enters.indexPath) }
    }
  }
}

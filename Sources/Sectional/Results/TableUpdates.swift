public import Foundation

/// A change set as one batch update of a `UITableView` or `UICollectionView` takes it.
///
/// Deletes count in the list before, inserts in the list after, moves from one to the other. Rows that come or go with
/// their section are left out, and a move never ends in an inserted section or starts in a deleted one. Contents are
/// refreshed after the batch, at ``reloads``.
public struct TableUpdates: Sendable, Hashable {
  /// A row's old and new place.
  public struct Move: Sendable, Hashable {
    /// The place before.
    public let from: IndexPath
    /// The place after; it may equal the place before.
    public let to: IndexPath

    /// Makes a move.
    public init(from: IndexPath, to: IndexPath) {
      self.from = from
      self.to = to
    }
  }

  /// The sections to delete, ascending.
  public internal(set) var sectionDeletes: [Int] = []
  /// The sections to insert, ascending.
  public internal(set) var sectionInserts: [Int] = []
  /// The rows to delete.
  public internal(set) var deletes: [IndexPath] = []
  /// The rows to insert.
  public internal(set) var inserts: [IndexPath] = []
  /// The rows to move.
  public internal(set) var moves: [Move] = []
  /// The rows to configure again after the batch, by their new place; moved rows are among them.
  public internal(set) var reloads: [IndexPath] = []

  init(_ changes: RowListDiff) {
    sectionDeletes = changes.sectionDeletes
    sectionInserts = changes.sectionInserts
    for change in changes.rows { append(change) }
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

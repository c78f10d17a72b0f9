public import Foundation

/// Hears of every section and row that changed, in the moments and words of `NSFetchedResultsControllerDelegate`.
///
/// For each change, in one turn of the owner's actor: `controllerWillChangeContent` while the results are still the
/// ones before; then, with the results after, the deleted and inserted sections and the deleted, inserted, moved and
/// updated rows; then `controllerDidChangeContent`. Index paths before and after are those of a batch update, so
/// the calls can be handed to a table view one by one between `beginUpdates` and `endUpdates`.
///
/// Rows that come or go with their section are told too. A move never starts in a deleted section or ends in an
/// inserted one; it is told as a delete and an insert. A move implies new contents.
public protocol ResultsControllerDelegate<Record>: AnyObject {
  /// The type of the list's records.
  associatedtype Record: Sendable

  /// Tells that the results are about to change.
  func controllerWillChangeContent(_ controller: ResultsController<Record>)

  /// Tells that a section came or went.
  ///
  /// - Parameters:
  ///   - controller: The list.
  ///   - section: The section, as it is or as it was.
  ///   - sectionIndex: Its index, before a delete and after an insert.
  ///   - type: An insert or a delete; sections never move.
  func controller(
    _ controller: ResultsController<Record>, didChange section: ResultsSectionInfo<Record>,
    atSectionIndex sectionIndex: Int, for type: ResultsChange.Kind)

  /// Tells that a record came, went, moved or changed.
  ///
  /// - Parameters:
  ///   - controller: The list.
  ///   - object: The record, as it is or, for a delete, as it was.
  ///   - indexPath: Its place before; nothing for an insert.
  ///   - type: What happened to it.
  ///   - newIndexPath: Its place after; nothing for a delete.
  func controller(
    _ controller: ResultsController<Record>, didChange object: Record, at indexPath: IndexPath?,
    for type: ResultsChange.Kind, newIndexPath: IndexPath?)

  /// Tells that everything about the change was told.
  func controllerDidChangeContent(_ controller: ResultsController<Record>)

  /// Tells that the list lost or found its store.
  ///
  /// - Parameters:
  ///   - controller: The list, which keeps its last results.
  ///   - status: How it stands to its store now.
  func controller(_ controller: ResultsController<Record>, didChangeStatus status: ResultsStatus)
}

extension ResultsControllerDelegate {
  /// Does nothing.
  public func controllerWillChangeContent(_ controller: ResultsController<Record>) {}

  /// Does nothing.
  public func controller(
    _ controller: ResultsController<Record>, didChange section: ResultsSectionInfo<Record>,
    atSectionIndex sectionIndex: Int, for type: ResultsChange.Kind
  ) {}

  /// Does nothing.
  public func controller(
    _ controller: ResultsController<Record>, didChange object: Record, at indexPath: IndexPath?,
    for type: ResultsChange.Kind, newIndexPath: IndexPath?
  ) {}

  /// Does nothing.
  public func controllerDidChangeContent(_ controller: ResultsController<Record>) {}

  /// Does nothing.
  public func controller(
    _ controller: ResultsController<Record>, didChangeStatus status: ResultsStatus
  ) {}

  /// Tells a change set call by call.
  func tell(_ changeset: ResultsChangeset<Record>, of controller: ResultsController<Record>) {
    for index in changeset.sectionDeletes {
      let section = changeset.before[index]
      self.controller(controller, didChange: section, atSectionIndex: index, for: .delete)
    }
    for index in changeset.sectionInserts {
      let section = changeset.after[index]
      self.controller(controller, didChange: section, atSectionIndex: index, for: .insert)
    }
    for change in changeset.rowChanges.applicable {
      guard let object = changeset.object(of: change) else { continue }
      self.controller(
        controller, didChange: object, at: change.indexPath, for: change.kind,
        newIndexPath: change.newIndexPath)
    }
    controllerDidChangeContent(controller)
  }
}

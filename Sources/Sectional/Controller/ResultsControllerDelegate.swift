public import Foundation

/// A delegate that receives every changed section and row, with the same callbacks at the same times as
/// `NSFetchedResultsControllerDelegate`.
///
/// For each change, in one turn of the owner's actor, it receives `controllerWillChangeContent` while the results are
/// still those before the change; then, with the results after the change, the deleted and inserted sections and the
/// deleted, inserted, moved and updated rows; then `controllerDidChangeContent`. Index paths before and after are
/// those of a batch update, so the calls can be passed on to a table view one by one between `beginUpdates` and
/// `endUpdates`.
///
/// Rows that are deleted or inserted with their section are reported too. A move never starts in a deleted section or
/// ends in an inserted one; it is reported as a delete and an insert instead. A moved row may also have new contents;
/// no separate update is reported for it.
public protocol ResultsControllerDelegate<Record>: AnyObject {
  /// The type of the list's records.
  associatedtype Record: Sendable

  /// Called when the results are about to change.
  func controllerWillChangeContent(_ controller: ResultsController<Record>)

  /// Called when a section was deleted or inserted, or got another name.
  ///
  /// - Parameters:
  ///   - controller: The list.
  ///   - section: The section; for a delete, as it was before the change.
  ///   - sectionIndex: The section's index: before the change for a delete, otherwise after it.
  ///   - type: An insert, a delete, or an update if the section only has another name, as Today becomes Yesterday; sections
  ///     never move.
  func controller(
    _ controller: ResultsController<Record>, didChange section: ResultsSectionInfo<Record>,
    atSectionIndex sectionIndex: Int, for type: ResultsChange.Kind)

  /// Called when a record was inserted, deleted, moved or updated.
  ///
  /// - Parameters:
  ///   - controller: The list.
  ///   - object: The record; for a delete, as it was before the change.
  ///   - indexPath: The record's index path before the change; `nil` for an insert.
  ///   - type: What happened to the record.
  ///   - newIndexPath: The record's index path after the change; `nil` for a delete.
  func controller(
    _ controller: ResultsController<Record>, didChange object: Record, at indexPath: IndexPath?,
    for type: ResultsChange.Kind, newIndexPath: IndexPath?)

  /// Called in place of the method for records if the contents of the row aren't loaded, in a list with
  /// ``ResultsRequest/fetchBatchSize`` or ``ResultsRequest/fetchWindowSize``. The delegate of such a list must implement it.
  ///
  /// - Parameters:
  ///   - controller: The list.
  ///   - key: The row's key.
  ///   - indexPath: The row's index path before the change; `nil` for an insert.
  ///   - type: An insert, a delete or a move.
  ///   - newIndexPath: The row's index path after the change; `nil` for a delete.
  func controller(
    _ controller: ResultsController<Record>, didChangeRowWithKey key: RowKey,
    at indexPath: IndexPath?, for type: ResultsChange.Kind, newIndexPath: IndexPath?)

  /// Called in place of a method for each row when more rows at the end of a list with ``ResultsRequest/fetchWindowSize`` were
  /// counted. The delegate of such a list must implement it.
  ///
  /// - Parameters:
  ///   - controller: The list.
  ///   - rows: The rows, by their place after the change. If their section was inserted with them, the delegate was notified of the section before.
  func controller(_ controller: ResultsController<Record>, didAppend rows: ResultsRowRange)

  /// Called in place of all methods about a change, `controllerWillChangeContent` and `controllerDidChangeContent` too, if it
  /// isn't known how the results changed, so that a view must reload its data; see ``ResultsChangeset/isReset``. The delegate of a
  /// list with ``ResultsRequest/fetchWindowSize`` must implement it, and that of one whose ``ResultsController/sectionDisplay`` is set
  /// before its contents are loaded.
  func controllerDidReplaceContent(_ controller: ResultsController<Record>)

  /// Called when the contents of rows are loaded that a list with ``ResultsRequest/fetchBatchSize`` or
  /// ``ResultsRequest/fetchWindowSize`` was asked for, or that changed next to rows which are loaded.
  ///
  /// - Parameters:
  ///   - controller: The list.
  ///   - indexPaths: The index paths of the rows, in order; their cells should be configured again.
  func controller(
    _ controller: ResultsController<Record>, didLoadRowsAt indexPaths: [IndexPath])

  /// Called for a section that stayed and has another number of rows, shown or hidden, or value of an aggregate, was collapsed or
  /// expanded, or is another one in ``ResultsSectionInfo/isCut``, after all rows and sections of the change: its header must be
  /// configured again.
  ///
  /// It is called before `controllerDidChangeContent`. A view that ends its batch of updates there knows the section by this index
  /// only afterwards.
  ///
  /// - Parameters:
  ///   - controller: The list.
  ///   - section: The section after the change.
  ///   - sectionIndex: Its index after the change.
  func controller(
    _ controller: ResultsController<Record>, didChangeInfoOf section: ResultsSectionInfo<Record>,
    atSectionIndex sectionIndex: Int)

  /// Called after the whole change has been reported.
  func controllerDidChangeContent(_ controller: ResultsController<Record>)

  /// Called when the rows of the second query have changed, after the changes of the list in the same delivery, if any.
  ///
  /// - Parameter controller: The list, whose `alongside` has the new rows.
  func controllerDidChangeAlongside(_ controller: ResultsController<Record>)

  /// Called when the list's status changes, for example because it lost its store or found it again.
  ///
  /// - Parameters:
  ///   - controller: The list, which keeps its last results.
  ///   - status: The list's new status.
  func controller(_ controller: ResultsController<Record>, didChangeStatus status: ResultsStatus)
}

extension ResultsControllerDelegate {
  /// The default implementation does nothing.
  public func controllerDidChangeAlongside(_ controller: ResultsController<Record>) {}

  /// The default implementation does nothing.
  public func controllerWillChangeContent(_ controller: ResultsController<Record>) {}

  /// The default implementation does nothing.
  public func controller(
    _ controller: ResultsController<Record>, didChange section: ResultsSectionInfo<Record>,
    atSectionIndex sectionIndex: Int, for type: ResultsChange.Kind
  ) {}

  /// The default implementation does nothing.
  public func controller(
    _ controller: ResultsController<Record>, didChange object: Record, at indexPath: IndexPath?,
    for type: ResultsChange.Kind, newIndexPath: IndexPath?
  ) {}

  /// The default implementation does nothing.
  public func controller(
    _ controller: ResultsController<Record>, didChangeRowWithKey key: RowKey,
    at indexPath: IndexPath?, for type: ResultsChange.Kind, newIndexPath: IndexPath?
  ) {}

  /// The default implementation does nothing.
  public func controller(_ controller: ResultsController<Record>, didAppend rows: ResultsRowRange) {
  }

  /// The default implementation does nothing.
  public func controllerDidReplaceContent(_ controller: ResultsController<Record>) {}

  /// The default implementation does nothing.
  public func controller(
    _ controller: ResultsController<Record>, didLoadRowsAt indexPaths: [IndexPath]
  ) {}

  /// The default implementation does nothing.
  public func controller(
    _ controller: ResultsController<Record>, didChangeInfoOf section: ResultsSectionInfo<Record>,
    atSectionIndex sectionIndex: Int
  ) {}

  /// The default implementation does nothing.
  public func controllerDidChangeContent(_ controller: ResultsController<Record>) {}

  /// The default implementation does nothing.
  public func controller(
    _ controller: ResultsController<Record>, didChangeStatus status: ResultsStatus
  ) {}

  /// Reports a changeset, call by call.
  func tell(_ changeset: ResultsChangeset<Record>, of controller: ResultsController<Record>) {
    guard changeset.changes.isToldRowByRow else { return controllerDidReplaceContent(controller) }
    for index in changeset.sectionDeletes {
      let section = changeset.before[index]
      self.controller(controller, didChange: section, atSectionIndex: index, for: .delete)
    }
    for index in changeset.sectionInserts {
      let section = changeset.after[index]
      self.controller(controller, didChange: section, atSectionIndex: index, for: .insert)
    }
    for index in changeset.sectionUpdates {
      let section = changeset.after[index]
      self.controller(controller, didChange: section, atSectionIndex: index, for: .update)
    }
    for change in changeset.rowChanges.applicable {
      if let object = changeset.object(of: change) {
        self.controller(
          controller, didChange: object, at: change.indexPath, for: change.kind,
          newIndexPath: change.newIndexPath)
      } else {
        self.controller(
          controller, didChangeRowWithKey: change.key, at: change.indexPath, for: change.kind,
          newIndexPath: change.newIndexPath)
      }
    }
    for rows in changeset.appendedRows { self.controller(controller, didAppend: rows) }
    for index in changeset.sectionInfoUpdates {
      self.controller(controller, didChangeInfoOf: changeset.after[index], atSectionIndex: index)
    }
    controllerDidChangeContent(controller)
  }
}

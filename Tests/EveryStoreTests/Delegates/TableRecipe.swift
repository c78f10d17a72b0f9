import Foundation
import Sectional
import SectionalTesting
import TestSupport

/// A table view that is told about rows one by one, following Apple's recipe for `NSFetchedResultsController`:
/// everything between `beginUpdates` and `endUpdates` is one batch.
///
/// The paths of deletes and reloads, and the old paths of moves, refer to the table before. The paths of inserts, and
/// the new paths of moves, refer to the table after. Rows that come or go with their section may be listed, but needn't
/// be.
@MainActor final class TableRecipe: ResultsControllerDelegate {
  private var table = BatchUpdateSimulator<Item>([])
  private var batch = BatchUpdate(namingImpliedRows: true)
  /// The violation for which a real table view would have stopped the program.
  private(set) var violation: LawViolation?
  private(set) var brackets = 0

  /// Shows the whole list again, as `reloadData` does.
  func reload(_ controller: ResultsController<Item>) {
    table = BatchUpdateSimulator(
      controller.sections.map { .init(header: $0.name, rows: Array($0)) })
  }

  /// The rows on the screen.
  var rows: [[Item]] { table.sections.map(\.rows) }

  func controllerWillChangeContent(_ controller: ResultsController<Item>) {
    batch = BatchUpdate(namingImpliedRows: true)
  }

  func controller(
    _ controller: ResultsController<Item>, didChange section: ResultsSectionInfo<Item>,
    atSectionIndex sectionIndex: Int, for type: ResultsChange.Kind
  ) {
    if type == .delete {
      batch.sectionDeletes.append(sectionIndex)
    } else {
      batch.sectionInserts.append(sectionIndex)
    }
  }

  func controller(
    _ controller: ResultsController<Item>, didChange object: Item, at indexPath: IndexPath?,
    for type: ResultsChange.Kind, newIndexPath: IndexPath?
  ) {
    switch (type, indexPath.map { ElementPath($0) }, newIndexPath.map { ElementPath($0) }) {
    case (.delete, let path?, nil): batch.deletes.append(path)
    case (.insert, nil, let path?): batch.inserts.append(path)
    case (.move, let path?, let newPath?):
      batch.moves.append(BatchUpdate.Move(from: path, to: newPath))
      // A moved row is reconfigured.
      batch.refreshes.append(newPath)
    case (.update, let path?, _?): batch.reloads.append(path)
    default: note(LawViolation(.consistent, "\(type) has the wrong paths"))
    }
  }

  func controllerDidChangeContent(_ controller: ResultsController<Item>) {
    brackets += 1
    let sections = controller.sections
    do throws(LawViolation) {
      try table.apply(
        batch,
        asking: .init(
          numberOfRows: sections.map(\.count), header: { sections[$0].name },
          row: { sections[$0[0]][$0[1]] }))
    } catch { note(error) }
  }

  private func note(_ violation: LawViolation) { self.violation = self.violation ?? violation }
}

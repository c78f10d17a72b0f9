public import Foundation

extension UITableView {
  /// Does what a person does who drags a row: the table shows it at its new place, and the data source is told.
  ///
  /// - Returns: Whether the row may be moved.
  @discardableResult public func drag(from start: IndexPath, to proposed: IndexPath) -> Bool {
    guard dataSource?.tableView(self, canMoveRowAt: start) == true else { return false }
    let end =
      delegate?.tableView(
        self, targetIndexPathForMoveFromRowAt: start, toProposedIndexPath: proposed) ?? proposed
    var new = loaded
    let (from, to) = (Place(start), Place(end))
    let cell = new.sections[from.section].cells.remove(at: from.item)
    new.sections[to.section].cells.insert(cell, at: to.item)
    screen = new
    dataSource?.tableView(self, moveRowAt: start, to: end)
    return true
  }
}

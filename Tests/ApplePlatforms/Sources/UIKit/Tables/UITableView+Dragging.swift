package import Foundation

extension UITableView {
  /// Does what a person does who drags a row: the table shows it at its new place, and the data source is told.
  ///
  /// - Returns: Whether the row may be moved.
  @discardableResult package func drag(from start: IndexPath, to proposed: IndexPath) -> Bool {
    guard dataSource?.tableView(self, canMoveRowAt: start) == true else { return false }
    let end =
      delegate?.tableView(
        self, targetIndexPathForMoveFromRowAt: start, toProposedIndexPath: proposed) ?? proposed
    var new = loaded
    let cell = new.sections[start.section].cells.remove(at: start.item)
    new.sections[end.section].cells.insert(cell, at: end.item)
    screen = new
    dataSource?.tableView(self, moveRowAt: start, to: end)
    return true
  }
}

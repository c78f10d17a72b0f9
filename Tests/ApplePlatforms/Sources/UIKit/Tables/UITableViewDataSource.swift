public import Foundation

/// What a table view asks for its contents.
@MainActor public protocol UITableViewDataSource: NSObjectProtocol {
  /// Returns the number of rows of a section.
  func tableView(_ tableView: UITableView, numberOfRowsInSection section: Int) -> Int
  /// Returns the cell of a row, dequeued and filled in.
  func tableView(
    _ tableView: UITableView, cellForRowAt indexPath: IndexPath
  ) -> UITableViewCell
  /// Returns the number of sections; 1 where it is not implemented.
  func numberOfSections(in tableView: UITableView) -> Int
  /// Returns the header of a section; none where it is not implemented.
  func tableView(_ tableView: UITableView, titleForHeaderInSection section: Int) -> String?
  /// Returns the titles of the index; none where it is not implemented.
  func sectionIndexTitles(for tableView: UITableView) -> [String]?
  /// Returns the section that a title of the index leads to.
  func tableView(
    _ tableView: UITableView, sectionForSectionIndexTitle title: String, at index: Int
  ) -> Int
  /// Returns whether people can drag a row to another place; they can where it is not implemented.
  func tableView(_ tableView: UITableView, canMoveRowAt indexPath: IndexPath) -> Bool
  /// Takes note of a row that was dragged, which the table already shows at its new place.
  func tableView(
    _ tableView: UITableView, moveRowAt sourceIndexPath: IndexPath,
    to destinationIndexPath: IndexPath)
}

// In Objective-C these requirements are optional.
extension UITableViewDataSource {
  /// Returns the number of sections.
  public func numberOfSections(in tableView: UITableView) -> Int { 1 }
  /// Returns the header of a section.
  public func tableView(
    _ tableView: UITableView, titleForHeaderInSection section: Int
  ) -> String? { nil }
  /// Returns the titles of the index.
  public func sectionIndexTitles(for tableView: UITableView) -> [String]? { nil }
  /// Returns the section that a title of the index leads to.
  public func tableView(
    _ tableView: UITableView, sectionForSectionIndexTitle title: String, at index: Int
  ) -> Int { index }
  /// Returns whether people can drag a row to another place.
  public func tableView(_ tableView: UITableView, canMoveRowAt indexPath: IndexPath) -> Bool {
    true
  }
  /// Takes note of a row that was dragged.
  public func tableView(
    _ tableView: UITableView, moveRowAt sourceIndexPath: IndexPath,
    to destinationIndexPath: IndexPath
  ) {}
}

/// What a table view tells and asks besides; all of it is optional, and left out here.
@MainActor public protocol UITableViewDelegate: NSObjectProtocol {
  /// Returns where a row that is being dragged may be dropped.
  func tableView(
    _ tableView: UITableView,
    targetIndexPathForMoveFromRowAt sourceIndexPath: IndexPath,
    toProposedIndexPath proposedDestinationIndexPath: IndexPath
  ) -> IndexPath
}

// In Objective-C this requirement is optional.
extension UITableViewDelegate {
  /// Returns where a row that is being dragged may be dropped.
  public func tableView(
    _ tableView: UITableView,
    targetIndexPathForMoveFromRowAt sourceIndexPath: IndexPath,
    toProposedIndexPath proposedDestinationIndexPath: IndexPath
  ) -> IndexPath { proposedDestinationIndexPath }
}

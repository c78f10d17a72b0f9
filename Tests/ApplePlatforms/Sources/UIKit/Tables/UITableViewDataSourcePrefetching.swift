public import Foundation

/// What a table view tells of rows that it will soon ask for.
@MainActor public protocol UITableViewDataSourcePrefetching: NSObjectProtocol {
  /// Takes note of rows that will soon be on the screen.
  func tableView(_ tableView: UITableView, prefetchRowsAt indexPaths: [IndexPath])
  /// Takes note of rows that won't be on the screen after all.
  func tableView(_ tableView: UITableView, cancelPrefetchingForRowsAt indexPaths: [IndexPath])
}

// In Objective-C this requirement is optional.
extension UITableViewDataSourcePrefetching {
  /// Takes note of rows that won't be on the screen after all.
  public func tableView(
    _ tableView: UITableView, cancelPrefetchingForRowsAt indexPaths: [IndexPath]
  ) {}
}

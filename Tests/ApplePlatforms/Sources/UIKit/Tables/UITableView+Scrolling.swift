public import Foundation

/// Stands in place of the cell of a row that isn't on the screen.
final class CellOffScreen: UITableViewCell {}

extension UITableView {
  /// Scrolls to a row, and tells of the rows behind the screen.
  public func scrollToRow(
    at indexPath: IndexPath, at scrollPosition: UITableView.ScrollPosition, animated: Bool
  ) {
    let places = loaded.counts.places
    guard let rank = places.firstIndex(of: Place(indexPath)) else {
      fail("attempt to scroll to a row at \(Place(indexPath)), which is not there")
      return
    }
    guard rowsOnScreen < Int.max else { return }
    let first = rank - scrollPosition.rowsAbove(ofScreenWith: rowsOnScreen)
    rowsAbove = max(min(first, places.count - rowsOnScreen), 0)
    show(loaded)
    let next = places.dropFirst(rowsAbove + rowsOnScreen).prefix(rowsOnScreen)
    guard !next.isEmpty else { return }
    prefetchDataSource?.tableView(self, prefetchRowsAt: next.map(\.path))
  }

  /// Returns the places that are on the screen, given the number of rows of each section; `nil` if all are.
  func placesOnScreen(of counts: [Int]) -> Set<Place>? {
    guard rowsOnScreen < Int.max else { return nil }
    return Set(counts.places.dropFirst(rowsAbove).prefix(rowsOnScreen))
  }

  /// Asks for the cells that have come onto the screen, and takes those off it that have left it.
  func exchangeCells(of new: inout Screen<UITableViewCell>) {
    guard let shown = placesOnScreen(of: new.counts) else { return }
    let ask = questions()
    for place in new.counts.places {
      let isShown = !(new.cell(at: place) is CellOffScreen)
      guard isShown != shown.contains(place) else { continue }
      new.sections[place.section].cells[place.item] = ask.cell(place)
    }
  }
}

extension UITableView.ScrollPosition {
  /// The number of rows on the screen above the row.
  fileprivate func rowsAbove(ofScreenWith rows: Int) -> Int {
    switch self {
    case .none, .top: 0
    case .middle: rows / 2
    case .bottom: rows - 1
    }
  }
}

extension [Int] {
  /// The places of all rows, in order, of sections with these numbers of rows.
  fileprivate var places: [Place] {
    indices.flatMap { section in (0..<self[section]).map { Place(section, $0) } }
  }
}

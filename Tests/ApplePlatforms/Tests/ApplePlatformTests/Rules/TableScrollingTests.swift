import Sectional
import Testing
import UIKit

/// A table view on a screen on which not all rows fit.
@MainActor
struct TableScrollingTests {
  private let table = RuleTable([["a", "b", "c"], ["d", "e", "f"]])

  init() {
    table.tableView.rowsOnScreen = 2
    table.tableView.reloadData()
  }

  private func scroll(
    to row: Int, _ section: Int, _ position: UITableView.ScrollPosition = .top
  ) {
    table.tableView.scrollToRow(
      at: IndexPath(row: row, section: section), at: position, animated: false)
  }

  @Test
  func `only the cells on the screen are asked for`() {
    #expect(table.tableView.shown == [["a", "b", ""], ["", "", ""]])
    scroll(to: 1, 1, .bottom)
    #expect(table.tableView.shown == [["", "", ""], ["d", "e", ""]])
    #expect(table.tableView.cellForRow(at: IndexPath(row: 0, section: 0)) == nil)
    scroll(to: 2, 1)
    #expect(table.tableView.shown == [["", "", ""], ["", "e", "f"]])
    #expect(table.tableView.failures == [])
  }

  @Test
  func `a row that comes onto the screen is asked for`() {
    table.sections = [["b", "c"], ["d", "e", "f"]]
    table.tableView.deleteRows(at: [IndexPath(row: 0, section: 0)], with: .none)
    #expect(table.tableView.shown == [["b", "c"], ["", "", ""]])
    #expect(table.tableView.failures == [])
  }

  @Test
  func `a row off the screen isn't asked for when it is to be configured again`() {
    table.sections = [["A", "B", "C"], ["D", "E", "F"]]
    table.tableView.reconfigureRows(
      at: [IndexPath(row: 0, section: 0), IndexPath(row: 0, section: 1)])
    #expect(table.tableView.shown == [["A", "b", ""], ["", "", ""]])
    #expect(table.tableView.failures == [])
  }

  @Test
  func `the rows behind the screen are told in advance`() {
    let source = Prefetching()
    table.tableView.prefetchDataSource = source
    scroll(to: 1, 0)
    #expect(source.indexPaths == [IndexPath(row: 0, section: 1), IndexPath(row: 1, section: 1)])
  }

  @Test
  func `a row that is not there can't be scrolled to`() {
    scroll(to: 3, 1)
    #expect(table.tableView.failures.count == 1)
  }
}

/// Notes which rows it is told of.
@MainActor
private final class Prefetching: NSObject, UITableViewDataSourcePrefetching {
  private(set) var indexPaths: [IndexPath] = []

  func tableView(_ tableView: UITableView, prefetchRowsAt indexPaths: [IndexPath]) {
    self.indexPaths += indexPaths
  }
}

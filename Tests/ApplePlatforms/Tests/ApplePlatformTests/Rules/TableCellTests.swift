import Sectional
import Testing
import UIKit

/// What a table view demands of the cells that it is given.
@MainActor
struct TableCellTests {
  private func failures(_ fault: RuleTable.Fault) -> [String] {
    let table = RuleTable([["a", "b"]], fault: fault)
    table.tableView.reloadData()
    return table.tableView.failures
  }

  @Test
  func `a data source that dequeues registered cells and returns them is fine`() {
    #expect(failures(.none) == [])
  }

  @Test
  func `a cell that is dequeued without being registered is noticed`() throws {
    let failure = try #require(failures(.registersNothing).first)
    #expect(failure.hasPrefix("unable to dequeue a cell with identifier text"))
  }

  @Test
  func `a dequeued cell that is not returned is noticed`() throws {
    let failure = try #require(failures(.returnsAnotherCell).first)
    #expect(failure.hasPrefix("Expected dequeued view to be returned"))
  }

  @Test
  func `a cell that was not dequeued is noticed`() throws {
    let failure = try #require(failures(.returnsItsOwnCell).first)
    #expect(failure.contains("does not have a reuseIdentifier"))
  }

  @Test
  func `a cell that is dequeued while nobody asks is noticed`() {
    let table = RuleTable([["a"]])
    _ = table.tableView.dequeueReusableCell(
      withIdentifier: "text", for: IndexPath(row: 0, section: 0))
    #expect(table.tableView.failures.count == 1)
  }

  @Test
  func `a row shows what it showed until it is reloaded`() throws {
    let table = RuleTable([["a", "b"]])
    table.tableView.reloadData()
    table.sections = [["a", "c"]]
    #expect(table.tableView.shown == [["a", "b"]])
    table.tableView.reloadRows(at: [IndexPath(row: 1, section: 0)], with: .none)
    #expect(table.tableView.shown == [["a", "c"]])
    table.sections = [["d", "c"]]
    table.tableView.reconfigureRows(at: [IndexPath(row: 0, section: 0)])
    #expect(table.tableView.shown == [["d", "c"]])
    #expect(table.tableView.failures == [])
  }
}

import Sectional
import Testing
import UIKit

/// What a table view demands of a batch of updates.
@MainActor
struct TableBatchTests {
  private static func row(_ row: Int, _ section: Int = 0) -> [IndexPath] {
    [IndexPath(row: row, section: section)]
  }

  @Test
  func `a batch that fits the data source is fine`() {
    let failures = RuleTable.failures(
      from: [["a", "b", "c"], ["d"]], to: [["n"], ["c", "x", "a"]]
    ) { table in
      table.deleteSections([1], with: .fade)
      table.insertSections([0], with: .fade)
      table.deleteRows(at: Self.row(1), with: .fade)
      table.insertRows(at: Self.row(1, 1), with: .fade)
      table.moveRow(at: Self.row(2)[0], to: Self.row(0, 1)[0])
    }
    #expect(failures == [])
  }

  @Test
  func `rows that nobody told of are noticed`() throws {
    let failures = RuleTable.failures(from: [["a"]], to: [["a", "b"]]) { _ in }
    let failure = try #require(failures.first)
    #expect(failure.hasPrefix("Invalid update: invalid number of rows in section 0."))
    #expect(failure.contains("(0 inserted, 0 deleted)"))
  }

  @Test
  func `sections that nobody told of are noticed`() throws {
    let failures = RuleTable.failures(from: [["a"]], to: [["a"], ["b"]]) { _ in }
    let failure = try #require(failures.first)
    #expect(failure.hasPrefix("Invalid update: invalid number of sections."))
  }

  @Test
  func `rows that are not there can't be deleted, inserted, moved or reloaded`() {
    for call in [
      { $0.deleteRows(at: Self.row(7), with: .none) },
      { $0.insertRows(at: Self.row(7), with: .none) },
      { $0.moveRow(at: Self.row(7)[0], to: Self.row(0)[0]) },
      { $0.moveRow(at: Self.row(0)[0], to: Self.row(7)[0]) },
      { $0.reloadRows(at: Self.row(7), with: .none) },
      { $0.deleteSections([7], with: .none) },
      { $0.insertSections([7], with: .none) },
    ] as [(UITableView) -> Void] {
      #expect(RuleTable.failures(from: [["a", "b"]], to: [["a", "b"]], call).count == 1)
    }
  }

  @Test
  func `a row is told of once`() {
    for call in [
      {
        $0.deleteRows(at: Self.row(0) + Self.row(0), with: .none)
        $0.insertRows(at: Self.row(0) + Self.row(1), with: .none)
      },
      {
        $0.deleteRows(at: Self.row(0), with: .none)
        $0.reloadRows(at: Self.row(0), with: .none)
        $0.insertRows(at: Self.row(0), with: .none)
      },
      {
        $0.moveRow(at: Self.row(0)[0], to: Self.row(1)[0])
        $0.reloadRows(at: Self.row(0), with: .none)
      },
      {
        $0.moveRow(at: Self.row(0)[0], to: Self.row(1)[0])
        $0.deleteRows(at: Self.row(1), with: .none)
        $0.insertRows(at: Self.row(1), with: .none)
      },
    ] as [(UITableView) -> Void] {
      #expect(RuleTable.failures(from: [["a", "b"]], to: [["a", "b"]], call).count == 1)
    }
  }

  @Test
  func `a row can't be moved into an inserted or out of a deleted section`() {
    let into = RuleTable.failures(from: [["a", "b"]], to: [["a"], ["b"]]) { table in
      table.insertSections([1], with: .none)
      table.moveRow(at: Self.row(1)[0], to: Self.row(0, 1)[0])
    }
    #expect(into == ["cannot move a row into a newly inserted section (1)"])
    let out = RuleTable.failures(from: [["a"], ["b"]], to: [["a", "b"]]) { table in
      table.deleteSections([1], with: .none)
      table.moveRow(at: Self.row(0, 1)[0], to: Self.row(1)[0])
    }
    #expect(out == ["cannot move a row from a section that is deleted (1)"])
  }
}

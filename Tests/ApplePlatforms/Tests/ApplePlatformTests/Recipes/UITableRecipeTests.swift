import Foundation
import Sectional
import Testing
import UIKit

@testable import Recipes

/// The recipe for table views, on a table that keeps Apple's rules.
@MainActor
struct UITableRecipeTests {
  private func shown(_ table: ContactsTable) -> [[String]] { table.tableView.shown }

  @Test
  func `a table view shows the list and every change of it`() async throws {
    let file = try await ContactsFile()
    let table = ContactsTable(store: file.store)
    try await table.load()
    #expect(shown(table) == [["Kurt"], ["Ada"], ["Grace"]])
    for seed in 0..<40 as Range<UInt64> {
      try await file.edit(seed: seed)
      let names = file.names { $0.team ?? "" }
      // Rows with an equal name can't be told apart on the screen, which does no harm here.
      try await wait { shown(table) == names }
    }
    #expect(table.tableView.failures == [])
  }

  @Test
  func `headers and the index follow the sections`() async throws {
    let file = try await ContactsFile()
    let table = ContactsTable(store: file.store)
    try await table.load()
    #expect(table.tableView.headers == ["", "Analysts", "Compilers"])
    #expect(table.tableView.tapIndex(at: 1) == 2)
    try await file.put(Contact(id: 4, name: "Bo", team: "Builders"), without: [1])
    try await wait { table.tableView.headers == ["", "Builders", "Compilers"] }
    #expect(table.tableView.failures == [])
  }

  @Test
  func `a section that only gets another name is asked for again`() async throws {
    let file = try await ContactsFile()
    let table = ContactsTable(store: file.store)
    try await table.load()
    let list = ResultsController(
      fetchRequest: ResultsRequest<Contact>(sortBy: [SortKey(\.name)]), store: file.store,
      sectionNameKeyPath: \.team)
    try await list.performFetch()
    let cells = (0..<3).map { table.tableView.cellForRow(at: IndexPath(row: 0, section: $0)) }
    table.controllerWillChangeContent(list)
    table.controller(list, didChange: list.sections[1], atSectionIndex: 1, for: .update)
    table.controllerDidChangeContent(list)
    #expect(shown(table) == [["Kurt"], ["Ada"], ["Grace"]])
    let isKept = (0..<3).map { section in
      table.tableView.cellForRow(at: IndexPath(row: 0, section: section)) === cells[section]
    }
    #expect(isKept == [true, false, true])
    #expect(table.tableView.failures == [])
  }
}

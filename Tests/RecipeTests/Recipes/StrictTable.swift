import Foundation
import Sectional
import SectionalTesting
import Testing

/// A table view without a screen, which throws where `UITableView` would stop the program.
@MainActor
final class StrictTable: ResultsChangesetDelegate {
  private(set) var table: BatchUpdateSimulator<String>
  private(set) var violation: LawViolation?

  init(_ controller: ResultsController<Contact>) {
    table = BatchUpdateSimulator(
      controller.results.map { team in .init(header: team.name, rows: team.rows.map(\.name)) })
    controller.changesetDelegate = self
  }

  func controller(
    _ controller: ResultsController<Contact>,
    didChangeContentWith changeset: ResultsChangeset<Contact>
  ) {
    let after = changeset.after
    do throws(LawViolation) {
      try table.apply(
        changeset.tableUpdates,
        asking: .init(
          numberOfRows: after.map(\.count), header: { after[$0].name },
          row: { after.object(at: $0).name }))
    } catch {
      violation = violation ?? error
    }
  }
}

@MainActor
struct ContactsTableTests {
  @Test
  func `a table takes every change, and shows the list`() async throws {
    let store = MemoryStore(try MemoryTable(for: Contact.self))
    let controller = ResultsController(
      fetchRequest: ResultsRequest<Contact>(sortBy: [SortKey(\.name)]), store: store,
      sectionNameKeyPath: \.team)
    try await controller.performFetch()
    let strict = StrictTable(controller)
    for id in 1...20 {
      try store.write { db in
        try db.upsert(Contact(id: Int64(id % 7), name: "Contact \(id)", team: "Team \(id % 3)"))
      }
      try await controller.refresh()
    }
    #expect(strict.violation == nil)
    #expect(strict.table.sections.map(\.header) == controller.results.map(\.name))
    #expect(strict.table.sections.map(\.rows) == controller.results.map { $0.rows.map(\.name) })
  }
}

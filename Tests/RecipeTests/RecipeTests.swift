import Foundation
import Sectional
import SectionalSQLite
import SectionalTesting
import TestSupport
import Testing

/// The recipes of the documentation, in action.
@MainActor
struct RecipeTests {
  private let file: ScratchDatabase
  private let store: SQLiteStore

  init() throws {
    file = try .contacts()
    store = try SQLiteStore(path: file.path)
  }

  /// Transactions that insert, delete, move and update rows and sections.
  private static func edit(_ store: SQLiteStore, seed: UInt64) async throws {
    try await store.write { db in
      var random = SeededGenerator(seed: seed)
      for _ in 0...random.below(4) {
        let id = Int64(1 + random.below(12))
        let name = "\(random.element(of: ["Ada", "Bo", "Cy", "Di"]) ?? "") \(random.below(9))"
        let team = random.element(of: ["A", "B", "C", nil, "D"]) ?? nil
        if random.happens(onceIn: 4) {
          try db.delete(Contact(id: id, name: "", team: nil))
        } else {
          try db.upsert(Contact(id: id, name: name, team: team))
        }
      }
    }
  }

  private func names(orderedBy order: String) throws -> [String] {
    try file.write("SELECT name FROM contact ORDER BY \(order)").split(separator: "\n")
      .map(String.init)
  }

  @Test
  func `another program's writes are followed row by row`() async throws {
    try await followEveryWriter(of: store)
    let controller = ResultsController(
      fetchRequest: ResultsRequest<Contact>(sortBy: [SortKey(\.name)]), store: store)
    try await controller.performFetch()
    try file.write("UPDATE contact SET name = 'Zuse' WHERE id = 1")
    try await wait { controller.fetchedObjects.contains { $0.name == "Zuse" } }
    #expect(controller.diagnostics.fullFetches == 1)
  }

  @Test
  func `a table view shows the list and every change of it`() async throws {
    let table = ContactsTable(store: store)
    try await table.load()
    #expect(table.tableView.shown == [["Kurt"], ["Ada"], ["Grace"]])
    for seed in 0..<40 as Range<UInt64> {
      try await RecipeTests.edit(store, seed: seed)
      let names = try names(orderedBy: "team COLLATE BINARY NULLS FIRST, name, id")
      // Rows with equal names can't be distinguished on the screen, which does no harm here.
      try await wait { table.tableView.shown.flatMap { $0 } == names }
    }
    #if !canImport(UIKit)
      #expect(table.tableView.violation == nil)
    #endif
  }

  @Test
  func `a collection view with a diffable data source shows the list and every change of it`()
    async throws
  {
    let collection = ContactsCollection(store: store, collectionView: UICollectionView())
    try await collection.load()
    #expect(collection.dataSource.shown == [["Ada"], ["Grace"], ["Kurt"]])
    for seed in 0..<40 as Range<UInt64> {
      try await RecipeTests.edit(store, seed: seed)
      let names = try names(orderedBy: "substr(name, 1, 1), name, id")
      try await wait { collection.dataSource.shown.flatMap { $0 } == names }
    }
  }

  @Test
  func `a SwiftUI list shows the sections once they are fetched`() async throws {
    let view = ContactsView(store: store)
    #expect(view.lines == [])
    for task in view.tasks { await task() }
    #expect(view.lines == ["# ", "Kurt", "# Analysts", "Ada", "# Compilers", "Grace"])
  }

  @Test
  func `a stream sends the list and then its changes`() async throws {
    let client = RecordingClient()
    let store = store
    let streaming = Task { try await streamContacts(from: store, to: client) }
    try await wait { await !client.messages.isEmpty }
    try await store.write { try $0.upsert(Contact(id: 3, name: "Kurt", team: "Logic")) }
    try await wait { await client.messages.count >= 2 }
    streaming.cancel()
    try await streaming.value
    guard case .list(let sections)? = await client.messages.first,
      case .changes(let deletes, let inserts, let rows)? = await client.messages.last
    else {
      Issue.record("\(await client.messages)")
      return
    }
    #expect(sections.map(\.name) == ["", "Analysts", "Compilers"])
    #expect(deletes == [0])
    #expect(inserts == [2])
    #expect(rows.map(\.contact?.team) == ["Logic"])
  }

  @Test
  func `the README's first list works`() async throws {
    let path = file.folder.appending(path: "first.sqlite").path
    let controller = try await firstList(path: path)
    #expect(controller.sections.map(\.name) == ["Analysts", "Compilers"])
    try await renameTeam(in: SQLiteStore(path: path))
    try await wait { controller.sections.map(\.name) == ["Compilers", "Mathematicians"] }
    #expect(controller.fetchedObjects.count == 3)
  }
}

private actor RecordingClient: ListClient {
  private(set) var messages: [ListMessage] = []
  func send(_ message: ListMessage) { messages.append(message) }
}

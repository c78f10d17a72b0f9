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

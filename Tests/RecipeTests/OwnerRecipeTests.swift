import Foundation
import Sectional
import SectionalSQLite
import SectionalTesting
import Testing

/// The recipes about owners and searches, at work.
@MainActor
struct OwnerRecipeTests {
  private let file: ScratchDatabase
  private let store: SQLiteStore

  init() throws {
    file = try ScratchDatabase(
      """
      CREATE TABLE contact (id INTEGER PRIMARY KEY, name TEXT NOT NULL, team TEXT);
      INSERT INTO contact VALUES (1, 'Ada', 'Analysts'), (2, 'Grace', 'Compilers'), (3, 'Kurt', NULL);
      """)
    store = try SQLiteStore(path: file.path)
  }

  @Test
  func `an actor owns a list`() async throws {
    let counter = TeamCounter(store: store)
    try await counter.start()
    #expect(await counter.counts == ["": 1, "Analysts": 1, "Compilers": 1])
  }

  @Test
  func `a task without an actor hears of changes until it is cancelled`() async throws {
    let store = store
    let logging = Task.detached {
      let log = ContactsLog()
      try await logContacts(in: store, to: log)
      return log.lines
    }
    for id in 4..<200 as Range<Int64> {
      try await store.write { try $0.insert(Contact(id: id, name: "n", team: nil)) }
    }
    logging.cancel()
    let lines = try await logging.value
    #expect(lines.allSatisfy { $0.hasPrefix("insert (") })
  }

  @Test
  func `the last of many searches is shown`() async throws {
    let search = ContactSearch(store: store)
    try await search.controller.performFetch()
    #expect(search.total == 3)
    for text in ["a", "gr", "k", "AD"] { search.show(text) }
    await search.finish()
    #expect(search.controller.fetchedObjects.map(\.name) == ["Ada"])
    #expect(search.problem == nil)
  }
}

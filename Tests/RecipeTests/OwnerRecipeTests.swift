import Foundation
import Sectional
import SectionalSQLite
import SectionalTesting
import Testing

/// The recipes about owners and searches, in action.
@MainActor
struct OwnerRecipeTests {
  private let file: ScratchDatabase
  private let store: SQLiteStore

  init() throws {
    file = try .contacts()
    store = try SQLiteStore(path: file.path)
  }

  @Test
  func `an actor owns a list`() async throws {
    let counter = TeamCounter(store: store)
    try await counter.start()
    #expect(await counter.counts == ["": 1, "Analysts": 1, "Compilers": 1])
  }

  @Test
  func `sections of one name are counted together`() async throws {
    try await store.write { try $0.insert(Contact(id: 4, name: "n", team: "")) }
    let counter = TeamCounter(store: store)
    try await counter.start()
    #expect(await counter.counts == ["": 2, "Analysts": 1, "Compilers": 1])
  }

  @Test
  func `a task without an actor follows changes until it is cancelled`() async throws {
    let store = store
    let (lines, output) = AsyncStream.makeStream(of: String.self)
    let logging = Task.detached {
      try await logContacts(in: store, to: ContactsLog { output.yield($0) })
    }
    let writing = Task.detached {
      for id in 4..<10_000 as Range<Int64> where !Task.isCancelled {
        try await store.write { try $0.insert(Contact(id: id, name: "n", team: nil)) }
      }
    }
    // The list may already contain the first writes when it is fetched.
    var log = lines.makeAsyncIterator()
    #expect(await log.next()?.hasPrefix("insert (") == true)
    writing.cancel()
    logging.cancel()
    try await logging.value
  }

  @Test
  func `the last of many searches is shown`() async throws {
    let search = ContactSearch(store: store)
    try await search.controller.performFetch()
    #expect(search.total == 3)
    for text in ["a", "gr", "k", "AD"] { search.show(text) }
    await search.finish()
    #expect(search.controller.results.rows.map(\.name) == ["Ada"])
    #expect(search.problem == nil)
  }
}

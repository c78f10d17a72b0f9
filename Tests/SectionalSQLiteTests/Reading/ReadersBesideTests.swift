import Dispatch
import Sectional
import SectionalSQL
import SectionalSQLite
import SectionalTesting
import Synchronization
import TestSupport
import Testing

/// Reads of a file in WAL mode, which have connections of their own.
@MainActor @Suite struct ReadersBesideTests {
  private struct Rollback: Error {}

  private let file: ScratchDatabase
  private let store: SQLiteStore

  init() throws {
    file = try ScratchDatabase(
      "PRAGMA journal_mode = WAL; \(Item.sqlite); INSERT INTO item VALUES (1, 'ada', NULL);")
    store = try file.store()
  }

  private func list() async throws -> ResultsController<Item> {
    let list = ResultsController(fetchRequest: ResultsRequest<Item>.byName, store: store)
    try await list.performFetch()
    return list
  }

  @Test func `a read that goes on holds up neither a write nor another read`() async throws {
    let store = store
    let request = ResultsRequest<Item>.byName
    let names = try await store.read { reader in
      let before = try await reader.fetch(request).map(\.name)
      try await Task { try await store.write { try $0.insert(Item(2, "bob")) } }.value
      let others = try await Task { try await store.read { try await $0.fetch(request) } }.value
      #expect(others.map(\.name) == ["ada", "bob"])
      #expect(try await reader.fetch(request).map(\.name) == before)
      return before
    }
    #expect(names == ["ada"])
  }

  @Test func `a list is opened while a write goes on`() async throws {
    let mayCommit = DispatchSemaphore(value: 0)
    let hasBegun = Mutex(false)
    let store = store
    async let writing: Void = store.write { db in
      try db.insert(Item(2, "bob"))
      hasBegun.withLock { $0 = true }
      mayCommit.wait()
    }
    try await wait { hasBegun.withLock { $0 } }
    let list = try await list()
    #expect(list.results.numberOfObjects == 1)
    mayCommit.signal()
    try await writing
    try await wait { list.results.numberOfObjects == 2 }
    #expect(list.diagnostics.fullFetches == 1)
    #expect(list.diagnostics.rowsRead == 2)
  }

  @Test func `own writes are known row by row on every connection`() async throws {
    var lists: [ResultsController<Item>] = []
    for _ in 0..<6 { lists.append(try await list()) }
    for number in 2...40 {
      try await store.write { try $0.insert(Item(Int64(number), "\(number)")) }
      await #expect(throws: Rollback.self) {
        try await store.write { db in
          // With a cache this small, pages are written to the log before the transaction ends.
          try db.execute("PRAGMA cache_size = 2")
          try db.execute("UPDATE item SET name = hex(zeroblob(9000))")
          throw Rollback()
        }
      }
      if number % 7 == 0 { await store.settle() }
      guard number % 3 == 0 else { continue }
      for list in lists { try await list.refresh() }
    }
    for list in lists {
      try await wait { list.results.numberOfObjects == 40 }
      #expect(list.diagnostics.fullFetches == 1, "\(list.diagnostics)")
    }
  }

  @Test func `another program's commit between own ones is not taken for one of them`()
    async throws
  {
    let shell = try SQLiteShell(path: file.path)
    let list = try await list()
    for number in 2...30 {
      try await store.write { try $0.insert(Item(Int64(number), "own")) }
      if number % 3 == 0 {
        try await shell.execute("UPDATE item SET name = 'strange \(number)' WHERE id = 1;")
      }
      try await store.write { db in
        try db.execute("UPDATE item SET team = ? WHERE id = ?", ["\(number)", number])
      }
    }
    let rows = try await store.read { try await $0.fetch(ResultsRequest<Item>.byName) }
    try await wait { Array(list.results.rows) == rows }
    #expect(rows.first { $0.id == 1 }?.name == "strange 30")
  }

  @Test(arguments: ["mine", "own"])
  func `another program's commit between own ones that a list missed is read`(name: String)
    async throws
  {
    let shell = try SQLiteShell(path: file.path)
    for number in 2...3 { try await store.write { try $0.insert(Item(Int64(number), "own")) } }
    let list = try await list()
    list.pause()
    try await store.write { try $0.execute("UPDATE item SET name = ? WHERE id = 2", [name]) }
    try await shell.execute("UPDATE item SET name = 'last' WHERE id = 1;")
    try await store.write { try $0.execute("UPDATE item SET name = 'owned' WHERE id = 3") }
    list.resume()
    try await list.refresh()
    #expect(list.results.rows.first { $0.id == 1 }?.name == "last")
  }

  @Test func `a write of the same values again doesn't make other connections read everything`()
    async throws
  {
    for number in 2...9 { try await store.write { try $0.insert(Item(Int64(number), "own")) } }
    let list = try await list()
    list.pause()
    try await store.write { try $0.execute("UPDATE item SET name = 'first' WHERE id = 4") }
    try await store.write { try $0.execute("UPDATE item SET name = 'own' WHERE id = 2") }
    try await store.write { try $0.execute("UPDATE item SET name = 'new' WHERE id = 3") }
    list.resume()
    try await list.refresh()
    #expect(list.results.rows.first { $0.id == 3 }?.name == "new")
    #expect(list.diagnostics.fullFetches == 1, "\(list.diagnostics)")
  }

  @Test func `a temporary table is listed, although only one connection has it`() async throws {
    try await store.write { db in
      try db.execute(
        "CREATE TEMP TABLE chosen(id INTEGER PRIMARY KEY); INSERT INTO chosen VALUES (1)")
    }
    let request = ResultsRequest<StoredRow>(
      sql: "SELECT i.* FROM item i JOIN chosen USING (id)", key: ["id"])
    #expect(try await store.read { try await $0.fetch(request) }.count == 1)
  }

  @Test func `a write inside of a read goes through, and the read doesn't see it`() async throws {
    let store = store
    let count = try await store.read { reader in
      _ = try await reader.fetch(ResultsRequest<Item>.byName)
      try await store.write { try $0.insert(Item(2, "bob")) }
      return try await reader.fetch(ResultsRequest<Item>.byName).count
    }
    #expect(count == 1)
  }

  @Test func `a read inside of another one is an error, not a deadlock`() async throws {
    let store = store
    let error = await storeError {
      try await store.read { _ in
        _ = try await store.read { try await $0.fetch(ResultsRequest<Item>.byName) }
      }
    }
    #expect(error?.message.contains("started inside another one") == true)
  }
}

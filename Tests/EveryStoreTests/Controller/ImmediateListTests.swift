import Dispatch
import Sectional
import SectionalSQL
import SectionalSQLite
import SectionalTesting
import Synchronization
import TestSupport
import Testing

/// Lists that are created with their contents.
@MainActor @Suite struct ImmediateListTests {
  private static let items = [Item(1, "ada", "red"), Item(2, "bob", "blue"), Item(3, "cy", "red")]

  private func list(_ store: TestStore) throws -> ResultsController<Item> {
    func make(_ store: some ImmediateStore) throws -> ResultsController<Item> {
      try ResultsController(
        immediatelyFetching: ResultsRequest<Item>.byName, store: store, sectionNameKeyPath: \.team)
    }
    switch store.base {
    case .memory(let store): return try make(store)
    case .sqlite(let store, _): return try make(store)
    case .postgres: throw LawViolation(.oracle, "a server can't be read at once")
    }
  }

  @Test func `an index that can't be made is an error`() async throws {
    let problem = StoreError(.unsupported, "no such language")
    let title = SectionIndexTitle(titles: [], problem: problem) { _ in nil }
    let store = MemoryStore(try MemoryTable(for: Item.self))
    #expect(throws: StoreError.self) {
      try ResultsController(
        immediatelyFetching: ResultsRequest<Item>.byName, store: store, indexTitle: title)
    }
    var updates = ResultsUpdates(
      fetchRequest: ResultsRequest<Item>.byName, store: store, indexTitle: title
    ).makeAsyncIterator()
    let error = await storeError { _ = try await updates.next() }
    #expect(error?.part == .indexTitle)
  }

  @Test(arguments: [StoreKind.memory, .sqlite])
  func `the contents are there at once, and changes follow`(kind: StoreKind) async throws {
    let store = try await TestStore(kind, of: Item.self, Self.items)
    let list = try list(store)
    #expect(list.sections.map(\.name) == ["blue", "red"])
    #expect(list.results.rows.map(\.name) == ["bob", "ada", "cy"])
    guard case .current = list.status else {
      Issue.record("the status is \(list.status)")
      return
    }
    try await store.write { $0.insert(Item(4, "di", "blue")) }
    try await wait { list.results.rows.map(\.name) == ["bob", "di", "ada", "cy"] }
    #expect(list.diagnostics.fullFetches == 1)
  }

  @Test(arguments: ["WAL", "DELETE"])
  func `a write and another read under way hold nothing up`(mode: String) async throws {
    let file = try ScratchDatabase(
      "PRAGMA journal_mode = \(mode); \(Item.sqlite); INSERT INTO item VALUES (1, 'ada', NULL);")
    let store = try file.store()
    let mayEnd = DispatchSemaphore(value: 0)
    let isWriting = Mutex(false)
    let gate = ReadGate()
    gate.close()
    async let reading: Void = store.read { _ in await gate.pass() }
    async let writing: Void = store.write { db in
      try db.insert(Item(2, "bob"))
      isWriting.withLock { $0 = true }
      mayEnd.wait()
    }
    // With a rollback journal, one of them waits for the other.
    try await wait {
      let isWriting = isWriting.withLock { $0 }
      return mode == "WAL" ? gate.waiting == 1 && isWriting : gate.waiting == 1 || isWriting
    }
    let list = try ResultsController(immediatelyFetching: ResultsRequest<Item>.byName, store: store)
    #expect(list.results.rows.map(\.name) == ["ada"])
    mayEnd.signal()
    gate.open()
    _ = try await (reading, writing)
    try await wait { list.results.rows.map(\.name) == ["ada", "bob"] }
  }

  @Test func `a file that another program has locked is an error after the busy timeout`()
    async throws
  {
    let file = try ScratchDatabase(Item.sqlite)
    let store = try file.store()
    let shell = try SQLiteShell(path: file.path)
    try await shell.execute("BEGIN EXCLUSIVE;")
    let error = await storeError {
      _ = try ResultsController(immediatelyFetching: ResultsRequest<Item>.byName, store: store)
    }
    #expect(error?.code == .busy)
    try await shell.execute("COMMIT;")
    let list = try ResultsController(immediatelyFetching: ResultsRequest<Item>.byName, store: store)
    #expect(list.results.isEmpty == false)
  }

  @Test func `a closed store is an error`() async throws {
    let file = try ScratchDatabase(Item.sqlite)
    let store = try file.store()
    await store.close()
    let error = await storeError {
      _ = try ResultsController(immediatelyFetching: ResultsRequest<Item>.byName, store: store)
    }
    #expect(error?.code == .cannotOpen)
  }

  @Test func `many lists fetch at once on all threads of the pool`() async throws {
    let store = try await TestStore(.sqlite, of: Item.self, Self.items)
    guard case .sqlite(let store, _) = store.base else { return }
    let tasks = (0..<64).map { _ in Task { try await ImmediateOwner().count(store) } }
    for task in tasks { #expect(try await task.value == 3) }
  }

  @Test func `an invalid request is an error`() async throws {
    let store = try await TestStore(.sqlite, of: Item.self, Self.items)
    guard case .sqlite(let store, _) = store.base else { return }
    let error = await storeError {
      _ = try ResultsController(
        immediatelyFetching: ResultsRequest<StoredRow>(table: "nowhere", key: ["id"]), store: store)
    }
    #expect(error?.code == .noSuchTable)
  }
}

/// An actor that owns a list for a moment, on a thread of the pool.
private actor ImmediateOwner {
  func count(_ store: SQLiteStore) throws -> Int {
    try ResultsController(immediatelyFetching: ResultsRequest<Item>.byName, store: store)
      .results.numberOfObjects
  }
}

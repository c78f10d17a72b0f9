import Sectional
import Synchronization
import TestSupport
import Testing

/// How a list as a sequence fails, and how it ends.
@Suite struct UpdatesEndTests {
  private func store(_ kind: StoreKind) async throws -> TestStore {
    try await TestStore(kind, of: Item.self, [Item(1, "ada")])
  }

  private func code(_ update: ResultsUpdate<Item>?) -> StoreError.Code? {
    if case .stale(let error)? = update?.status { error.code } else { nil }
  }

  @Test(arguments: StoreKind.allCases)
  func `cancelling the task ends the loop without an error`(kind: StoreKind) async throws {
    let store = try await store(kind)
    let updates = store.updates(ResultsRequest<Item>.byName)
    let (started, continuation) = AsyncStream<Void>.makeStream()
    let loop = Task { [updates] in
      var count = 0
      for try await _ in updates {
        count += 1
        continuation.yield()
      }
      return count
    }
    for await _ in started { break }
    loop.cancel()
    #expect(try await loop.value == 1)
    withExtendedLifetime(store) {}
  }

  @Test(arguments: StoreKind.allCases)
  func `a task that is cancelled before it begins gets nothing`(kind: StoreKind) async throws {
    let store = try await store(kind)
    let updates = store.updates(ResultsRequest<Item>.byName)
    let loop = Task { [updates] in
      // Wait until the task is cancelled, which ends the sleep.
      try? await Task.sleep(for: .seconds(60))
      var iterator = updates.makeAsyncIterator()
      return try await iterator.next() == nil
    }
    loop.cancel()
    #expect(try await loop.value)
    withExtendedLifetime(store) {}
  }

  @Test(arguments: StoreKind.allCases)
  func `a task that is cancelled during the first read gets nothing`(kind: StoreKind) async throws {
    let (store, gate) = (try await store(kind), ReadGate())
    gate.close()
    let updates = store.updates(ResultsRequest<Item>.byName, through: gate)
    let loop = Task { [updates] in
      var iterator = updates.makeAsyncIterator()
      return try await iterator.next() == nil
    }
    try await wait { gate.waiting > 0 }
    loop.cancel()
    gate.open()
    #expect(try await loop.value)
    withExtendedLifetime(store) {}
  }

  @Test(arguments: StoreKind.databases)
  func `losing the store is reported as a status and does not end the sequence`(kind: StoreKind)
    async throws
  {
    let store = try await store(kind)
    let updates = store.updates(ResultsRequest<Item>.byName)
    var iterator = updates.makeAsyncIterator()
    _ = try await iterator.next()
    try await store.execute("ALTER TABLE item RENAME TO away")
    let stale = try await iterator.next()
    #expect(code(stale) == .noSuchTable)
    #expect(stale?.changeset == nil)
    #expect(stale?.results.rows.map(\.name) == ["ada"])
    try await store.execute("ALTER TABLE away RENAME TO item")
    let current = try await iterator.next()
    #expect(code(current) == nil && current?.changeset == nil)
    try await store.write { $0.insert(Item(2, "bob")) }
    let next = try await iterator.next()
    #expect(next?.changeset?.rowChanges.map(\.kind) == [.insert])
  }

  @Test(arguments: StoreKind.databases)
  func `a failed first fetch throws, and the next call fetches again`(kind: StoreKind)
    async throws
  {
    let store = try await store(kind)
    let updates = store.updates(ResultsRequest<Item>.byName)
    try await store.execute("ALTER TABLE item RENAME TO away")
    var iterator = updates.makeAsyncIterator()
    var error: StoreError?
    do { _ = try await iterator.next() } catch let caught { error = caught }
    #expect(error?.code == .noSuchTable)
    try await store.execute("ALTER TABLE away RENAME TO item")
    #expect(try await iterator.next()?.results.rows.map(\.name) == ["ada"])
  }

  @Test(arguments: StoreKind.allCases)
  func `releasing an iterator stops its source`(
    kind: StoreKind
  ) async throws {
    let store = try await store(kind)
    try await dropIterator(over: store.store)
    withExtendedLifetime(store) {}
  }

  private func dropIterator(over store: some ResultsStore) async throws {
    let source = CountingSource(store: store)
    var iterator: ResultsUpdates<Item>.Iterator? =
      ResultsUpdates(
        fetchRequest: ResultsRequest<Item>.byName, store: store, changes: source
      ).makeAsyncIterator()
    _ = try await iterator?.next()
    try await wait { source.running == 1 }
    iterator = nil
    try await wait { source.running == 0 }
  }

  @Test(arguments: StoreKind.allCases)
  func `breaking out of a loop stops its source`(
    kind: StoreKind
  ) async throws {
    let store = try await store(kind)
    try await breakLoop(over: store.store)
    withExtendedLifetime(store) {}
  }

  private func breakLoop(over store: some ResultsStore) async throws {
    let source = CountingSource(store: store)
    let updates = ResultsUpdates(
      fetchRequest: ResultsRequest<Item>.byName, store: store, changes: source)
    for try await _ in updates { break }
    try await wait { source.running == 0 }
    #expect(source.started <= 1)
  }

  @Test(arguments: StoreKind.allCases)
  func `a stale update carries the version of its results`(
    kind: StoreKind
  ) async throws {
    let store = try await store(kind)
    try await readStale(over: store.store)
    withExtendedLifetime(store) {}
  }

  private func readStale(over store: some ResultsStore) async throws {
    let updates = ResultsUpdates(
      fetchRequest: ResultsRequest<Item>.byName, store: store, changes: BrokenSource(store: store))
    var iterator = updates.makeAsyncIterator()
    let first = try await iterator.next()
    let stale = try await iterator.next()
    #expect(code(stale) == .unsupported)
    #expect(first?.version != nil && stale?.version == first?.version)
  }
}

/// The store's own source, which counts how often it is run.
private final class CountingSource<Store: ResultsStore>: ChangeSource {
  typealias Cursor = Store.Source.Cursor

  // State: guarded by the mutex.
  private let counts = Mutex((running: 0, started: 0))
  private let base: Store.Source

  init(store: Store) { base = store.changeSource() }

  var running: Int { counts.withLock(\.running) }
  var started: Int { counts.withLock(\.started) }

  func run(_ doorbell: Doorbell) async throws {
    counts.withLock { $0 = ($0.running + 1, $0.started + 1) }
    defer { counts.withLock { $0.running -= 1 } }
    try await base.run(doorbell)
  }

  func changes(
    in region: TableRegion, since cursor: Cursor?, _ reader: Store.Reader
  ) async throws -> StoreChanges<Cursor> {
    try await base.changes(in: region, since: cursor, reader)
  }
}

/// A source that fails before it ever rings.
private struct BrokenSource<Store: ResultsStore>: ChangeSource {
  let store: Store

  func run(_ doorbell: Doorbell) async throws {
    throw StoreError(.unsupported, "the test wants it")
  }

  func changes(
    in region: TableRegion, since cursor: Int?, _ reader: Store.Reader
  ) async throws -> StoreChanges<Int> {
    StoreChanges(.everything(reason: "nobody knows"), next: nil)
  }
}

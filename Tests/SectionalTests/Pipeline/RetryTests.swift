import Sectional
import TestSupport
import Testing

/// How often a failing store is retried.
@Suite struct RetryTests {
  @Test func `a failing store is retried at each ring, and hardly more often`() async throws {
    let store = try FallibleStore()
    let task = Task {
      let list = ResultsController(
        fetchRequest: ResultsRequest(source: .table("item")), store: store)
      try await list.run()
    }
    try await wait { store.counts.rings >= 5 }
    store.fail()
    try await wait { store.counts.rings >= 50 }
    task.cancel()
    let (reads, rings) = store.counts
    #expect(reads > 1)
    // Rings coalesce, and postpone the retries.
    #expect(reads <= rings + 10)
  }

  @MainActor @Test func `a list recovers by itself when nothing rings`() async throws {
    let store = try FallibleStore(rings: false)
    let list = ResultsController(fetchRequest: ResultsRequest(source: .table("item")), store: store)
    list.options.retries = RetrySchedule(longest: .milliseconds(20))
    try await list.performFetch()
    store.fail()
    #expect(await storeError { try await list.refresh() } != nil)
    store.fail(false)
    try await wait(for: "the list to ask again") { list.isCurrent }
  }
}

/// A memory store that fails on demand, with a change source that rings every 20 milliseconds.
private final class FallibleStore: ResultsStore {
  typealias Version = Int
  typealias Reader = MemoryReader

  private struct State {
    var reads = 0
    var rings = 0
    var fails = false
  }

  // State: guarded by the mutex.
  private let state = Locked(State())
  private let memory: MemoryStore

  private let rings: Bool

  init(rings: Bool = true) throws {
    self.rings = rings
    memory = MemoryStore(try MemoryTable("item", columns: ["id"], primaryKey: ["id"]))
  }

  var counts: (reads: Int, rings: Int) { state.withLock { ($0.reads, $0.rings) } }

  func fail(_ fails: Bool = true) { state.withLock { $0.fails = fails } }

  func noteRing() { state.withLock { $0.rings += 1 } }

  var executor: any SerialExecutor { memory.executor }

  func read<Output: Sendable>(
    _ body: (MemoryReader) async throws -> Output
  ) async throws -> Output {
    let fails = state.withLock { state in
      state.reads += 1
      return state.fails
    }
    if fails { throw StoreError(.readFailed, "the test wants it so") }
    return try await memory.read(body)
  }

  func changeSource() -> RestlessSource {
    RestlessSource(store: self, rings: rings)
  }
}

private struct RestlessSource: ChangeSource {
  typealias Store = FallibleStore

  let store: FallibleStore
  let rings: Bool

  func run(_ doorbell: Doorbell) async throws {
    while !rings { try await Task.sleep(for: .seconds(3600)) }
    while true {
      store.noteRing()
      doorbell()
      try await Task.sleep(for: .milliseconds(20))
    }
  }

  func changes(
    in region: TableRegion, since cursor: Int?, _ reader: MemoryReader
  ) async throws -> StoreChanges<Int> { StoreChanges(.nothing, next: 1) }
}

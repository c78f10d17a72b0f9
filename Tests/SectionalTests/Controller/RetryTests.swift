import Sectional
import Synchronization
import Testing

/// How often a store that fails is asked again.
@Suite struct RetryTests {
  @Test func `a store that fails is asked at each ring, and little more`() async throws {
    let store = try FallibleStore()
    let task = Task {
      let list = ResultsController(
        fetchRequest: FetchRequest(source: .table("item")), store: store)
      try await list.run()
    }
    while store.reads < 1 { try await Task.sleep(for: .milliseconds(1)) }
    store.fails = true
    let before = store.reads
    try await Task.sleep(for: .milliseconds(500))
    task.cancel()
    #expect(store.reads > before)
    // Twenty-five rings, and retries after 100, 200, 400 milliseconds that rings put off.
    #expect(store.reads - before < 60)
  }
}

/// A memory store that fails when it is told to, watched by a source that rings every 20 milliseconds.
private final class FallibleStore: Store {
  typealias Version = Int
  typealias Reader = MemoryReader

  private struct State {
    var reads = 0
    var fails = false
  }

  // State: guarded by the mutex.
  private let state = Mutex(State())
  private let memory: MemoryStore

  init() throws {
    memory = MemoryStore(try MemoryTable("item", columns: ["id"], primaryKey: ["id"]))
  }

  var reads: Int { state.withLock { $0.reads } }
  var fails: Bool {
    get { state.withLock { $0.fails } }
    set { state.withLock { $0.fails = newValue } }
  }

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

  func changeSource() -> any ChangeSource<FallibleStore> { RestlessSource() }
}

private struct RestlessSource: ChangeSource {
  typealias Source = FallibleStore

  func run(_ doorbell: Doorbell) async throws {
    while true {
      doorbell()
      try await Task.sleep(for: .milliseconds(20))
    }
  }

  func version(_ reader: MemoryReader) async throws -> Int? { 1 }

  func changes(
    of tables: Set<String>, since version: Int, _ reader: MemoryReader
  ) async throws -> ChangedKeys { .keys([]) }
}

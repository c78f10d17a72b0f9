import Sectional
import Synchronization

/// A store whose reads stop at a gate, so that a test can do something in the middle of one.
final class GatedStore<Base: Store>: Store {
  typealias Version = Base.Version
  typealias Reader = Base.Reader

  private struct State {
    var isClosed = false
    var waiters: [CheckedContinuation<Void, Never>] = []
  }

  let base: Base
  // State: guarded by the mutex; waiters are resumed after it is released.
  private let state = Mutex(State())

  init(_ base: Base) { self.base = base }

  var executor: any SerialExecutor { base.executor }

  /// How many reads stand at the gate.
  var waiting: Int { state.withLock { $0.waiters.count } }

  /// Stops every read that begins from now on.
  func closeGate() { state.withLock { $0.isClosed = true } }

  /// Lets the oldest reads through, and leaves the gate closed.
  func letThrough(_ count: Int) {
    let waiters = state.withLock { state in
      defer { state.waiters.removeFirst(count) }
      return Array(state.waiters.prefix(count))
    }
    for waiter in waiters { waiter.resume() }
  }

  /// Lets every read through.
  func openGate() {
    let waiters = state.withLock { state in
      defer { state = State() }
      return state.waiters
    }
    for waiter in waiters { waiter.resume() }
  }

  func read<Output: Sendable>(
    _ body: (Base.Reader) async throws -> Output
  ) async throws -> Output {
    await withCheckedContinuation { continuation in
      let isOpen = state.withLock { state in
        if state.isClosed { state.waiters.append(continuation) }
        return !state.isClosed
      }
      if isOpen { continuation.resume() }
    }
    return try await base.read(body)
  }

  func changeSource() -> any ChangeSource<GatedStore> {
    GatedSource(base: base.changeSource())
  }
}

/// The gated store's source: the one of the store behind the gate.
private struct GatedSource<Base: Store>: ChangeSource {
  typealias Source = GatedStore<Base>

  let base: any ChangeSource<Base>

  func run(_ doorbell: Doorbell) async throws { try await base.run(doorbell) }

  func version(_ reader: Base.Reader) async throws -> Base.Version? {
    try await base.version(reader)
  }

  func changes(
    of tables: Set<String>, since version: Base.Version, _ reader: Base.Reader
  ) async throws -> ChangedKeys {
    try await base.changes(of: tables, since: version, reader)
  }
}

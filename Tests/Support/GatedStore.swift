package import Sectional

/// A gate that blocks the reads of stores while it is closed.
package final class ReadGate: Sendable {
  private struct State: Sendable {
    var isClosed = false
    var waiters: [CheckedContinuation<Void, Never>] = []
    var cancelled = 0
  }

  // State: guarded by its lock; waiters are resumed after it is released.
  private let state = Locked(State())

  package init() {}

  /// The number of reads that are blocked at the gate.
  package var waiting: Int { state.withLock { $0.waiters.count } }

  /// The number of reads that were cancelled while they were blocked.
  package var cancelled: Int { state.withLock { $0.cancelled } }

  /// Blocks every read that begins from now on.
  package func close() { state.withLock { $0.isClosed = true } }

  /// Lets the oldest reads through, and leaves the gate closed.
  package func letThrough(_ count: Int) {
    let waiters = state.withLock { state in
      defer { state.waiters.removeFirst(count) }
      return Array(state.waiters.prefix(count))
    }
    for waiter in waiters { waiter.resume() }
  }

  /// Lets every read through.
  package func open() {
    let waiters = state.withLock { state in
      defer { state = State(cancelled: state.cancelled) }
      return state.waiters
    }
    for waiter in waiters { waiter.resume() }
  }

  /// Waits until the gate is open.
  package func pass() async {
    await withCheckedContinuation { continuation in
      let isOpen = state.withLock { state in
        if state.isClosed { state.waiters.append(continuation) }
        return !state.isClosed
      }
      if isOpen { continuation.resume() }
    }
    if Task.isCancelled { state.withLock { $0.cancelled += 1 } }
  }
}

/// A store whose reads are blocked at a gate, so that a test can act in the middle of one.
package final class GatedStore<Base: ResultsStore>: ResultsStore {
  package typealias Version = Base.Version
  package typealias Reader = Base.Reader

  package let base: Base
  private let gate: ReadGate

  package init(_ base: Base, _ gate: ReadGate) { (self.base, self.gate) = (base, gate) }

  package var executor: any SerialExecutor { base.executor }

  package func read<Output: Sendable>(
    _ body: (Base.Reader) async throws -> Output
  ) async throws -> Output {
    await gate.pass()
    return try await base.read(body)
  }

  package func changeSource() -> GatedSource<Base> {
    GatedSource(base: base.changeSource())
  }
}

/// The gated store's source: the one of the store behind the gate.
package struct GatedSource<Base: ResultsStore>: ChangeSource {
  package typealias Store = GatedStore<Base>
  package typealias Cursor = Base.Source.Cursor

  let base: Base.Source

  package func run(_ doorbell: Doorbell) async throws { try await base.run(doorbell) }

  package func changes(
    in region: TableRegion, since cursor: Cursor?, _ reader: Base.Reader
  ) async throws -> StoreChanges<Cursor> {
    try await base.changes(in: region, since: cursor, reader)
  }

  package static func isLasting(_ cursor: Cursor) -> Bool { Base.Source.isLasting(cursor) }
}

// A section cache needs to know how the underlying store makes versions last.
extension GatedStore: SettlingStore {
  package func settle() async { await (base as? any SettlingStore)?.settle() }

  package func lasting(_ version: Version) async -> Version {
    await (base as? any SettlingStore<Version>)?.lasting(version) ?? version
  }
}

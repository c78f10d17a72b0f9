/// Lets one task through at a time, or a few, in the order they came.
package final class Turnstile: Sendable {
  private struct State {
    var free: Int
    /// The tasks that are inside, so that one that would wait for itself is told.
    var holders: [Int] = []
    var waiters: [CheckedContinuation<Void, Never>] = []
  }

  // State: guarded by its lock; a waiter is resumed after it is released.
  private let state: Guarded<State>

  /// Makes a turnstile with room for so many tasks at a time.
  package init(width: Int = 1) { state = Guarded(State(free: width)) }

  /// Waits for the tasks before, runs a body, and lets the next one through.
  ///
  /// - Throws: ``StoreError`` with code `unsupported` when the task is inside already, and what the body throws.
  package func pass<Output>(_ body: () async throws -> Output) async throws -> Output {
    let task = Turnstile.currentTask
    if let task {
      guard state.withLock({ !$0.holders.contains(task) }) else { throw StoreError.nested }
    }
    await enter()
    if let task { state.withLock { $0.holders.append(task) } }
    defer { leave(task) }
    return try await body()
  }

  /// Tells tasks apart; nothing outside of one.
  private static var currentTask: Int? {
    unsafe withUnsafeCurrentTask { task in unsafe task?.hashValue }
  }

  private func enter() async {
    await withCheckedContinuation { continuation in
      let mayEnter = state.withLock { state in
        guard state.free == 0 else {
          state.free -= 1
          return true
        }
        state.waiters.append(continuation)
        return false
      }
      if mayEnter { continuation.resume() }
    }
  }

  private func leave(_ task: Int?) {
    let next = state.withLock { state in
      state.holders.removeAll { $0 == task }
      guard state.waiters.isEmpty else { return state.waiters.removeFirst() as Optional }
      state.free += 1
      return nil
    }
    next?.resume()
  }
}

extension StoreError {
  fileprivate static let nested = StoreError(
    .unsupported,
    "a read or write was begun inside of another one of the same store, and would wait for itself; "
      + "use the reader or the transaction at hand")
}

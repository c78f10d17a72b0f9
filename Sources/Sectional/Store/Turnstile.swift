/// Lets one task through at a time, in the order they came.
package final class Turnstile: Sendable {
  private struct State {
    var isTaken = false
    /// The task that is inside, so that one that would wait for itself is told.
    var holder: Int?
    var waiters: [CheckedContinuation<Void, Never>] = []
  }

  // State: guarded by its lock; a waiter is resumed after it is released.
  private let state = Guarded(State())

  package init() {}

  /// Waits for the tasks before, runs a body, and lets the next one through.
  ///
  /// - Throws: ``StoreError`` with code `unsupported` when the task is inside already, and what the body throws.
  package func pass<Output>(_ body: () async throws -> Output) async throws -> Output {
    let task = Turnstile.currentTask
    guard task == nil || state.withLock({ $0.holder }) != task else { throw StoreError.nested }
    await enter()
    state.withLock { $0.holder = task }
    defer { leave() }
    return try await body()
  }

  /// Tells tasks apart; nothing outside of one.
  private static var currentTask: Int? {
    unsafe withUnsafeCurrentTask { task in unsafe task?.hashValue }
  }

  private func enter() async {
    await withCheckedContinuation { continuation in
      let mayEnter = state.withLock { state in
        guard state.isTaken else {
          state.isTaken = true
          return true
        }
        state.waiters.append(continuation)
        return false
      }
      if mayEnter { continuation.resume() }
    }
  }

  private func leave() {
    let next = state.withLock { state in
      state.holder = nil
      guard state.waiters.isEmpty else { return state.waiters.removeFirst() as Optional }
      state.isTaken = false
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

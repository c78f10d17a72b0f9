/// Lets one task through at a time, in the order they came.
package final class Turnstile: Sendable {
  private struct State {
    var isTaken = false
    var waiters: [CheckedContinuation<Void, Never>] = []
  }

  // State: guarded by its lock; a waiter is resumed after it is released.
  private let state = Guarded(State())

  package init() {}

  /// Waits for the tasks before, runs a body, and lets the next one through.
  package func pass<Output>(_ body: () async throws -> Output) async rethrows -> Output {
    await enter()
    defer { leave() }
    return try await body()
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
      guard state.waiters.isEmpty else { return state.waiters.removeFirst() as Optional }
      state.isTaken = false
      return nil
    }
    next?.resume()
  }
}

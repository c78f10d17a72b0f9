import Dispatch

/// Wakes one task that waits, at once or after a time.
package final class WakeSignal: Sendable {
  private struct State {
    var isSignaled = false
    /// Numbers the waits, so that the end of one that is over wakes nobody.
    var wait = 0
    var waiter: CheckedContinuation<Void, Never>?
  }

  // State: guarded by its lock; the waiter is resumed after it is released.
  private let state = Locked(State())

  package init() {}

  /// Ends the wait, or the next one before it begins.
  package func signal() {
    wake { state in
      state.isSignaled = true
      return true
    }
  }

  /// Waits until it is signaled, or some time is over, or the task is cancelled.
  ///
  /// - Returns: Whether it was signaled.
  package func wait(atMost duration: Duration) async -> Bool {
    let number = state.withLock { state in
      state.wait += 1
      return state.wait
    }
    DispatchQueue.global().asyncAfter(deadline: .now() + .nanoseconds(duration.nanoseconds)) {
      [weak self] in self?.wake { $0.wait == number }
    }
    await withTaskCancellationHandler {
      await withCheckedContinuation { continuation in
        let isOver = state.withLock { state in
          guard !state.isSignaled, !Task.isCancelled, state.wait == number else { return true }
          state.waiter = continuation
          return false
        }
        if isOver { continuation.resume() }
      }
    } onCancel: {
      wake { _ in true }
    }
    return state.withLock { state in
      defer { state.isSignaled = false }
      return state.isSignaled
    }
  }

  /// Resumes the waiter where a condition holds; the wait is over then, also when it has not begun.
  private func wake(where condition: (inout State) -> Bool) {
    let waiter = state.withLock { state -> CheckedContinuation<Void, Never>? in
      guard condition(&state) else { return nil }
      state.wait += 1
      defer { state.waiter = nil }
      return state.waiter
    }
    waiter?.resume()
  }
}

extension Duration {
  fileprivate var nanoseconds: Int {
    Int(min(self / .nanoseconds(1), 1e18))
  }
}

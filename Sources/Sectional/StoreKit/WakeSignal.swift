import Dispatch

/// Wakes one waiting task, immediately or after a time limit.
public final class WakeSignal: Sendable {
  private struct State {
    var isSignaled = false
    /// The number of the current wait, so that the time limit of an earlier one has no effect.
    var wait = 0
    var waiter: CheckedContinuation<Void, Never>?
  }

  // State: guarded by its lock. The waiter is resumed after the lock is released.
  private let state = Locked(State())

  /// Creates a signal that hasn't been given.
  public init() {}

  /// Ends the current wait, or the next one before it begins.
  public func signal() {
    wake { state in
      state.isSignaled = true
      return true
    }
  }

  /// Waits until the signal is given, a time limit expires, or the task is cancelled.
  ///
  /// - Returns: Whether the signal was given.
  public func wait(atMost duration: Duration) async -> Bool {
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

  /// Resumes the waiter if a condition holds; the wait is then over, even if it hasn't begun.
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

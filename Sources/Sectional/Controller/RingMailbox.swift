import Synchronization

/// Remembers that a doorbell rang until somebody asks.
final class RingMailbox: Sendable {
  private struct State {
    var hasRung = false
    var waiter: CheckedContinuation<Void, Never>?

    mutating func takeWaiter() -> CheckedContinuation<Void, Never>? {
      defer { waiter = nil }
      return waiter
    }
  }

  // State: guarded by the mutex; the waiter is resumed after it is released. There is one waiter, the pipeline.
  private let state = Mutex(State())

  /// Notes a ring; any number of them before the next wait is one.
  func ring() {
    let waiter = state.withLock { state in
      state.hasRung = true
      return state.takeWaiter()
    }
    waiter?.resume()
  }

  /// Waits until the doorbell has rung since the last wait, or the task is cancelled.
  func wait() async {
    await withTaskCancellationHandler {
      await withCheckedContinuation { continuation in
        let isReady = state.withLock { state in
          guard !state.hasRung && !Task.isCancelled else { return true }
          state.waiter = continuation
          return false
        }
        if isReady { continuation.resume() }
      }
    } onCancel: {
      state.withLock { $0.takeWaiter() }?.resume()
    }
    state.withLock { $0.hasRung = false }
  }
}

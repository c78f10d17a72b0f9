/// Remembers that a doorbell rang until the ring is handled.
final class RingSignal: Sendable {
  /// Why a wait ended.
  enum Message: Sendable {
    /// The doorbell rang.
    case rang
    /// The change source failed.
    case failed(StoreError)
    /// The pipeline was closed, or its task was cancelled.
    case closed
  }

  private struct State {
    var hasRung = false
    var failure: StoreError?
    var isClosed = false
    var waiter: CheckedContinuation<Void, Never>?

    var isReady: Bool { hasRung || failure != nil || isClosed }

    mutating func takeWaiter() -> CheckedContinuation<Void, Never>? {
      defer { waiter = nil }
      return waiter
    }

    mutating func takeMessage() -> Message {
      if isClosed { return .closed }
      defer { failure = nil }
      if let failure { return .failed(failure) }
      hasRung = false
      return .rang
    }
  }

  // State: guarded by its lock. The waiter is resumed after the lock is released. The pipeline is the only waiter.
  private let state = Locked(State())

  /// Notes a ring; all rings before the next wait count as one.
  func ring() { note { $0.hasRung = true } }

  /// Notes that the change source failed.
  func fail(_ error: StoreError) { note { $0.failure = error } }

  /// Ends this wait and every later one.
  func close() { note { $0.isClosed = true } }

  /// Resumes a continuation when there is a message, which the waiter then gets from ``message``.
  ///
  /// The continuation belongs to the waiter, so that the waiter resumes on its actor's executor.
  func wait(_ continuation: CheckedContinuation<Void, Never>) {
    let isReady = state.withLock { state in
      guard !state.isReady && !Task.isCancelled else { return true }
      state.waiter = continuation
      return false
    }
    if isReady { continuation.resume() }
  }

  /// Ends the wait of a task that was cancelled.
  func cancelWait() { note { _ in } }

  /// The reason the wait ended.
  var message: Message { Task.isCancelled ? .closed : state.withLock { $0.takeMessage() } }

  private func note(_ change: (inout State) -> Void) {
    let waiter = state.withLock { state in
      change(&state)
      return state.takeWaiter()
    }
    waiter?.resume()
  }
}

/// Lets a limited number of tasks through at a time, in the order they arrive; a task that is cancelled while it
/// waits gives up.
package final class AsyncSemaphore: Sendable {
  /// A waiting task; its continuation receives whether it may enter.
  private struct Waiter {
    let number: Int
    let continuation: CheckedContinuation<Bool, Never>
  }

  private struct State {
    var free: Int
    /// The tasks that hold a permit, so that a task that would wait for itself gets an error instead.
    var holders: [Int] = []
    var waiters: [Waiter] = []
    var numbers = 0
  }

  // State: guarded by its lock. A waiter is resumed after the lock is released.
  private let state: Locked<State>

  /// Creates a semaphore that lets `width` tasks through at a time.
  package init(width: Int = 1) { state = Locked(State(free: width)) }

  /// Waits for a permit, runs a body, and passes the permit on to the next task.
  ///
  /// - Throws: ``StoreError`` with code `unsupported` if the task already holds a permit, ``StoreError`` with code
  ///   `cancelled` if the task was cancelled while it waited, and any error the body throws.
  package func withPermit<Output>(_ body: () async throws -> Output) async throws -> Output {
    let task = AsyncSemaphore.currentTask
    if let task {
      guard state.withLock({ !$0.holders.contains(task) }) else { throw StoreError.nested }
    }
    try await enter()
    if let task { state.withLock { $0.holders.append(task) } }
    defer { leave(task) }
    return try await body()
  }

  /// An identifier of the current task, or `nil` outside a task.
  private static var currentTask: Int? {
    unsafe withUnsafeCurrentTask { task in unsafe task?.hashValue }
  }

  private func enter() async throws(StoreError) {
    let number = state.withLock { state in
      state.numbers += 1
      return state.numbers
    }
    let mayEnter = await withTaskCancellationHandler {
      await withCheckedContinuation { continuation in
        guard let answer = answer(to: Waiter(number: number, continuation: continuation)) else {
          return
        }
        continuation.resume(returning: answer)
      }
    } onCancel: {
      giveUp(number)
    }
    guard mayEnter else { throw StoreError(.cancelled, "the work was cancelled before its turn") }
  }

  /// Returns `true` if a task may enter at once and `false` if it was cancelled; otherwise adds it to the waiters and
  /// returns `nil`.
  private func answer(to waiter: Waiter) -> Bool? {
    state.withLock { state in
      guard state.free == 0 else {
        state.free -= 1
        return true
      }
      // If the task is cancelled after this check, `giveUp` finds it among the waiters.
      guard !Task.isCancelled else { return false }
      state.waiters.append(waiter)
      return nil
    }
  }

  private func giveUp(_ number: Int) {
    let waiter = state.withLock { state in
      state.waiters.firstIndex { $0.number == number }.map { state.waiters.remove(at: $0) }
    }
    waiter?.continuation.resume(returning: false)
  }

  private func leave(_ task: Int?) {
    let next = state.withLock { state in
      state.holders.removeAll { $0 == task }
      guard state.waiters.isEmpty else { return state.waiters.removeFirst() as Optional }
      state.free += 1
      return nil
    }
    next?.continuation.resume(returning: true)
  }
}

extension StoreError {
  fileprivate static let nested = StoreError(
    .unsupported,
    "a read or write was started inside another one on the same store, and would wait for itself; "
      + "use the current reader or transaction")
}

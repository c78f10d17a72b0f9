/// Lets one task through at a time, or a few, in the order they came; who is cancelled while it waits goes away.
package final class AsyncSemaphore: Sendable {
  /// A task that waits; it is told whether it may enter.
  private struct Waiter {
    let number: Int
    let continuation: CheckedContinuation<Bool, Never>
  }

  private struct State {
    var free: Int
    /// The tasks that are inside, so that one that would wait for itself is told.
    var holders: [Int] = []
    var waiters: [Waiter] = []
    var numbers = 0
  }

  // State: guarded by its lock; a waiter is resumed after it is released.
  private let state: Locked<State>

  /// Makes a semaphore with room for so many tasks at a time.
  package init(width: Int = 1) { state = Locked(State(free: width)) }

  /// Waits for the tasks before, runs a body, and lets the next one through.
  ///
  /// - Throws: ``StoreError`` with code `unsupported` when the task is inside already, `cancelled` when it was cancelled
  ///   while it waited, and what the body throws.
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

  /// Tells tasks apart; nothing outside of one.
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

  /// Tells whether a task may enter at once, or not any more; else it waits.
  private func answer(to waiter: Waiter) -> Bool? {
    state.withLock { state in
      guard state.free == 0 else {
        state.free -= 1
        return true
      }
      // Who is cancelled after this is found among the waiters.
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
    "a read or write was begun inside of another one of the same store, and would wait for itself; "
      + "use the reader or the transaction at hand")
}

/// The callers that wait until a step of the pipeline has been delivered.
struct StepWaiters {
  typealias Caller = CheckedContinuation<StoreError?, Never>

  private struct Waiter {
    let step: Int
    let caller: Caller
  }

  private var finishedStep = 0
  private var waiters: [Waiter] = []

  /// Returns whether a step has been delivered.
  func isFinished(_ step: Int) -> Bool { step <= finishedStep }

  /// Adds a caller that is to be resumed when a step has been delivered.
  mutating func add(_ caller: Caller, until step: Int) {
    waiters.append(Waiter(step: step, caller: caller))
  }

  /// Records that a step has been delivered.
  ///
  /// - Returns: The callers that wait for it, to be resumed.
  mutating func finish(_ step: Int) -> [Caller] {
    finishedStep = max(finishedStep, step)
    defer { waiters.removeAll { $0.step <= step } }
    return waiters.filter { $0.step <= step }.map(\.caller)
  }

  /// Begins with the steps of another pipeline, or of none.
  ///
  /// - Returns: All callers that wait, to be resumed.
  mutating func restart() -> [Caller] {
    finishedStep = 0
    defer { waiters = [] }
    return waiters.map(\.caller)
  }
}

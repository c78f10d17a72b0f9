/// The callers that wait until a step of the pipeline has been delivered.
struct StepWaiters {
  typealias Caller = CheckedContinuation<StoreError?, Never>

  private struct Waiter {
    let step: Int
    let caller: Caller
  }

  /// The most failures that are remembered.
  private static let mostFailures = 16

  private var finishedStep = 0
  /// Whether nothing more will be delivered.
  private var haveEnded = false
  private var waiters: [Waiter] = []
  /// The latest steps that failed, of which a caller may learn when the list has recovered already.
  private var failures: [(step: Int, error: StoreError)] = []

  /// Returns whether a step has been delivered.
  func isFinished(_ step: Int) -> Bool { haveEnded || step <= finishedStep }

  /// Returns why a step failed; `nil` if it succeeded, or failed long ago.
  func failure(of step: Int) -> StoreError? { failures.last { $0.step == step }?.error }

  /// Adds a caller that is to be resumed when a step has been delivered.
  mutating func add(_ caller: Caller, until step: Int) {
    waiters.append(Waiter(step: step, caller: caller))
  }

  /// Records that a step has been delivered, or that it failed.
  ///
  /// - Returns: The callers that wait for it, to be resumed.
  mutating func finish(_ step: Int, with error: StoreError? = nil) -> [Caller] {
    finishedStep = max(finishedStep, step)
    if let error { failures = failures.suffix(StepWaiters.mostFailures - 1) + [(step, error)] }
    defer { waiters.removeAll { $0.step <= step } }
    return waiters.filter { $0.step <= step }.map(\.caller)
  }

  /// Records that the pipeline delivers nothing more, because everything is loaded.
  ///
  /// - Returns: All callers that wait, to be resumed.
  mutating func end() -> [Caller] {
    haveEnded = true
    defer { waiters = [] }
    return waiters.map(\.caller)
  }

  /// Begins with the steps of another pipeline, or of none.
  ///
  /// - Returns: All callers that wait, to be resumed.
  mutating func restart() -> [Caller] {
    defer { self = StepWaiters() }
    return waiters.map(\.caller)
  }
}

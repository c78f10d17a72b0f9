extension ResultsController {
  /// Waits until the list shows everything that was committed before the call; if the list isn't following its store,
  /// fetches.
  ///
  /// A list that follows its store needs this method only if the caller must know that the results are up to date,
  /// for example for pull-to-refresh or in a test. A paused list is brought up to date once, and stays paused.
  ///
  /// - Throws: ``StoreError`` if the store can't be read; the results stay as they were.
  public func refresh(isolation: isolated any Actor = #isolation) async throws(StoreError) {
    guard pipeline != nil, tracksChanges else {
      return try await performFetch(isolation: isolation)
    }
    try await look(loading: WantedRows(), isolation: isolation)
  }

  /// Waits until the list shows what another look at the store finds.
  ///
  /// - Parameters:
  ///   - wanted: The rows whose contents are to be loaded.
  ///   - isolation: The owner's actor.
  /// - Throws: ``StoreError`` if the store can't be read, or the list was stopped.
  func look(
    loading wanted: WantedRows, isolation: isolated any Actor
  ) async throws(StoreError) {
    demands += 1
    defer { demands -= 1 }
    while let pipeline {
      let following = generation
      let step = await pipeline.demand(loading: wanted)
      var error = status.error
      if generation == following, finishedStep < step {
        error = await withCheckedContinuation {
          waiters.append(StepWaiter(step: step, continuation: $0))
        }
      }
      // A pipeline that took over in the meantime may have read too early.
      guard generation == following else { continue }
      if let error { throw error }
      return
    }
    throw StoreError(.cancelled, "the list was stopped")
  }

  /// Resumes the callers that wait for a step of the pipeline, or all of them if `step` is `nil` because the pipeline
  /// was replaced or stopped.
  ///
  /// - Parameters:
  ///   - step: The number of the step.
  ///   - error: Why the step failed, if it did.
  func finish(_ step: Int?, _ error: StoreError? = nil) {
    finishedStep = step ?? 0
    let ready = waiters.filter { step == nil || $0.step <= finishedStep }
    waiters.removeAll { step == nil || $0.step <= finishedStep }
    for waiter in ready { waiter.continuation.resume(returning: error) }
  }
}

/// A caller that waits until a step of the pipeline has been delivered.
struct StepWaiter {
  let step: Int
  let continuation: CheckedContinuation<StoreError?, Never>
}

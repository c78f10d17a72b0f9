extension ResultsController {
  /// Waits until the list shows everything that was committed before the call; fetches where it isn't following.
  ///
  /// A list that follows its store needs this only where somebody wants to know that it is as new as can be: after
  /// pulling to refresh, or in a test.
  ///
  /// - Throws: ``StoreError`` when the store can't be read; the results stay as they were.
  public func refresh(isolation: isolated any Actor = #isolation) async throws(StoreError) {
    guard pipeline != nil, tracksChanges else {
      return try await performFetch(isolation: isolation)
    }
    while let pipeline {
      let following = generation
      let step = await pipeline.ring()
      if generation == following, finishedStep < step {
        await withCheckedContinuation { waiters.append(StepWaiter(step: step, continuation: $0)) }
      }
      // A pipeline that took over meanwhile may have read too early.
      guard generation == following else { continue }
      if let error = status.error { throw error }
      return
    }
    throw StoreError(.cancelled, "the list was stopped")
  }

  /// Lets those go on who wait for a step of the pipeline, or for a pipeline that is replaced.
  func finish(_ step: Int?) {
    finishedStep = step ?? 0
    let ready = waiters.filter { step == nil || $0.step <= finishedStep }
    waiters.removeAll { step == nil || $0.step <= finishedStep }
    for waiter in ready { waiter.continuation.resume() }
  }
}

/// Somebody who waits until a step of the pipeline has been told.
struct StepWaiter {
  let step: Int
  let continuation: CheckedContinuation<Void, Never>
}

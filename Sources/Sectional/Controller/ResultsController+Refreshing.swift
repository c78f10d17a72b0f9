extension ResultsController {
  /// Waits until the list shows everything that was committed before the call; if the list isn't following its store,
  /// fetches.
  ///
  /// A list that follows its store needs this method only if the caller must know that the results are up to date,
  /// for example for pull-to-refresh or in a test. A paused list is brought up to date once, and stays paused.
  ///
  /// - Throws: ``StoreError`` if the store can't be read; the results stay as they were.
  public func refresh(isolation: isolated any Actor = #isolation) async throws(StoreError) {
    guard fetches.pipeline != nil, tracksChanges else {
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
    held.demands += 1
    defer { held.demands -= 1 }
    while let pipeline = fetches.pipeline {
      let fetch = fetches.followed
      let step = await pipeline.demand(loading: wanted)
      // The list may have recovered before this caller goes on.
      var error = fetches.steps.failure(of: step) ?? status.error
      if fetches.followed == fetch, !fetches.steps.isFinished(step) {
        error = await withCheckedContinuation { fetches.steps.add($0, until: step) }
      }
      // A pipeline that took over in the meantime may have read too early; its list begins where it likes.
      guard fetches.followed == fetch else {
        if wanted.movesStart, fetches.pipeline != nil { return }
        continue
      }
      if let error { throw error }
      return
    }
    throw StoreError(.cancelled, "the list was stopped")
  }

  /// Resumes all that wait for steps of a fetch which delivers nothing more.
  func endSteps(of fetch: ResultsFetch) {
    guard fetches.followed == fetch.number else { return }
    resume(fetches.steps.end())
  }

  /// Resumes callers that waited for a step, with the error if it failed.
  func resume(_ callers: [StepWaiters.Caller], with error: StoreError? = nil) {
    for caller in callers { caller.resume(returning: error) }
  }
}

extension ResultsController {
  /// Whether deliveries are held back; see ``pause()``.
  public var isPaused: Bool { held.isPaused }

  /// Holds deliveries back, for example while a view isn't visible or the user drags a row.
  ///
  /// The results stay as they are. What waits for the list still brings it up to date: ``refresh(isolation:)``,
  /// ``loadRows(at:isolation:)``, ``loadEarlier(_:isolation:)`` and the like. Rows that are requested otherwise, by
  /// ``row(ifLoaded:)`` or ``prefetchRows(at:)``, are read, and shown after ``resume()``. The list stays paused when it fetches again.
  public func pause() { pause(true) }

  /// Stops holding deliveries back: everything that was committed in the meantime arrives as one change.
  public func resume() { pause(false) }

  private func pause(_ pauses: Bool) {
    guard isPaused != pauses else { return }
    held.isPaused = pauses
    fetches.pipeline?.pause(pauses)
  }
}

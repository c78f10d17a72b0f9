extension ResultsController {
  /// Creates a new pipeline, and follows it once its first rows are available.
  func open(
    _ query: GroupedRequest<Record>, _ stage: FetchStage = .contents, tellsDifferences: Bool
  ) async throws(StoreError) -> ResultsFetch {
    guard !Task.isCancelled else { throw StoreError(.cancelled, "the fetch was cancelled") }
    let number = fetches.begin()
    var pipeline: (any ErasedPipeline)?
    setStatus(.loading)
    do throws(StoreError) {
      if let problem = results.indexTitle.problem { throw problem.about(.indexTitle) }
      let newPipeline = try source.pipeline(
        of: query, options, after: .init(pipeline: fetches.pipeline, lendsRows: tellsDifferences))
      pipeline = newPipeline
      // What people look at stays loaded.
      if query.request.fetchBatchSize > 0, let old = fetches.pipeline {
        var wanted = WantedRows()
        wanted.keys = await old.rowsWithContents()
        newPipeline.load(wanted)
      }
      // The fetch that took over meanwhile must not be cancelled by this one.
      guard number == fetches.newest else { throw .superseded }
      var delivery = try await opened(newPipeline, stage)
      let tellsDifferences = tellsDifferences && results.isLoaded
      if tellsDifferences {
        delivery.changes = await differences(to: newPipeline, of: number)
        // These are of another pipeline.
        delivery.rowChanges = nil
      }
      guard number == fetches.newest else { throw .superseded }
      guard !Task.isCancelled else { throw StoreError(.cancelled, "the fetch was cancelled") }
      let oldPipeline = fetches.pipeline
      take(newPipeline, number, query)
      if tellsDifferences { deliver(delivery) } else { begin(with: delivery) }
      // Not earlier: abandoning the pipeline releases the rows that were shown, and the pipeline must be the last to
      // release them.
      oldPipeline?.abandon()
      // A delegate may have stopped the list or fetched again.
      if number == fetches.newest, results.isLoaded { setStatus(.current) }
      return ResultsFetch(
        pipeline: newPipeline, number: number, isLoaded: delivery.list.isLoaded)
    } catch {
      pipeline?.abandon()
      guard number == fetches.newest else { throw .superseded }
      releaseFollowed()
      settle(after: error)
      throw error
    }
  }

  /// Opens a pipeline, unless a newer fetch or the caller's task cancels it, which ends its read of the store too.
  private func opened(
    _ pipeline: any ErasedPipeline, _ stage: FetchStage
  ) async throws(StoreError) -> ResultsDelivery {
    fetches.opening?.cancel()
    let task = Task { try await pipeline.open(stage) }
    fetches.opening = task
    let result = await withTaskCancellationHandler {
      await task.result
    } onCancel: {
      task.cancel()
    }
    if fetches.opening == task { fetches.opening = nil }
    do { return try result.get() } catch { throw StoreError(wrapping: error) }
  }

  /// Returns to the status before the fetch, or becomes stale if nothing else would report the fetch's failure.
  private func settle(after error: StoreError) {
    let isFollowing = fetches.pipeline != nil && tracksChanges
    let before = results.isLoaded ? fetches.settledStatus : .loading
    setStatus(isFollowing || error.code == .cancelled ? before : .stale(error))
  }

  /// Computes the changes that lead from what is shown to what a pipeline has read.
  ///
  /// What is shown may change in the meantime. If it keeps changing, the pipeline that another one is to replace has to wait.
  ///
  /// - Parameters:
  ///   - pipeline: The pipeline.
  ///   - number: The number of the fetch that is to follow it, or `nil` if it is followed already.
  /// - Returns: The changes, or none if a newer fetch has taken over.
  func differences(to pipeline: any ErasedPipeline, of number: Int? = nil) async -> RowListDiff {
    var tries = 0
    while number.map({ $0 == fetches.newest }) ?? true {
      let (seen, list) = (delivered.count, results.list)
      let changes = await pipeline.changes(from: list)
      if delivered.count == seen, results.list.display == list.display { return changes }
      tries += 1
      if number != nil, tries == 2 {
        fetches.isFollowedHeld = true
        fetches.pipeline?.pause(true)
      }
    }
    return RowListDiff()
  }

  /// Goes on with the list that is followed, because no other one takes over.
  private func releaseFollowed() {
    guard fetches.isFollowedHeld else { return }
    fetches.isFollowedHeld = false
    if !isPaused { fetches.pipeline?.pause(false) }
  }

  /// Follows a pipeline in place of the one before.
  private func take(
    _ pipeline: any ErasedPipeline, _ number: Int, _ query: GroupedRequest<Record>
  ) {
    if isPaused { pipeline.pause(true) }
    held.forget()
    let asked = requested.forget()
    // The pipeline before may not deliver them any longer.
    if query.request.fetchBatchSize > 0, !asked.isEmpty {
      pipeline.load(WantedRows(keys: Array(asked)))
    }
    // Its file would replace that of the new list.
    fetches.ending?.abandon()
    resume(fetches.follow(pipeline, of: number))
    self.query = query
  }

  /// Fetches while the caller's thread waits.
  func fetchAtOnce(on owner: isolated any Actor) throws(StoreError) {
    if let problem = results.indexTitle.problem { throw problem.about(.indexTitle) }
    let number = fetches.begin()
    let (pipeline, delivery) = try source.openAtOnce(query, options)
    take(pipeline, number, query)
    begin(with: delivery)
    setStatus(.current)
    follow(ResultsFetch(pipeline: pipeline, number: number, isLoaded: true), on: owner)
  }
}

extension StoreError {
  fileprivate static let superseded = StoreError(
    .cancelled, "a newer fetch replaced this one, or the list was stopped")
}

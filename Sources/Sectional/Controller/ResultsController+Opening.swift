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
      var delivery = try await opened(newPipeline, stage)
      let tellsDifferences = tellsDifferences && results.isLoaded
      if tellsDifferences {
        delivery.changes = await differences(to: newPipeline)
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

  /// Computes the changes that lead from what is shown to what a pipeline has read; what is shown may change in the
  /// meantime.
  func differences(to pipeline: any ErasedPipeline) async -> RowListDiff {
    while true {
      let (seen, list) = (delivered.count, results.list)
      let changes = await pipeline.changes(from: list)
      if delivered.count == seen, results.list.display == list.display { return changes }
    }
  }

  /// Follows a pipeline in place of the one before.
  private func take(
    _ pipeline: any ErasedPipeline, _ number: Int, _ query: GroupedRequest<Record>
  ) {
    if isPaused { pipeline.pause(true) }
    held.forget()
    requested.forget()
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

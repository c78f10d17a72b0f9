extension ResultsController {
  /// Creates a new pipeline, and follows it once its first rows are available.
  func open(
    _ request: ResultsRequest<Record>, _ section: SectionKey<Record>?,
    _ stage: FetchStage = .contents, tellsDifferences: Bool
  ) async throws(StoreError) -> ResultsFetch {
    guard !Task.isCancelled else { throw StoreError(.cancelled, "the fetch was cancelled") }
    newestFetch += 1
    let number = newestFetch
    var pipeline: (any ErasedPipeline)?
    setStatus(.loading)
    do throws(StoreError) {
      if let problem = results.indexTitle.problem { throw problem.about(.indexTitle) }
      let newPipeline = try source.pipeline(
        of: request, sectionBy: section, pipelineOptions,
        after: tellsDifferences ? self.pipeline : nil)
      pipeline = newPipeline
      // What people look at stays loaded.
      if request.fetchBatchSize > 0, let old = self.pipeline {
        var wanted = WantedRows()
        wanted.keys = await old.rowsWithContents()
        newPipeline.load(wanted)
      }
      var delivery = try await opened(newPipeline, stage)
      let tellsDifferences = tellsDifferences && results.isLoaded
      if tellsDifferences { delivery.changes = await differences(to: newPipeline) }
      guard number == newestFetch else { throw .superseded }
      guard !Task.isCancelled else { throw StoreError(.cancelled, "the fetch was cancelled") }
      let oldPipeline = self.pipeline
      take(newPipeline, number, request, section)
      if tellsDifferences { deliver(delivery) } else { begin(with: delivery) }
      // Not earlier: abandoning the pipeline releases the rows that were shown, and the pipeline must be the last to
      // release them.
      oldPipeline?.abandon()
      // A delegate may have stopped the list or fetched again.
      if number == newestFetch, results.isLoaded { setStatus(.current) }
      return ResultsFetch(
        pipeline: newPipeline, number: number, isLoaded: delivery.list.isLoaded)
    } catch {
      pipeline?.abandon()
      guard number == newestFetch else { throw .superseded }
      settle(after: error)
      throw error
    }
  }

  /// Opens a pipeline, unless a newer fetch or the caller's task cancels it, which ends its read of the store too.
  private func opened(
    _ pipeline: any ErasedPipeline, _ stage: FetchStage
  ) async throws(StoreError) -> ResultsDelivery {
    opening?.cancel()
    let task = Task { [tracksChanges] in
      try await pipeline.open(stage, listening: tracksChanges)
    }
    opening = task
    let result = await withTaskCancellationHandler {
      await task.result
    } onCancel: {
      task.cancel()
    }
    if opening == task { opening = nil }
    do { return try result.get() } catch { throw StoreError(wrapping: error) }
  }

  /// Returns to the status before the fetch, or becomes stale if nothing else would report the fetch's failure.
  private func settle(after error: StoreError) {
    let isFollowing = self.pipeline != nil && tracksChanges
    let before = results.isLoaded ? settledStatus : .loading
    setStatus(isFollowing || error.code == .cancelled ? before : .stale(error))
  }

  /// Computes the changes that lead from what is shown to what a pipeline has read; what is shown may change in the
  /// meantime.
  private func differences(to pipeline: any ErasedPipeline) async -> RowListDiff {
    while true {
      let seen = deliveries
      let changes = await pipeline.changes(from: results.list)
      if deliveries == seen { return changes }
    }
  }

  func take(
    _ pipeline: any ErasedPipeline, _ number: Int, _ request: ResultsRequest<Record>,
    _ section: SectionKey<Record>?
  ) {
    self.pipeline = pipeline
    if isPaused { pipeline.pause(true) }
    (isBehind, tagsBehind, loadedBehind) = (false, .empty, [])
    (requestedRows, requestedBlocks) = ([], [])
    // Its file would replace that of the new list.
    endingPipeline?.abandon()
    endingPipeline = nil
    generation = number
    finish(nil)
    fetchRequest = request
    sectionBy = section
  }
}

/// A fetch that succeeded, whose pipeline has more to deliver.
struct ResultsFetch: Sendable {
  let pipeline: any ErasedPipeline
  let number: Int
  /// Whether the contents of the rows are already loaded.
  let isLoaded: Bool
}

extension StoreError {
  fileprivate static let superseded = StoreError(
    .cancelled, "a newer fetch replaced this one, or the list was stopped")
}

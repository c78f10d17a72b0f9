extension ResultsController {
  /// Fetches the rows and follows their changes from then on, on the caller's actor.
  ///
  /// Fetching again starts afresh: the results are replaced without a change set. Until it has succeeded, the list
  /// goes on as it did.
  ///
  /// A fetch of the sections returns as soon as a section cache has shown them: names, counts, index titles and keys are
  /// there, ``row(ifLoaded:)`` is nothing, and ``status`` stays `loading`. When the contents are there too, the results are
  /// replaced as by another fetch, the snapshot delegate hears of them, and every delegate of the status `current`: a list
  /// view reloads its data then. Where the cache can't prove its sections, everything is there when the fetch returns.
  ///
  /// - Parameters:
  ///   - extent: How much is to be there when it returns.
  ///   - isolation: The owner's actor.
  /// - Throws: ``StoreError`` when the store can't be read, or with code `cancelled` when the task was, or a newer fetch
  ///   took over; the results stay as they were.
  public func performFetch(
    _ extent: FetchExtent = .contents, isolation: isolated any Actor = #isolation
  ) async throws(StoreError) {
    let fetch = try await open(fetchRequest, sectionBy, extent, tellsDifferences: false)
    follow(fetch, on: isolation)
  }

  /// Shows another request in the same sections, and tells the differences as a change.
  ///
  /// - Throws: ``StoreError`` when the store can't be read; the list then goes on with the request it had. With code
  ///   `cancelled` when the task was cancelled or a newer request took over, which is nothing to tell a person.
  public func setRequest(
    _ fetchRequest: ResultsRequest<Record>, isolation: isolated any Actor = #isolation
  ) async throws(StoreError) {
    try await setRequest(fetchRequest, sectionBy: sectionBy, isolation: isolation)
  }

  /// Shows another request in other sections, and tells the differences as a change.
  ///
  /// Rows are the same when their keys are; sections only where both groupings are alike.
  ///
  /// - Throws: ``StoreError`` when the store can't be read; the list then goes on with the request it had.
  public func setRequest(
    _ fetchRequest: ResultsRequest<Record>, sectionBy section: SectionKey<Record>?,
    isolation: isolated any Actor = #isolation
  ) async throws(StoreError) {
    let fetch = try await open(fetchRequest, section, tellsDifferences: true)
    follow(fetch, on: isolation)
  }

  /// Fetches the rows and follows their changes until the task is cancelled, the list is stopped or fetched again.
  ///
  /// This is the form for an owner without an actor.
  ///
  /// - Throws: ``StoreError`` when the first fetch fails.
  public func run() async throws(StoreError) {
    let fetch = try await open(fetchRequest, sectionBy, tellsDifferences: false)
    guard tracksChanges else {
      await fetch.pipeline.end()
      return
    }
    while let event = await fetch.pipeline.next() {
      guard generation == fetch.number else { break }
      adopt(event)
    }
    if generation == fetch.number { stop() }
    await fetch.pipeline.end()
  }

  /// Stops following changes; the results stay as they are until the next fetch.
  ///
  /// A section cache is brought up to date meanwhile; ``close(isolation:)`` waits for that.
  public func stop() {
    newestFetch += 1
    generation = newestFetch
    pipeline?.close()
    // Nobody waits for the contents any more.
    if !results.isLoaded { pump?.cancel() }
    pump = nil
    if let pipeline, cacheName != nil { endingPipeline = pipeline }
    pipeline = nil
    finish(nil)
    setStatus(.idle)
  }

  /// Stops following changes, and returns when the section cache is up to date.
  ///
  /// What a list without a cache has to do is done at once.
  public func close(isolation: isolated any Actor = #isolation) async {
    stop()
    guard let ending = endingPipeline else { return }
    let stopped = generation
    let last = await ending.end()
    guard generation == stopped else { return }
    diagnostics = last
    endingPipeline = nil
  }

  private func follow(_ fetch: ResultsFetch, on owner: isolated any Actor) {
    let (pipeline, number) = (fetch.pipeline, fetch.number)
    guard tracksChanges || !fetch.isLoaded else {
      pipeline.close()
      Task { await pipeline.end() }
      return
    }
    let owned = IsolatedController(self, on: owner)
    let tracksChanges = tracksChanges
    pump = Task {
      while let event = await pipeline.next(), await owned.adopt(event, generation: number) {
        if !tracksChanges, case .delivered = event { break }
      }
      await pipeline.end()
    }
  }
}

extension ResultsController {
  /// Fetches the rows and follows their changes from then on, on the caller's actor.
  ///
  /// Fetching again starts over: the results are replaced without a changeset. Until the new fetch succeeds, the list
  /// continues as before.
  ///
  /// A fetch of the sections returns as soon as a section cache has supplied them: names, counts, index titles, keys
  /// and the first 50 rows are available, ``row(ifLoaded:)`` returns `nil` for other rows, and ``status`` stays `loading`. Once the contents are
  /// loaded too, the results are replaced as by another fetch, the snapshot delegate receives them, and every
  /// delegate receives the status `current`; a list view should reload its data then. If the cache can't prove that
  /// its sections are valid, everything is loaded when the fetch returns.
  ///
  /// - Parameters:
  ///   - stage: How much must be available when the method returns.
  ///   - isolation: The owner's actor.
  /// - Throws: ``StoreError`` if the store can't be read, or with code `cancelled` if the task was cancelled or a
  ///   newer fetch took over; the results stay as they were.
  public func performFetch(
    _ stage: FetchStage = .contents, isolation: isolated any Actor = #isolation
  ) async throws(StoreError) {
    let fetch = try await open(query, stage, tellsDifferences: false)
    follow(fetch, on: isolation)
  }

  /// Shows another request in the same sections, and reports the differences as a change.
  ///
  /// - Throws: ``StoreError`` if the store can't be read; the list then continues with its previous request. The code
  ///   is `cancelled` if the task was cancelled or a newer request took over, which need not be reported to the user.
  public func setRequest(
    _ fetchRequest: ResultsRequest<Record>, isolation: isolated any Actor = #isolation
  ) async throws(StoreError) {
    try await setRequest(fetchRequest, sectionBy: sectionBy, isolation: isolation)
  }

  /// Shows another request in other sections, and reports the differences as a change.
  ///
  /// Rows are the same if their keys are equal; sections are the same only if both groupings are alike.
  ///
  /// - Throws: ``StoreError`` if the store can't be read; the list then continues with its previous request.
  public func setRequest(
    _ fetchRequest: ResultsRequest<Record>, sectionBy section: SectionKey<Record>?,
    isolation: isolated any Actor = #isolation
  ) async throws(StoreError) {
    let fetch = try await open(
      GroupedRequest(request: fetchRequest, section: section), tellsDifferences: true)
    follow(fetch, on: isolation)
  }

  /// Fetches the rows and follows their changes until the task is cancelled, or the list is stopped or fetched again.
  ///
  /// Use this method if the owner isn't an actor.
  ///
  /// - Throws: ``StoreError`` if the first fetch fails.
  public func run() async throws(StoreError) {
    let fetch = try await open(query, tellsDifferences: false)
    guard tracksChanges || results.list.needsPipeline else {
      await fetch.pipeline.end()
      return
    }
    while let event = await fetch.pipeline.next() {
      guard await receive(event, of: fetch) else { break }
    }
    if fetches.followed == fetch.number { stop() }
    await fetch.pipeline.end()
  }

  /// Stops following changes; the results stay as they are until the next fetch.
  ///
  /// A section cache is brought up to date in the meantime; ``close(isolation:)`` waits for that.
  public func stop() {
    fetches.opening?.cancel()
    fetches.pipeline?.close()
    // Nobody is waiting for the contents any longer.
    if !results.isLoaded { fetches.pump?.cancel() }
    let waiting = withExtendedLifetime(fetches.pipeline) {
      fetches.stop(hasCache: options.cache != nil)
    }
    resume(waiting)
    setStatus(.idle)
  }

  /// Stops following changes, and returns when the section cache is up to date.
  ///
  /// If the list has no cache, the method returns at once.
  public func close(isolation: isolated any Actor = #isolation) async {
    stop()
    guard let ending = fetches.ending else { return }
    let stopped = fetches.followed
    let last = await ending.end()
    guard fetches.followed == stopped else { return }
    delivered.diagnostics = last
    fetches.forgetEnding()
  }

  func follow(_ fetch: ResultsFetch, on owner: isolated any Actor) {
    let pipeline = fetch.pipeline
    guard tracksChanges || !fetch.isLoaded || results.list.needsPipeline else {
      pipeline.close()
      Task { await pipeline.end() }
      return
    }
    let owned = IsolatedController(self, on: owner)
    let tracksChanges = tracksChanges
    fetches.pump = Task {
      while let event = await pipeline.next(), await owned.receive(event, of: fetch) {
        if !tracksChanges, await owned.ended(fetch) { break }
      }
      await pipeline.end()
    }
  }
}

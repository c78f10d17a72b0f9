extension ResultsController {
  /// Fetches the rows and follows their changes from then on, on the caller's actor.
  ///
  /// Fetching again starts afresh: the results are replaced without a change set. Until it has succeeded, the list
  /// goes on as it did.
  ///
  /// - Throws: ``StoreError`` when the store can't be read, or with code `cancelled` when the task was, or a newer fetch
  ///   took over; the results stay as they were.
  public func performFetch(isolation: isolated any Actor = #isolation) async throws(StoreError) {
    let fetch = try await open(fetchRequest, sectionBy, tellsDifferences: false)
    follow(fetch, on: isolation)
  }

  /// Shows another request in the same sections, and tells the differences as a change.
  ///
  /// - Throws: ``StoreError`` when the store can't be read; the list then goes on with the request it had.
  public func setRequest(
    _ fetchRequest: FetchRequest<Record>, isolation: isolated any Actor = #isolation
  ) async throws(StoreError) {
    try await setRequest(fetchRequest, sectionBy: sectionBy, isolation: isolation)
  }

  /// Shows another request in other sections, and tells the differences as a change.
  ///
  /// Rows are the same when their keys are; sections only where both groupings are alike.
  ///
  /// - Throws: ``StoreError`` when the store can't be read; the list then goes on with the request it had.
  public func setRequest(
    _ fetchRequest: FetchRequest<Record>, sectionBy section: SectionKey<Record>?,
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
    guard tracksChanges else { return }
    while let event = await fetch.feed.next() {
      guard generation == fetch.number else { return }
      adopt(event)
    }
    if generation == fetch.number { stop() }
  }

  /// Stops following changes; the results stay as they are until the next fetch.
  public func stop() {
    newestFetch += 1
    generation = newestFetch
    feed?.close()
    feed = nil
    setStatus(.idle)
  }

  private func follow(_ fetch: ResultsFetch, on owner: isolated any Actor) {
    guard tracksChanges else { return fetch.feed.close() }
    let owned = OwnedController(self, on: owner)
    Task {
      while let event = await fetch.feed.next() {
        guard await owned.adopt(event, generation: fetch.number) else { return }
      }
    }
  }

  /// Makes a new feed the one that is followed, once its first rows are there.
  private func open(
    _ request: FetchRequest<Record>, _ section: SectionKey<Record>?, tellsDifferences: Bool
  ) async throws(StoreError) -> ResultsFetch {
    newestFetch += 1
    let number = newestFetch
    var feed: (any ResultsFeed)?
    setStatus(.loading)
    do throws(StoreError) {
      let newFeed = try source.feed(of: request, sectionBy: section)
      feed = newFeed
      var delivery = try await newFeed.open(listening: tracksChanges)
      if tellsDifferences { delivery.changes = await differences(to: newFeed) }
      guard number == newestFetch else { throw .superseded }
      guard !Task.isCancelled else { throw StoreError(.cancelled, "the fetch was cancelled") }
      take(newFeed, number, request, section)
      if tellsDifferences { deliver(delivery) } else { begin(with: delivery) }
      setStatus(.current)
      return ResultsFetch(feed: newFeed, number: number)
    } catch {
      feed?.close()
      if number == newestFetch { settle(after: error) }
      throw error
    }
  }

  /// Returns to the status that a fetch found, unless nobody else would tell of its failure.
  private func settle(after error: StoreError) {
    let isFollowing = self.feed != nil && tracksChanges
    setStatus(isFollowing || error.code == .cancelled ? settledStatus : .stale(error))
  }

  /// Computes what leads from what is shown to what a feed has read; what is shown can change meanwhile.
  private func differences(to feed: any ResultsFeed) async -> RowListChanges {
    while true {
      let seen = deliveries
      let changes = await feed.changes(from: results.snapshot)
      if deliveries == seen { return changes }
    }
  }

  private func take(
    _ feed: any ResultsFeed, _ number: Int, _ request: FetchRequest<Record>,
    _ section: SectionKey<Record>?
  ) {
    self.feed?.close()
    self.feed = feed
    generation = number
    fetchRequest = request
    sectionBy = section
  }
}

/// A fetch that succeeded, whose feed has more to tell.
private struct ResultsFetch {
  let feed: any ResultsFeed
  let number: Int
}

extension StoreError {
  fileprivate static let superseded = StoreError(
    .cancelled, "a newer fetch of the same list replaced this one, or it was stopped")
}

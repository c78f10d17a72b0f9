extension ResultsController {
  /// Fetches the rows and follows their changes from then on, on the caller's actor.
  ///
  /// Fetching again starts afresh: the results are replaced without a change set. Until it has succeeded, the list
  /// goes on as it did.
  ///
  /// - Throws: ``StoreError`` when the store can't be read; the results stay as they were.
  public func performFetch(isolation: isolated any Actor = #isolation) async throws(StoreError) {
    let (feed, generation) = try await open()
    let owned = OwnedController(self, on: isolation)
    Task {
      while let event = await feed.next() {
        guard await owned.adopt(event, generation: generation) else { return }
      }
    }
  }

  /// Fetches the rows and follows their changes until the task is cancelled, the list is stopped or fetched again.
  ///
  /// This is the form for an owner without an actor.
  ///
  /// - Throws: ``StoreError`` when the first fetch fails.
  public func run() async throws(StoreError) {
    let (feed, generation) = try await open()
    while let event = await feed.next() {
      guard self.generation == generation else { return }
      adopt(event)
    }
    if self.generation == generation { stop() }
  }

  /// Stops following changes; the results stay as they are until the next fetch.
  public func stop() {
    newestFetch += 1
    generation = newestFetch
    feed?.close()
    feed = nil
    setStatus(.idle)
  }

  /// Makes a new feed the one that is followed, once its first rows are there.
  private func open() async throws(StoreError) -> (any ResultsFeed, Int) {
    newestFetch += 1
    let fetch = newestFetch
    setStatus(.loading)
    let feed = makeFeed()
    do throws(StoreError) {
      let delivery = try await feed.open()
      guard fetch == newestFetch else { throw StoreError.superseded }
      self.feed?.close()
      self.feed = feed
      generation = fetch
      hold(delivery)
      setStatus(.current)
      return (feed, fetch)
    } catch {
      feed.close()
      if fetch == newestFetch { setStatus(.stale(error)) }
      throw error
    }
  }
}

extension StoreError {
  fileprivate static let superseded = StoreError(
    .cancelled, "a newer fetch of the same list replaced this one, or it was stopped")
}

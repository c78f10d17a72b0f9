extension ResultsController {
  /// Fetches the rows and follows their changes from then on, on the caller's actor.
  ///
  /// Fetching again starts afresh: the results are replaced without a change set.
  ///
  /// - Throws: ``StoreError`` when the store can't be read; the results stay as they were.
  public func performFetch(isolation: isolated any Actor = #isolation) async throws(StoreError) {
    let (feed, generation) = try await open()
    pump = Task { [weak self] in
      // Naming the isolation here is what makes the task run on the owner's actor.
      _ = isolation
      while let event = await feed.next() {
        guard let self, self.generation == generation else { return }
        self.adopt(event)
      }
    }
  }

  /// Fetches the rows and follows their changes until the task is cancelled.
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
  }

  private func open() async throws(StoreError) -> (any ResultsFeed, Int) {
    pump?.cancel()
    generation += 1
    let opened = generation
    setStatus(.loading)
    let feed = makeFeed()
    do throws(StoreError) {
      let delivery = try await feed.open()
      guard opened == generation else { throw StoreError.superseded }
      hold(delivery)
      setStatus(.current)
      return (feed, opened)
    } catch {
      if opened == generation { setStatus(.stale(error)) }
      throw error
    }
  }
}

extension StoreError {
  fileprivate static let superseded = StoreError(
    .cancelled, "a newer fetch of the same list replaced this one")
}

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
  /// - Throws: ``StoreError`` when the store can't be read; the list then goes on with the request it had. With code
  ///   `cancelled` when the task was cancelled or a newer request took over, which is nothing to tell a person.
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
    guard tracksChanges else { return fetch.feed.close() }
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
    finish(nil)
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
}

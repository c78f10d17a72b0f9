import Dispatch

extension ResultsPipeline {
  func open(_ stage: FetchStage) async throws(StoreError) -> ResultsDelivery {
    try await open(stage, OpeningInTurn())
  }

  private func open(
    _ stage: FetchStage, _ opening: some TransactionOpening<Store>
  ) async throws(StoreError) -> ResultsDelivery {
    await borrow()
    do {
      let delivery = try await access.turns.withPermit {
        if stage == .sections, let sections = try await sections(opening) { return sections }
        return try await look(opening)
      }
      if delivered.sections != nil { inbox.send(.outlined) }
      countOn()
      if options.tracksChanges {
        listen()
        followDay()
      }
      return delivery
    } catch {
      throw StoreError(wrapping: error)
    }
  }
}

extension ResultsPipeline {
  /// Reads a list that nothing is known of, or what the section cache and a search before lack of it.
  func opened(
    _ layout: RowLayout, at place: Place, _ reader: Store.Reader
  ) async throws -> HeldList {
    let query = try reading.query(layout)
    if let list = try await cache?.opened(query, at: place.version, reader) { return list }
    if let found = try await searched(layout, at: place, reader) {
      return HeldList(snapshot: found)
    }
    return try await reading.everything(layout, reader)
  }
}

extension ResultsPipeline where Store: ImmediateStore {
  /// Opens the pipeline as ``open(_:)`` does, while the caller's thread waits.
  ///
  /// The work is done on the pipeline's executor. It needs no thread of the pool, because all of these may be waiting.
  nonisolated func openAtOnce() throws(StoreError) -> ResultsDelivery {
    let isOver = DispatchSemaphore(value: 0)
    let result = Locked<Result<ResultsDelivery, StoreError>?>(nil)
    Task(executorPreference: preferredExecutor) {
      do throws(StoreError) {
        let delivery = try await self.open(.contents, OpeningAtOnce())
        result.withLock { $0 = .success(delivery) }
      } catch {
        result.withLock { $0 = .failure(error) }
      }
      isOver.signal()
    }
    isOver.wait()
    guard let result = result.withLock({ $0 }) else {
      throw StoreError(.cancelled, "the fetch was cancelled")
    }
    return try result.get()
  }
}

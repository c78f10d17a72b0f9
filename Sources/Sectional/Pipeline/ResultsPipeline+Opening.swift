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
      let delivery = try await turns.withPermit {
        if stage == .sections, let outlined = try await outlined(opening) { return outlined }
        return try await look(opening)
      }
      if outlined != nil { signal.send(.outlined) }
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
    let found = try await findSections(for: query, at: place.version, reader)
    if let counted = try await reopened(found, query, reader) { return counted }
    if let found = try await searched(layout, at: place, reader) {
      return HeldList(snapshot: found)
    }
    return try await reading.everything(layout, reader)
  }

  /// Reads a list with the counts of the section cache, brought up to date.
  private func reopened(
    _ found: FoundSections, _ query: RowQuery, _ reader: Store.Reader
  ) async throws -> HeldList? {
    let (sections, changed): (CachedSections, ChangedRows)
    switch found {
    case .nothing: return nil
    case .same(let same, _): (sections, changed) = (same, .nothing)
    case .others(let others, let rows, _): (sections, changed) = (others, rows)
    }
    guard let counted = sections.counted else { return nil }
    do {
      return try await reading.reopened(counted, changed, query, reader)
    } catch let problem as SectionCacheError {
      report(.miss, problem.reason)
      return nil
    }
  }
}

extension ResultsPipeline where Store: ImmediateStore {
  /// Opens the pipeline as ``open(_:)`` does, while the caller's thread waits.
  ///
  /// The work is done on the pipeline's executor. It needs no thread of the pool, because all of these may be waiting.
  nonisolated func openAtOnce(_ stage: FetchStage) throws(StoreError) -> ResultsDelivery {
    let isOver = DispatchSemaphore(value: 0)
    let result = Locked<Result<ResultsDelivery, StoreError>?>(nil)
    Task(executorPreference: preferredExecutor) {
      do throws(StoreError) {
        let delivery = try await self.open(stage, OpeningAtOnce())
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

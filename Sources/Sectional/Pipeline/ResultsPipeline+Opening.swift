import Dispatch

extension ResultsPipeline {
  func open(
    _ stage: FetchStage, listening: Bool
  ) async throws(StoreError) -> ResultsDelivery {
    try await open(stage, listening: listening, OpeningInTurn())
  }

  private func open(
    _ stage: FetchStage, listening: Bool, _ opening: some TransactionOpening<Store>
  ) async throws(StoreError) -> ResultsDelivery {
    if let predecessor {
      self.predecessor = nil
      await borrow(from: predecessor)
    }
    do {
      let delivery = try await turns.withPermit {
        if stage == .sections, let outlined = try await outlined(opening) { return outlined }
        return try await look(opening)
      }
      if outlined != nil { signal.note(.outlined) }
      countOn()
      if listening {
        listen()
        followDay()
      }
      return delivery
    } catch {
      throw StoreError(wrapping: error)
    }
  }
}

extension ResultsPipeline where Store: ImmediateStore {
  /// Reads the first rows, or what a section cache has of them, and starts listening, while the caller's thread waits.
  ///
  /// The work is done on the pipeline's executor. It needs no thread of the pool, because all of these may be waiting.
  nonisolated func openAtOnce(
    _ stage: FetchStage, listening: Bool
  ) throws(StoreError) -> ResultsDelivery {
    let isOver = DispatchSemaphore(value: 0)
    let result = Locked<Result<ResultsDelivery, StoreError>?>(nil)
    Task(executorPreference: preferredExecutor) {
      do throws(StoreError) {
        let delivery = try await self.open(stage, listening: listening, OpeningAtOnce())
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

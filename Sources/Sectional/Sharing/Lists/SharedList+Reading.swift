extension SharedList {
  /// Reads the list for the first subscriber; for another one, makes sure that it is read again after this call.
  ///
  /// - Returns: The number of the read to wait for.
  /// - Throws: The error of the first read, if it failed.
  func open(for number: Int) async throws(StoreError) -> Int {
    let course = update { state in
      defer { if case .created = state.course { state.course = .opening } }
      return state.course
    }
    switch course {
    case .created:
      demand(1, by: number)
      start()
      return 1
    case .failed(let error): throw error
    case .opening, .open, .ended: return await demand(by: number)
    }
  }

  /// Makes sure that the list is read again after this call, and that a subscriber is told of it even if it is paused.
  ///
  /// - Returns: The number of the read.
  func demand(by number: Int) async -> Int {
    update { $0.audience.ask(number) }
    let step = await pipeline.demand(loading: WantedRows())
    demand(step, by: number)
    return step
  }

  private func demand(_ step: Int, by number: Int) {
    let (demand, inbox, failure) = update { state in
      (state.audience.demand(step, by: number), state.inboxes[number], state.failure)
    }
    switch demand {
    case .waits: break
    case .isMet: inbox?.send(.demanded)
    // A paused owner wasn't told, because it hadn't asked yet.
    case .hasFailed: if let failure { inbox?.fail(failure.error, step: failure.step) }
    }
  }

  private func start() {
    // Not the first subscriber's: neither its end nor its task-local values concern the others.
    let task = Task.detached(executorPreference: executor, priority: .userInitiated) {
      await self.run()
    }
    let isOver = state.withLock { state in
      state.task = task
      return state.course.isOver
    }
    if isOver { task.cancel() }
  }

  /// Looks at the store as long as there are subscribers.
  private func run() async {
    do throws(StoreError) {
      tell(try await pipeline.open(.contents))
    } catch {
      return fail(error)
    }
    while await isWanted(), let event = await pipeline.next() {
      switch event {
      case .delivered(let delivery), .turned(let delivery): tell(delivery)
      case .failed(let error, let step): tell(error, step)
      }
    }
    await pipeline.end()
  }

  /// Waits until a subscriber waits.
  ///
  /// - Returns: Whether there still are subscribers.
  private func isWanted() async -> Bool {
    await withCheckedContinuation { continuation in
      let isReady = state.withLock { state in
        guard !state.audience.isWanting, !state.course.isOver else { return true }
        state.sleeper = continuation
        return false
      }
      if isReady { continuation.resume() }
    }
    return canBeJoined
  }

  private func tell(_ delivery: ResultsDelivery) {
    let told = state.withLock { state in
      if case .opening = state.course { state.course = .open }
      // Those who were told of a failure are told that it is over.
      let isOver = state.failure != nil
      let isNews = state.told.add(delivery) || isOver
      state.failure = nil
      return state.listeners(delivery.step, hasSucceeded: true, isNews: isNews)
    }
    for (inbox, listener) in told {
      if listener.isResumed { resume(inbox, listener.number) }
      inbox.send(listener.isAnswered ? .demanded : .rang)
    }
  }

  private func resume(_ inbox: PipelineInbox, _ number: Int) {
    inbox.send(.resumed)
    // It may have been paused again meanwhile.
    if state.withLock({ $0.audience.isPaused(number) }) { inbox.send(.paused) }
  }

  private func tell(_ error: StoreError, _ step: Int?) {
    let told = state.withLock { state in
      state.failure = PipelineInbox.Failure(error: error, step: step ?? state.failure?.step)
      return state.listeners(step, hasSucceeded: false)
    }
    // A paused owner isn't told of reads for others.
    for (inbox, listener) in told where step == nil || listener.isAnswered || !listener.isHeld {
      inbox.fail(error, step: step)
    }
  }

  /// Ends a list that couldn't be read; nobody joins it any longer.
  private func fail(_ error: StoreError) {
    state.withLock { if !$0.course.isOver { $0.course = .failed(error) } }
    tell(error, nil)
  }

  /// Ends the list, because its last subscriber has left.
  func end() {
    let opening = update { state -> Task<Void, Never>? in
      defer { if !state.course.isOver { state.course = .ended } }
      if case .opening = state.course { return state.task }
      return nil
    }
    pipeline.close()
    opening?.cancel()
  }

  /// Waits until the list has ended if it is to, and returns what it has done in total.
  ///
  /// If the caller's task is cancelled, a read under way is cancelled too.
  func ended() async -> ResultsDiagnostics? {
    let (isOver, task) = state.withLock { ($0.course.isOver, $0.task) }
    guard isOver else { return newest?.delivery.diagnostics }
    if Task.isCancelled { task?.cancel() }
    await task?.value
    return await pipeline.end()
  }
}

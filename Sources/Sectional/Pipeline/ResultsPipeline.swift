/// Turns doorbell rings into deliveries: one read transaction, one new list, one set of changes.
///
/// In the transaction, the pipeline asks which version it reads and which rows changed since the cursor it holds, and
/// then reads these rows. When it does so is decided by a ``PipelineLifecycle``. It runs on the executor of its store's
/// blocking calls.
actor ResultsPipeline<Store: ResultsStore, Source: ChangeSource<Store>>: ErasedPipeline {
  /// The rows of the last delivery, on which the next delivery is based, and what they are known to equal.
  struct Held {
    var list: HeldList
    var place: Place

    var snapshot: RowSnapshot { list.snapshot }
  }

  /// A state of the store, and the change source's place in its record.
  struct Place {
    var version: Store.Version?
    var cursor: Source.Cursor?
  }

  let store: Store
  let source: Source
  let options: PipelineOptions
  let signal: LifecycleSignal
  /// The day whose sections the request has, for the timer; guarded by its lock.
  let shownDay: Locked<RelativeToday?>
  /// The rows whose contents the next look reads; guarded by its lock.
  let wanted = Locked(WantedRows())
  /// Makes sure that one read of the store ends before the next begins.
  let turns = AsyncSemaphore()

  // State: guarded by the actor.
  /// Reads the list; its request changes only with the day that its sections follow.
  let reading: ListReader<Store.Reader>
  /// What was last delivered to the owner; it changes only together with a delivery.
  var held: Held?
  /// What the owner was given before that, from the section cache.
  var outlined: Outlined?
  // What the owner held before. It is retained until the owner asks for more and is then released here, because
  // freeing a long list takes time that the owner doesn't have.
  var outgoing: RowSnapshot?
  var cache: SectionCacheSession<Store.Version, Source.Cursor>?
  var search: SearchState
  var alongside: AlongsideRows<Store.Version>?
  var listening = ListeningState()
  var timers = PipelineTimers()

  // Retained here, because `unownedExecutor` returns an unowned reference.
  private nonisolated let executor: any SerialExecutor

  /// The executor, for the tasks that work for the pipeline.
  nonisolated var preferredExecutor: (any TaskExecutor)? { executor as? any TaskExecutor }

  nonisolated var unownedExecutor: UnownedSerialExecutor {
    unsafe executor.asUnownedSerialExecutor()
  }

  init(
    store: Store, source: Source, request: RowRequest, alongside: RowRequest?,
    options: PipelineOptions, predecessor: ResultsPipeline? = nil
  ) {
    self.store = store
    self.source = source
    self.options = options
    shownDay = Locked(request.order.section?.derivation?.day)
    let signal = LifecycleSignal(
      PipelineLifecycle(
        rests: options.minimumInterval > .zero, hasCache: options.cache?.isWritten == true))
    self.signal = signal
    reading = ListReader(request, options.reading) { signal.isClosed }
    cache = options.cache.map { SectionCacheSession($0, source: source.recordText) }
    search = SearchState(predecessor: predecessor)
    self.alongside = alongside.map { AlongsideRows(request: $0) }
    executor = store.executor
  }

  deinit { timers.cancel() }

  var request: RowRequest { reading.request }

  func changes(from list: PresentedList) -> RowListDiff {
    held.map { PresentedList($0.snapshot).changes(from: list) } ?? RowListDiff()
  }

  func demand(loading rows: WantedRows) -> Int {
    load(rows)
    return reading.startedLooks + 1
  }

  nonisolated func load(_ rows: WantedRows) {
    wanted.withLock { $0.add(rows) }
    signal.send(.demanded)
  }

  func rowsWithContents() -> [RowKey] {
    let wanted = wanted.withLock { $0.keys }
    return (held.map { Array($0.list.residents.keys) } ?? []) + wanted
  }

  func next() async -> ResultsEvent? {
    outgoing = nil
    while true {
      switch await signal.step(on: preferredExecutor) {
      case .end:
        _ = await end()
        return nil
      case .report(let error): return .failed(error, step: nil)
      case .look: return await lookAndTell()
      case .turn:
        // The day decides which rows are in a slice, and rows without contents can't be put into other sections.
        if request.extent.isReadEachDay { return await lookAndTell() }
        // A look may have turned already.
        if let event = turn() { return event }
      }
    }
  }

  nonisolated func pause(_ pauses: Bool) { signal.send(pauses ? .paused : .resumed) }

  private func lookAndTell() async -> ResultsEvent? {
    do {
      let wasEmpty = held == nil
      let delivery = try await turns.withPermit { try await look(OpeningInTurn()) }
      let isNew = wasEmpty || !delivery.changes.isEmpty
      perform(signal.send(isNew ? .delivered : .confirmed))
      countOn()
      return .delivered(delivery)
    } catch {
      // A cancelled task no longer waits, so it need not learn that the look was given up.
      guard !Task.isCancelled else {
        signal.send(.gaveUp)
        return nil
      }
      perform(signal.send(.failed))
      return .failed(StoreError(wrapping: error), step: reading.startedLooks)
    }
  }
}

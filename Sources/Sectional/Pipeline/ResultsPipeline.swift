/// Turns doorbell rings into deliveries: one read transaction, one new list, one set of changes.
///
/// In the transaction, the pipeline asks which version it reads and which rows changed since the cursor it holds, and
/// then reads these rows. When it does so is decided by a ``PipelineLifecycle``. It runs on the executor of its store's
/// blocking calls.
actor ResultsPipeline<Store: ResultsStore, Source: ChangeSource<Store>>: ErasedPipeline {
  /// The rows of the last delivery, on which the next delivery is based, and what they are known to equal.
  struct Held {
    var snapshot: RowSnapshot
    var place: Place
    /// The rows whose contents are in memory, if not all are.
    var residents = ResidentRows()
    /// The blocks that are in memory, in a list with a window.
    var looked = LookedRanges()
  }

  /// A state of the store, and the change source's place in its record.
  struct Place {
    var version: Store.Version?
    var cursor: Source.Cursor?
  }

  let store: Store
  let source: Source
  let alongside: RowRequest?
  let options: PipelineOptions
  let signal: LifecycleSignal
  /// The day whose sections the request has, for the timer; guarded by its lock.
  let shownDay: Locked<RelativeToday?>
  /// The rows whose contents the next look reads; guarded by its lock.
  let wanted = Locked(WantedRows())
  /// Makes sure that one read of the store ends before the next begins.
  let turns = AsyncSemaphore()

  // State: guarded by the actor. The request changes only with the day that its sections follow. `held` is what was last delivered to the owner; it changes only together with a
  // delivery.
  var request: RowRequest
  var held: Held?
  // The rows among which the request searches, and the place at which they were read; the next search begins with them.
  var searchable: Searchable?
  // What the owner was given before that, from the section cache.
  var outlined: Outlined?
  var cache: SectionCacheSession<Store.Version, Source.Cursor>?
  var ending: Task<Void, Never>?
  // What the owner held before. It is retained until the owner asks for more and is then released here, because
  // freeing a long list takes time that the owner doesn't have.
  var outgoing: RowSnapshot?
  var query: RowQuery?
  // The request and the query for the order and the keys of the rows alone; they change with the request.
  var requestWithoutContents: RowRequest
  // Rows that somebody wants to look at and that have a cell that doesn't fit, and the error of the last such cell that a
  // look found.
  var unreadableRows: Set<RowKey> = []
  var problem: StoreError?
  var outlineQuery: RowQuery?
  // The rows of the second query, as they were read last.
  var readAlongside: (layout: RowLayout, version: Store.Version?, rows: [StoredRow])?
  var diagnostics = ResultsDiagnostics()
  var startedLooks = 0
  // For a list with a window: how many rows the next look counts, and when all are counted again.
  var step: CountingStep
  var recounting: RecountSchedule
  // Whether the source was started again and may have forgotten what it told its signals.
  var isSourceNew = false
  // The pipeline whose rows this one may search in; it is asked once.
  var predecessor: ResultsPipeline?
  var heardRegion = TableRegion.everything
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
    self.predecessor = predecessor
    self.store = store
    self.source = source
    self.request = request
    requestWithoutContents = request.withoutContents
    shownDay = Locked(request.order.section?.derivation?.day)
    self.alongside = alongside
    self.options = options
    executor = store.executor
    step = CountingStep(options.counting)
    recounting = RecountSchedule(options.counting)
    cache = options.cache.map { SectionCacheSession($0, source: source.recordText) }
    signal = LifecycleSignal(
      PipelineLifecycle(
        rests: options.minimumInterval > .zero, hasCache: options.cache?.isWritten == true))
  }

  deinit { timers.cancel() }

  /// The requests that are read from the store.
  var requests: [RowRequest] {
    [request, request.extent.readsKeysAlone ? requestWithoutContents : nil, alongside].compactMap(
      \.self)
  }

  func changes(from list: PresentedList) -> RowListDiff {
    held.map { PresentedList($0.snapshot).changes(from: list) } ?? RowListDiff()
  }

  func demand(loading rows: WantedRows) -> Int {
    load(rows)
    return startedLooks + 1
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
      // A look may have turned already.
      case .turn:
        // The day decides which rows are in a window, and rows without contents can't be put into other sections.
        if request.extent.isReadEachDay { return await lookAndTell() }
        if let event = turn() { return event }
      }
    }
  }

  nonisolated func pause(_ pauses: Bool) { signal.note(pauses ? .paused : .resumed) }

  private func lookAndTell() async -> ResultsEvent? {
    do {
      let wasEmpty = held == nil
      let delivery = try await turns.withPermit { try await look(OpeningInTurn()) }
      let isNew = wasEmpty || !delivery.changes.isEmpty
      perform(signal.note(isNew ? .delivered : .confirmed))
      countOn()
      return .delivered(delivery)
    } catch {
      // A cancelled task no longer waits, so it need not learn that the look was given up.
      guard !Task.isCancelled else {
        signal.note(.gaveUp)
        return nil
      }
      perform(signal.note(.failed))
      return .failed(StoreError(wrapping: error), step: startedLooks)
    }
  }
}

/// What a pipeline does besides reading its requests.
struct PipelineOptions: Sendable {
  /// Where the sections are kept on disk, if they are.
  var cache: SectionCacheTarget?
  /// When a store that failed is read again.
  var retries = RetrySchedule()
  /// The least time between two deliveries.
  var minimumInterval = Duration.zero
  /// The sizes of the blocks that the rows are packed into; `nil` for the usual ones.
  var shape: RowTreeShape?
  /// The number of rows whose contents a list with batches keeps; `nil` for what its batch size asks for.
  var mostLoadedRows: Int?
  /// How a list with a window counts its rows.
  var counting = CountingOptions()
}

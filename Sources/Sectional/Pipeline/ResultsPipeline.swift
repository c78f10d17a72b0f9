/// Turns doorbell rings into deliveries: one read transaction, one new list, one set of changes.
///
/// In the transaction, the pipeline asks which version it reads and which rows changed since the cursor it holds, and
/// then reads these rows. When it does so is decided by a ``PipelineLifecycle``. It runs on the executor of its store's
/// blocking calls.
actor ResultsPipeline<Store: ResultsStore, Source: ChangeSource<Store>>: ErasedPipeline {
  typealias Place = StorePlace<Store.Version, Source.Cursor>
  typealias Placed = PlacedList<Store.Version, Source.Cursor>

  let access: StoreAccess<Store, Source>
  let options: PipelineOptions
  let inbox: PipelineInbox

  // State: guarded by the actor.
  /// Reads the list; its request changes only with the day that its sections follow.
  let reading: ListReader<Store.Reader>
  /// What was last delivered to the owner; it changes only together with a delivery.
  let delivered: DeliveredList<Store.Version, Source.Cursor>
  let cache: ListCache<Store, Source>?
  var search: SearchState
  var tasks = PipelineTasks()
  /// The list's place among those that look together, as long as it can be one of them.
  var membership: Membership<LookGroup<Store, Source>>?

  // Retained here, because `unownedExecutor` returns an unowned reference.
  private nonisolated let executor: any SerialExecutor

  /// The executor, for the tasks that work for the pipeline.
  nonisolated var preferredExecutor: (any TaskExecutor)? { executor as? any TaskExecutor }

  nonisolated var unownedExecutor: UnownedSerialExecutor {
    unsafe executor.asUnownedSerialExecutor()
  }

  init(
    store: Store, source: Source, request: RowRequest, alongside: RowRequest?,
    options: PipelineOptions, sharing: StoreSharing? = nil, predecessor: ResultsPipeline? = nil
  ) {
    let access = StoreAccess(store: store, source: source, sharing: sharing)
    let obstacle = request.cacheObstacle
    let target = obstacle == nil ? options.cache : nil
    self.access = access
    self.options = options
    let inbox = PipelineInbox(
      PipelineLifecycle(
        rests: options.minimumInterval > .zero, hasCache: target?.isWritten == true),
      day: request.order.section?.derivation?.day, counting: sharing?.looks)
    self.inbox = inbox
    let reading = ListReader<Store.Reader>(request, alongside: alongside, options.reading) {
      inbox.isClosed
    }
    self.reading = reading
    let delivered = DeliveredList<Store.Version, Source.Cursor>()
    self.delivered = delivered
    if let obstacle, options.cache != nil {
      reading.diagnostics.cache = SectionCacheReport(outcome: .miss, reason: obstacle)
    }
    cache = target.map { target in
      ListCache(target, access, reading, delivered) { inbox.isAbandoned }
    }
    search = SearchState(predecessor: predecessor)
    executor = store.executor
  }

  deinit { tasks.cancel() }

  var request: RowRequest { reading.request }

  func changes(from list: PresentedList) -> RowListDiff {
    delivered.presented.map { $0.displayed(list.display).changes(from: list) } ?? RowListDiff()
  }

  func demand(loading rows: WantedRows) -> Int {
    load(rows)
    return reading.startedLooks + 1
  }

  nonisolated func load(_ rows: WantedRows) { inbox.request(rows) }

  func rowsWithContents() -> [RowKey] {
    let resident = delivered.rows.map { Array($0.list.residents.keys) } ?? []
    return resident + inbox.wantedKeys
  }

  func next() async -> ResultsEvent? {
    delivered.releaseOutgoing()
    while true {
      switch await inbox.step(on: preferredExecutor) {
      case .end:
        _ = await end()
        return nil
      case .report(let failure): return .failed(failure.error, step: nil)
      case .look: return await lookAndTell()
      case .turn:
        turnRequest()
        if mustReadToTurn { return await lookAndTell() }
        // A look may have turned already.
        if let event = turn() { return event }
      }
    }
  }

  nonisolated func pause(_ pauses: Bool) { inbox.send(pauses ? .paused : .resumed) }

  private func lookAndTell() async -> ResultsEvent? {
    do {
      let wasEmpty = delivered.rows == nil
      let delivery = try await access.turns.withPermit {
        if let shared = try await lookTogether() { return shared }
        return try await look(OpeningInTurn())
      }
      let isNew = wasEmpty || !delivery.changes.isEmpty
      perform(inbox.send(isNew ? .delivered : .confirmed))
      countOn()
      return .delivered(delivery)
    } catch {
      // A cancelled task no longer waits, so it need not learn that the look was given up.
      guard !Task.isCancelled else {
        inbox.send(.gaveUp)
        return nil
      }
      // The others would ask from its place each time, and read what it fails on.
      membership = nil
      perform(inbox.send(.failed))
      return .failed(StoreError(wrapping: error), step: reading.startedLooks)
    }
  }
}

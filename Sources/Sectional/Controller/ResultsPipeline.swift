/// Turns rings of a doorbell into deliveries: one read transaction, one new list, one set of changes.
///
/// In the transaction it asks which version it reads, which keys changed since the version it holds, and for the rows
/// of those keys. It runs where its store's blocking calls run.
actor ResultsPipeline<Source: ResultsStore>: ErasedPipeline {
  /// The last delivery's rows and their version, the ground of the next one.
  struct Held {
    var snapshot: RowSnapshot
    var version: Source.Version?
  }

  let store: Source
  let source: any ChangeSource<Source>
  let request: RowRequest
  let alongside: RowRequest?
  let retries: RetrySchedule
  let ringSignal = RingSignal()
  /// Lets one look at the store end before the next begins.
  let turns = AsyncSemaphore()
  /// Whether the section cache is another pipeline's now.
  nonisolated let isAbandoned = Locked(false)

  // State: guarded by the actor. `held` is what the owner was given last; it moves only together with a delivery.
  var held: Held?
  // What the owner was given before that, from the section cache.
  var outlined: Outlined?
  var hasTriedContents = false
  var cache: Cache?
  var ending: Task<Void, Never>?
  // What the owner had before. It is kept until the owner asks for more, and let go of here: to free a long list takes
  // time that the owner does not have.
  var outgoing: RowSnapshot?
  var query: RowQuery?
  var diagnostics = ResultsDiagnostics()
  var failures = 0
  var startedSteps = 0
  var listening: Task<Void, Never>?
  var heardTables = HeardTables()
  var retry: Task<Void, Never>?

  // Held, because the reference handed out below does not hold it.
  private nonisolated let executor: any SerialExecutor

  nonisolated var unownedExecutor: UnownedSerialExecutor {
    unsafe executor.asUnownedSerialExecutor()
  }

  init(
    store: Source, source: any ChangeSource<Source>, request: RowRequest, alongside: RowRequest?,
    cache: SectionCacheTarget?, retries: RetrySchedule
  ) {
    self.store = store
    self.retries = retries
    executor = store.executor
    self.source = source
    self.request = request
    self.alongside = alongside
    self.cache = cache.map { Cache(target: $0) }
  }

  /// What is read of the store.
  var requests: [RowRequest] { [request, alongside].compactMap(\.self) }

  deinit {
    listening?.cancel()
    retry?.cancel()
    cache?.waiting?.cancel()
  }

  func open(
    _ extent: FetchExtent, listening: Bool
  ) async throws(StoreError) -> ResultsDelivery {
    do {
      let delivery = try await turns.withPermit {
        if extent == .sections, let outlined = try await outlined() { return outlined }
        return try await step()
      }
      if listening { listen() }
      return delivery
    } catch {
      throw StoreError(wrapping: error)
    }
  }

  func changes(from snapshot: RowSnapshot) -> RowListDiff {
    held?.snapshot.changes(from: snapshot) ?? RowListDiff()
  }

  func ring() -> Int {
    ringSignal.ring()
    return startedSteps + 1
  }

  func next() async -> ResultsEvent? {
    outgoing = nil
    let isContentsDue = outlined != nil && held == nil && !hasTriedContents
    hasTriedContents = true
    if !isContentsDue { await waitForRing() }
    switch ringSignal.message {
    case .closed:
      _ = await end()
      return nil
    case .failed(let error): return .failed(error, step: nil)
    case .rang: return await nextStep()
    }
  }

  private func waitForRing() async {
    await withTaskCancellationHandler {
      // A wait ends on the executor that its task prefers, which else is a thread of the pool.
      await withTaskExecutorPreference(executor as? any TaskExecutor) {
        await withCheckedContinuation { ringSignal.wait($0) }
      }
    } onCancel: {
      ringSignal.cancelWait()
    }
  }

  nonisolated func close() { ringSignal.close() }

  private func nextStep() async -> ResultsEvent? {
    do {
      let delivery = try await turns.withPermit { try await step() }
      failures = 0
      return .delivered(delivery)
    } catch {
      // Who doesn't wait any more needs not to hear that the work was given up.
      guard !Task.isCancelled else { return nil }
      ringLater()
      return .failed(StoreError(wrapping: error), step: startedSteps)
    }
  }
}

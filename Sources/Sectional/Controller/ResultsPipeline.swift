/// Turns doorbell rings into deliveries: one read transaction, one new list, one set of changes.
///
/// In the transaction, the pipeline asks which version it reads and which keys changed since the version it holds,
/// and then reads the rows with these keys. It runs on the executor of its store's blocking calls.
actor ResultsPipeline<Source: ResultsStore>: ErasedPipeline {
  /// The rows of the last delivery and their version, on which the next delivery is based.
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
  /// Makes sure that one read of the store ends before the next begins.
  let turns = AsyncSemaphore()
  /// Whether the section cache now belongs to another pipeline.
  nonisolated let isAbandoned = Locked(false)

  // State: guarded by the actor. `held` is what was last delivered to the owner; it changes only together with a
  // delivery.
  var held: Held?
  // What the owner was given before that, from the section cache.
  var outlined: Outlined?
  var hasTriedContents = false
  var cache: Cache?
  var ending: Task<Void, Never>?
  // What the owner held before. It is retained until the owner asks for more and is then released here, because
  // freeing a long list takes time that the owner doesn't have.
  var outgoing: RowSnapshot?
  var query: RowQuery?
  var diagnostics = ResultsDiagnostics()
  var failures = 0
  var startedSteps = 0
  var listening: Task<Void, Never>?
  var heardRegion = TableRegion.everything
  var retry: Task<Void, Never>?

  // Retained here, because `unownedExecutor` returns an unowned reference.
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

  /// The requests that are read from the store.
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
      // A wait resumes on the executor that its task prefers, which would otherwise be a thread of the pool.
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
      // A cancelled task no longer waits, so it need not learn that the read was abandoned.
      guard !Task.isCancelled else { return nil }
      ringLater()
      return .failed(StoreError(wrapping: error), step: startedSteps)
    }
  }
}

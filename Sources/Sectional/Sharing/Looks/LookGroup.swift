/// Lists that differ only in which rows of a table they show, and look at their store together.
///
/// A look serves the lists that wait when it begins. A list that comes later waits for the next one, unless this one began after
/// what the list is to see: then it is told what was found for others at its place. Each list is told what changed since its own
/// place. The transaction ends before any of them is brought up to date, so it takes as long as that of one list,
/// and what goes wrong for one list afterward concerns no other. If the look itself fails, each list looks for itself.
actor LookGroup<Store: ResultsStore, Source: ChangeSource<Store>>: Shareable {
  typealias Place = StorePlace<Store.Version, Source.Cursor>
  typealias Look = SharedLook<Store.Version, Source.Cursor>
  typealias Continuation = CheckedContinuation<Result<Look, any Error>, Never>

  /// What is read: the rows of the table that changed, whichever of these the lists show.
  nonisolated let request: RowRequest
  private let store: Store
  let source: Source
  private nonisolated let counter: LookCounter
  // State: guarded by its lock. Lists are resumed after the lock is released.
  nonisolated let lists = Locked(WaitingLists<Place, Look, Continuation>())
  // State: guarded by the actor.
  var queries: ListQueries

  // Retained here, because `unownedExecutor` returns an unowned reference.
  private nonisolated let executor: any SerialExecutor

  nonisolated var unownedExecutor: UnownedSerialExecutor {
    unsafe executor.asUnownedSerialExecutor()
  }

  init(
    _ request: RowRequest, over store: Store, _ source: Source, counting counter: LookCounter
  ) {
    let request = request.forAnyRows
    self.request = request
    (self.store, self.source, self.counter) = (store, source, counter)
    queries = ListQueries(request, shape: .standard)
    executor = store.executor
  }

  /// The most places from which one look asks, so that its transaction is short.
  private static var mostPlaces: Int { 4 }
  /// The most bytes of rows that are kept for lists that come later.
  private static var mostBytes: Int { 1 << 20 }

  /// Returns whether a request differs from the others of the group only in which rows it is for.
  nonisolated func isFor(_ request: RowRequest) -> Bool {
    request.isSame(as: self.request) { $0.withoutCondition }
  }

  /// Does nothing: the group works only while lists wait.
  nonisolated func end() {}

  /// Looks at the store in a transaction that begins after something has happened.
  ///
  /// - Parameters:
  ///   - place: The place of a list, whose cursor is known.
  ///   - cause: The number of looks that had begun when that happened, of those that are counted with these.
  /// - Returns: What was found for that list.
  /// - Throws: What reading the store throws, and ``StoreError`` with code `cancelled` if the task is cancelled.
  nonisolated func look(from place: Place, after cause: Int) async throws -> Look {
    let number = lists.withLock { $0.nextNumber() }
    let result = await withTaskCancellationHandler {
      await withCheckedContinuation { continuation in
        wait(WaitingList(number: number, place: place, cause: cause, caller: continuation))
      }
    } onCancel: {
      lists.withLock { $0.giveUp(number) }?.resume(returning: .failure(StoreError.givenUp))
    }
    return try result.get()
  }

  private nonisolated func wait(_ list: WaitingList<Place, Continuation>) {
    switch lists.withLock({ $0.add(list, isCancelled: Task.isCancelled) }) {
    case .refused: list.caller.resume(returning: .failure(StoreError.givenUp))
    case .found(let look): list.caller.resume(returning: .success(look))
    case .served: break
    case .idle: Task(priority: .userInitiated) { await looks() }
    }
  }

  /// Looks as long as lists wait.
  private func looks() async {
    // Lists that were rung together come first if they share the executor.
    var known = 0
    while case let count = lists.withLock({ $0.waiting.count }), count > known {
      known = count
      await Task.yield()
    }
    repeat {
      // Before the store begins the transaction: a list that comes later may know of a commit that it doesn't see.
      let number = counter.begin()
      let places = lists.withLock { $0.begin(number, atMost: Self.mostPlaces) { $0.cursor } }
      let result: Result<[Look], any Error>
      do {
        result = .success(try await store.read { try await look(from: places, $0) })
      } catch {
        result = .failure(error)
      }
      // The looks share their rows.
      let bytes = (try? result.get())?.map(\.byteCount).max() ?? 0
      let remembers = bytes <= Self.mostBytes
      for (continuation, found) in lists.withLock({ $0.end(result, remembers: remembers) }) {
        continuation.resume(returning: found)
      }
    } while lists.withLock({ $0.goesOn() })
  }
}

extension StoreError {
  fileprivate static let givenUp = StoreError(.cancelled, "the task that reads was cancelled")
}

extension RowRequest {
  /// The same request for all rows of its source.
  fileprivate var forAnyRows: RowRequest {
    RowRequest(rows: rows.withoutCondition, order: order, extent: extent)
  }
}
